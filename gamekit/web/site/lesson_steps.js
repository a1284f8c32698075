// A lesson in steps: each second-level heading is one, with its number, a place in the contents and a way on.
// What is done is kept in this browser, across tabs and visits; the gallery reads it, and "start again" forgets it.
import { make, precedes, speaker, prefersReducedMotion } from "../shared/dom.js";
import { Entry, Memory, storeOf } from "../shared/storage.js";

export function showSteps() {
  /** @type {any} */
  const main = document.getElementById("rendered_cells");
  /** @type {any} */
  const nav = document.getElementById("gk-contents");
  const words = JSON.parse(nav.dataset.words);
  const say = speaker(words);
  const lesson = (document.body.dataset.lesson || decodeURIComponent(location.pathname))
    .replace(/^.*\/(?:render|lessons)\//, "")
    .replace(/\.(?:ipynb|html)$/, "");
  const memory = new Entry(`gamekit:done:${lesson}`, storeOf("localStorage"));
  const lastStep = new Memory("at"); // of this tab, for a reload
  /** @type {any[]} */
  const steps = [...main.querySelectorAll(".jp-MarkdownCell h2")].map((heading, index) => ({
    heading,
    index,
    name: heading.firstChild.textContent.trim(),
    cell: heading.closest(".jp-Cell"),
  }));
  if (steps.length < 3) return;
  // Two steps called "Explain" are told apart. What is done is kept by name, in every language by the English one.
  for (const step of [...steps].reverse()) {
    const number = steps.slice(0, step.index + 1).filter(({ name }) => name === step.name).length;
    if (number > 1) step.name = `${step.name} (${number})`;
  }
  for (const step of steps) step.heading.dataset.key = step.key = words.keys?.[step.index] ?? step.name;
  const asked = steps.slice(0, -1); // the last one says where to go next

  const stored = memory.recall()?.done;
  const done = new Set(Array.isArray(stored) ? stored : []);
  let current = 0;

  /** @param {any} step */
  function finish(step) {
    if (done.has(step.key)) return;
    done.add(step.key);
    memory.keep({ done: [...done], of: asked.length });
    paint();
  }

  /** A step that is still closed is stood for by its gate. @param {any} step */
  function findShown(step) {
    if (step.heading.offsetParent) return step.heading;
    const gates = [...main.querySelectorAll(".gk-gate")];
    return gates.filter((gate) => precedes(gate, step.cell)).at(-1) ?? step.heading;
  }

  // On a phone a step is a screen of its own: the others are elsewhere.
  const phone = window.matchMedia("(max-width: 599px)");
  /** @param {any} step */
  const inside = (step) => step.heading.previousElementSibling !== null;
  /** @param {any} step */
  function begins(step) {
    const gate = step.cell.previousElementSibling;
    return gate?.matches(".gk-gate") ? gate : step.cell;
  }

  function turn() {
    const first = current > 0 ? begins(steps[current]) : null;
    const next = steps[current + 1];
    const end = next ? begins(next) : null;
    for (const part of main.querySelectorAll(".jp-Cell, .gk-gate")) {
      const after = part === end ? !inside(next) : end && precedes(end, part);
      part.classList.toggle("gk-elsewhere", Boolean((first && precedes(part, first)) || after));
    }
    for (const { heading, index } of steps.filter(inside)) {
      for (const part of heading.parentElement.children) {
        const since = part === heading || precedes(heading, part);
        part.classList.toggle("gk-elsewhere", since !== (index === current));
      }
    }
    for (const [number, way] of ways.entries()) way.classList.toggle("gk-elsewhere", number !== current);
    document.body.classList.toggle("gk-paged", phone.matches);
  }
  phone.addEventListener("change", turn);

  /** @param {any} step */
  function turnTo(step) {
    if (!phone.matches) return;
    current = step.index;
    turn();
    paint();
    lastStep.keep(step.key);
  }

  /** @param {any} step */
  function go(step) {
    turnTo(step);
    const target = findShown(step);
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ behavior: prefersReducedMotion() ? "auto" : "smooth", block: "start" });
  }

  // Whoever is sent to something finds it on its own screen.
  document.addEventListener("gamekit:reveal", (/** @type {any} */ { target }) =>
    turnTo(steps.filter(({ heading }) => precedes(heading, target)).at(-1) ?? steps[0]),
  );

  /** @type {HTMLElement[]} */
  const ways = [];
  const list = make("ol", {});
  const where = make("summary", {});
  const again = make("button", { type: "button", class: "gk-start-again" }, words.again);
  nav.append(make("details", {}, where, list, again));
  for (const step of steps) {
    step.heading.id ||= `step-${step.index + 1}`;
    if (step.index < asked.length) step.heading.prepend(make("span", { class: "gk-step-number" }, `${step.index + 1}`));
    step.link = make("a", { href: `#${step.heading.id}` }, step.name);
    step.link.addEventListener("click", (/** @type {any} */ event) => {
      event.preventDefault();
      if (!wide.matches) nav.firstChild.open = false;
      go(step);
    });
    step.entry = make("li", {}, step.link);
    list.append(step.entry);
    const following = steps[step.index + 1];
    if (!following) continue;
    const on = make("button", { type: "button", class: "gk-on" }, say("on", { step: following.name }));
    on.addEventListener("click", () => {
      finish(step);
      go(following);
    });
    // A step may begin in the middle of a cell; what stands before its heading still belongs to the step before.
    const way = make("div", { class: "gk-way-on" }, on);
    (inside(following) ? following.heading : begins(following)).before(way);
    ways.push(way);
  }
  again.addEventListener("click", () => {
    if (!window.confirm(words.sure)) return;
    const own = `gamekit:${location.pathname}${document.body.dataset.lesson ?? ""}:`;
    for (const store of [localStorage, sessionStorage]) {
      for (const key of Object.keys(store)) if (key === memory.key || key.startsWith(own)) store.removeItem(key);
    }
    location.reload();
  });

  // On a wide screen the contents stand beside the text and stay open.
  const wide = window.matchMedia("(min-width: 1200px)");
  const unfold = () => (nav.firstChild.open = wide.matches);
  wide.addEventListener("change", unfold);
  unfold();

  function paint() {
    for (const step of steps) {
      const ready = done.has(step.key);
      step.entry.classList.toggle("gk-ready", ready);
      step.link.toggleAttribute("aria-current", step.index === current);
      if (step.index === current) step.link.setAttribute("aria-current", "step");
      step.link.textContent = ready ? say("done", { step: step.name }) : step.name;
    }
    const here = { number: Math.min(current + 1, asked.length), all: asked.length, step: steps[current].name };
    where.textContent = say("where", here);
    const isAllDone = asked.every((step) => done.has(step.key));
    document.body.classList.toggle("gk-all-done", isAllDone);
    tell();
  }

  // Whoever wants to know listens: a class, for example. The last step says where to go next and is not counted.
  function tell() {
    const number = Math.min(current + 1, asked.length);
    const ready = asked.filter((step) => done.has(step.key)).length;
    const detail = { lesson, number, steps: asked.length, name: steps[number - 1].name, done: ready };
    document.dispatchEvent(new CustomEvent("gamekit:step", { detail }));
  }
  document.addEventListener("gamekit:where", tell);

  // In a class that goes on together, what follows the last open step stays closed. A step that is opened is gone to and
  // said aloud: it lies below what was read last.
  const waits = make("p", {});
  const gate = make("div", { class: "gk-gate", role: "status" }, waits);
  const aloud = make("p", { class: "gk-aloud", role: "status" });
  main.before(aloud);
  /** @type {?number | undefined} */
  let limit; // undefined until the class has said something: who only comes back is not moved, who is sent here is
  document.addEventListener("gamekit:pace", ({ detail: { open, held, opened, sentTo } }) => {
    const more = typeof limit === "number" && open !== null && open > limit;
    const goal = sentTo || (more ? open : 0);
    const next = goal ? steps[goal - 1] : null;
    limit = open;
    const first = open === null ? null : (steps[open]?.cell ?? null);
    for (const part of main.querySelectorAll(".jp-Cell, .gk-gate, .gk-way-on")) {
      if (part === gate) continue;
      part.classList.toggle("gk-held", Boolean(first && (first === part || precedes(first, part))));
    }
    for (const step of steps) step.entry.classList.toggle("gk-held", open !== null && step.index >= open);
    const before = first?.previousElementSibling;
    waits.textContent = held;
    if (first) (before?.matches(".gk-way-on") ? before : first).before(gate);
    else gate.remove();
    before?.classList.toggle("gk-held", before.matches(".gk-way-on"));
    if (next) {
      aloud.textContent = opened.replace("{step}", next.name);
      for (const { heading } of steps) heading.classList.toggle("gk-called", heading === next.heading);
      go(next);
    }
    soon();
  });

  let waiting = false;
  function look() {
    waiting = false;
    if (phone.matches || main.style.display === "none") return; // there one goes from step to step; not shown yet
    const line = window.innerHeight / 3;
    // What is held lies nowhere on the page: nobody is there.
    const isPassed = (/** @type {any} */ step) =>
      !step.cell.matches(".gk-held") && findShown(step).getBoundingClientRect().top <= line;
    const now = steps.findLast(isPassed)?.index ?? 0;
    if (now === current) return;
    current = now;
    paint();
  }
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(look);
  }
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);

  // A card that was used ticks off its step.
  new MutationObserver((changes) => {
    soon(); // what has appeared pushes the steps down
    for (const { target } of changes) {
      if (!(target instanceof Element && target.matches(".gk-stored, .gk-done"))) continue;
      const before = steps.filter(({ cell }) => precedes(cell, target));
      if (before.length) finish(before.at(-1));
    }
  }).observe(main, { subtree: true, childList: true, attributeFilter: ["class", "style"] });
  nav.hidden = false;
  document.body.classList.add("gk-in-steps");
  const kept = steps.find(({ heading, key }) =>
    location.hash ? `#${heading.id}` === location.hash : key === lastStep.recall(),
  );
  if (phone.matches && kept) current = kept.index;
  turn();
  paint();
  look();
}
