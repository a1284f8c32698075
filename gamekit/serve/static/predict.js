// The answer to a prediction, cells tagged "after-bet", stays closed until the prediction above it is stored, or until a
// reader asks for it. Nothing is secret: it is there for those who would read on before they have thought.
(function () {
  const main = document.getElementById("rendered_cells");
  const groups = [];
  let before = null;
  for (const cell of main.querySelectorAll(".jp-Cell")) {
    const tagged = cell.closest(".celltag_after-bet") !== null;
    if (tagged && before) groups.at(-1).cells.push(cell);
    else if (tagged) groups.push(closed(cell));
    if (tagged) cell.classList.add("gk-closed");
    before = tagged;
  }

  function closed(first) {
    const gate = document.createElement("div");
    const text = document.createElement("p");
    const key = document.createElement("button");
    const group = { cells: [first], gate };
    gate.className = "gk-gate";
    text.textContent = main.dataset.closed;
    key.type = "button";
    key.textContent = main.dataset.open;
    key.addEventListener("click", () => focusOn(open(group)));
    gate.append(text, key);
    first.before(gate);
    return group;
  }

  function open(group) {
    group.gate.remove();
    for (const cell of group.cells) cell.classList.remove("gk-closed");
    groups.splice(groups.indexOf(group), 1);
    return group.cells[0];
  }

  // The key that was pressed is gone: the keyboard goes on where the text begins.
  function focusOn(cell) {
    cell.tabIndex = -1;
    cell.focus({ preventScroll: true });
  }

  function betBefore(cell) {
    const follows = (bet) => bet.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
    return [...main.querySelectorAll(".gk-bet")].filter(follows).at(-1);
  }

  const watch = new MutationObserver(() => {
    for (const group of [...groups]) {
      if (betBefore(group.cells[0])?.classList.contains("gk-stored")) open(group);
    }
    if (!groups.length) watch.disconnect();
  });
  watch.observe(main, { subtree: true, childList: true, attributeFilter: ["class"] });
})();
