// A player who taps what the page offers: towards the other side, at the other side, else at random.
// Runs in the page. True once the battle has ended, false after `most` taps, null where nothing was offered for
// `patience` milliseconds.
async ({ seed, most, patience }) => {
  let last = seed;
  const random = () => (last = (last * 48271) % 2147483647) / 2147483647;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const ended = () => document.querySelector("main").dataset.phase === "ended";
  const sideOf = (node) => node?.getAttribute("class").match(/side\d/)?.[0];
  const acting = () => sideOf(document.querySelector(".unit.asked, .unit.active"));
  const foes = () => all(".unit:not(.fallen)").filter((card) => acting() && sideOf(card) !== acting());
  const foeNames = () => foes().map((card) => card.querySelector("strong").textContent);
  const place = (node) => node.getAttribute("data-at").split(",").map(Number);
  const foePlaces = () => foes().map((card) => document.querySelector(`.token[data-unit="${card.dataset.unit}"]`))
    .filter(Boolean).map((token) => token.getAttribute("transform").match(/-?\d+/g).map(Number));
  const near = (node) => Math.min(...foePlaces().map(([x, y]) => Math.max(Math.abs(place(node)[0] - x), Math.abs(place(node)[1] - y))));
  const weight = (text) => {
    if (/^(start|ready|place them all)/i.test(text)) return 1000;
    return /delay|hold|pass|edge|take |put |^place |back|do something else|trade|items|equip/i.test(text) ? 1 : 12;
  };
  const drawn = (list, by) => {
    let left = random() * list.reduce((sum, one) => sum + by(one), 0);
    return list.find((one) => (left -= by(one)) <= 0) ?? list.at(-1);
  };

  function onBoard() {
    const targets = all(".pick.target");
    const aimed = targets.filter((node) => foePlaces().some((at) => String(at) === node.getAttribute("data-at")));
    if (aimed.length) return drawn(aimed, () => 1);
    const free = all(".pick:not(.target)");
    if (!targets.length && free.length && foePlaces().length) return free.reduce((best, node) => (near(node) < near(best) ? node : best));
    return null;
  }

  function next() {
    const confirm = document.querySelector("[data-confirm]");
    if (confirm) return confirm;
    const picked = onBoard();
    if (picked && random() < 0.9) return picked;
    const picker = document.querySelector("bt-choices select");
    if (picker) picker.value = String(Math.floor(random() * picker.options.length));
    const offered = all("bt-choices button").filter((one) => one.offsetParent && one.ariaDisabled !== "true");
    const aimed = offered.filter((one) => foeNames().some((name) => one.textContent.includes(name)));
    if (aimed.length) return drawn(aimed, () => 1);
    return offered.length ? drawn(offered, (one) => weight(one.textContent)) : null;
  }

  const changed = (ms) => new Promise((done) => {
    const watcher = new MutationObserver(() => finish());
    const timer = setTimeout(() => finish(), ms);
    const finish = () => {
      watcher.disconnect();
      clearTimeout(timer);
      setTimeout(done, 5);
    };
    watcher.observe(document.querySelector("bt-choices"), { childList: true, subtree: true });
  });

  let idle = performance.now();
  for (let taps = 0; taps < most && !ended();) {
    const node = next();
    if (node) {
      idle = performance.now();
      taps += 1;
      node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if (performance.now() - idle > patience) return null;
    await changed(150);
  }
  return ended();
}
