// The answer to a prediction, cells tagged "after-bet", stays closed until the prediction above it is stored, or until a
// reader asks for it; what follows a question on the way, a cell tagged "ask", until that was answered, rightly or not.
// Nothing is secret: it is there for those who would read on before they have thought.
import { goTo, make, precedes } from "../shared/dom.js";
import { Memory, storeOf } from "../shared/storage.js";

export function hideAnswers() {
  /** @type {any} */
  const main = document.getElementById("rendered_cells");
  /** @type {{cells: Element[], gate: HTMLElement}[]} */
  const groups = []; // answers to predictions
  /** @type {any[]} */
  const asks = []; // questions on the way
  const aloud = make("p", { class: "gk-aloud", role: "status" });
  /** @param {string} label @param {() => void} onclick */
  const key = (label, onclick) => make("button", { type: "button", onclick }, label);
  /** @param {string} sentence @param {HTMLElement[]} keys */
  const makeGate = (sentence, ...keys) => make("div", "gk-gate", make("p", {}, sentence), ...keys);
  let before = null;
  main.before(aloud);
  for (const cell of main.querySelectorAll(".jp-Cell")) {
    const tagged = cell.closest(".celltag_after-bet") !== null;
    if (tagged && before) groups.at(-1)?.cells.push(cell);
    else if (tagged) groups.push(closeGroup(cell));
    if (tagged) cell.classList.add("gk-closed");
    before = tagged;
    // What a question on the way keeps closed ends with the next question, or where the next step begins.
    if (!cell.querySelector("h2")) asks.at(-1)?.add(cell);
    else asks.at(-1)?.end();
    if (cell.closest(".celltag_ask")) asks.push(makeQuestion(cell, asks.length));
  }

  /** @param {any} first */
  function closeGroup(first) {
    /** @type {{cells: Element[], gate: HTMLElement}} */
    const group = { cells: [first], gate: makeGate(main.dataset.closed) };
    const bet = () => betBefore(first);
    group.gate.append(key(main.dataset.predict, () => bet() && goTo(bet())));
    group.gate.append(key(main.dataset.open, () => focusOn(open(group))));
    first.before(group.gate);
    return group;
  }

  /** What was answered is kept in this browser, as predictions are. @param {any} question @param {number} number */
  function makeQuestion(question, number) {
    const memory = new Memory(`asked-${number}`, storeOf("localStorage"));
    /** @type {any} */
    const ask = { question, cells: [], ended: false, answered: memory.recall() !== null };
    ask.add = (/** @type {any} */ cell) => ask.ended || ask.cells.push(cell);
    ask.end = () => (ask.ended = true);
    ask.answer = () => {
      ask.answered = true;
      memory.keep(1);
      lookAtAsks();
    };
    const anyway = key(main.dataset.open, () => {
      ask.answer();
      focusOn(ask.cells[0]);
    });
    ask.gate = makeGate(main.dataset.asked, anyway);
    question.after(ask.gate);
    return ask;
  }

  function lookAtAsks() {
    for (const { question, cells, answered, gate } of asks) {
      const later = question.matches(".gk-later");
      for (const cell of cells) cell.classList.toggle("gk-later", later || !answered);
      gate.hidden = answered || later || question.matches(".gk-closed");
    }
  }

  /** @param {any} group */
  function open(group) {
    group.gate.remove();
    for (const cell of group.cells) cell.classList.remove("gk-closed");
    groups.splice(groups.indexOf(group), 1);
    return group.cells[0];
  }

  /** The key that was pressed is gone: the keyboard goes on where the text begins. @param {any} cell */
  function focusOn(cell) {
    cell.tabIndex = -1;
    cell.focus({ preventScroll: true });
  }

  /** @param {any} cell */
  function betBefore(cell) {
    return [...main.querySelectorAll(".gk-bet")].filter((bet) => precedes(bet, cell)).at(-1);
  }

  // Whoever is sent to something finds it open.
  document.addEventListener("gamekit:reveal", ({ target }) => {
    const within = (/** @type {Element[]} */ cells) =>
      cells.some((cell) => cell.contains(/** @type {Node} */ (target)));
    for (const group of [...groups]) if (within(group.cells)) open(group);
    for (const ask of asks) if (within(ask.cells) && !ask.answered) ask.answer();
    lookAtAsks();
  });

  const watch = new MutationObserver(() => {
    for (const group of [...groups]) {
      if (betBefore(group.cells[0])?.matches(".gk-stored:not(.gk-voting)")) open(group); // a class votes on it: not yet
    }
    for (const ask of asks) {
      if (ask.answered || !ask.question.querySelector(".gk-done")) continue;
      ask.answer();
      aloud.textContent = main.dataset.goes;
    }
    lookAtAsks();
    if (!groups.length && asks.every(({ answered }) => answered)) watch.disconnect();
  });
  lookAtAsks();
  watch.observe(main, { subtree: true, childList: true, attributeFilter: ["class"] });
}
