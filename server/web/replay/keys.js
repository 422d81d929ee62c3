// The keyboard of the player: arrows, space, home, end, wherever they have no other meaning.

const WRITING = "input:not([type=range]), select, textarea, dialog, .pick";
const PRESSING = "button, summary, a";

// `actions` maps a key's name to what it does.
export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    const act = actions[event.key];
    const { target } = event;
    if (!act || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || target.closest?.(WRITING)) return;
    if (event.key === " " && target.closest?.(PRESSING)) return;
    event.preventDefault();
    act();
  });
}
