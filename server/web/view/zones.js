// Zones as linked places: each with its ways and who is there.

import { button, el } from "../base/dom.js";
import { say } from "../base/texts.js";
import { cards } from "./cards.js";
import { spot } from "./names.js";

function ways(state, zone) {
  return (state.board.links ?? []).filter((link) => link.between.includes(zone.id)).map((link) =>
    say("way", { to: spot(state, link.between.find((id) => id !== zone.id)), cost: link.cost ?? 1 }));
}

// A zone may be a choice itself, or be within one (a place among what is declared).
const meant = (value, id) => value === id || (Array.isArray(value) && value.some((one) => meant(one?.to ?? one, id)));

export function zones(state, plan) {
  return el("ul", { class: "zones" }, state.board.zones.map((zone) => {
    const name = zone.name ?? zone.id;
    const choice = plan?.choices.find((one) => meant(one.value, zone.id));
    const here = Object.values(state.units ?? {}).filter((unit) => unit.at === zone.id);
    const chosen = choice && JSON.stringify(plan.chosen) === JSON.stringify(choice.value);
    return el("li", { class: `zone${choice ? " open" : ""}${chosen ? " chosen" : ""}` }, el("h3", {}, name),
      el("p", { class: "soft" }, [...(zone.terrain ?? []), ...ways(state, zone)].join(" · ")),
      choice ? button(say("go-there", { place: name }), () => plan.onPick(choice), { class: "first" }) : null,
      here.length ? cards(here, state) : null);
  }));
}
