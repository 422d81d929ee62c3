// The units beside the board. While scrubbing most stay as they were, so only cards of changed units are drawn anew.

import { el } from "../base/dom.js";
import { card } from "../view/cards.js";

export class Cast {
  node = el("ul", { class: "units cast" });
  drawn = new Map();

  show(state) {
    for (const unit of Object.values(state.units ?? {})) {
      const known = this.drawn.get(unit.id);
      const [turn, asked] = [state.turn === unit.id, Boolean(state.window?.waiting?.includes(unit.id))];
      if (known?.unit === unit && known.turn === turn && known.asked === asked) continue;
      const node = card(unit, state);
      if (known) known.node.replaceWith(node);
      else this.node.append(node);
      this.drawn.set(unit.id, { unit, turn, asked, node });
    }
    for (const [id, { node }] of this.drawn) if (!state.units?.[id] && this.drawn.delete(id)) node.remove();
  }
}
