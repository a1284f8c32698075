// Every page whose visitor is in a class: sends bets, answers and steps, and does what the teacher has set for all.
// What is not confirmed by the server stays in this browser and is sent again (web/class/send_queue.js). Without a class it does nothing.
(async function () {
  /** @import { AnswerSaid, PupilAnswered, PupilState, Report, StepSaid, WaitingReport } from "../shared/class_types" */
  const { dataset, src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL(dataset.base ?? "", location.href).pathname;
  const lesson = location.pathname.startsWith(`${base}lessons/`)
    ? decodeURIComponent(location.pathname.slice(`${base}lessons/`.length)).replace(/\.html$/, "")
    : null;
  const cookie = `gamekit-in-${location.host.replace(/[^A-Za-z0-9]/g, "-")}-`;
  const listClasses = () => {
    const ours = document.cookie.split("; ").filter((one) => one.startsWith(cookie));
    return ours.map((one) => one.slice(cookie.length).split("=")[0]);
  };
  if (!listClasses().length) return;

  const RETRY_MS = 2000;
  const SETTLE_MS = 1200; // a step that is only scrolled past is not where somebody is
  // What cards and steps say before the class has answered.
  /** @type {{target: ?EventTarget, detail: AnswerSaid}[]} */
  const answers = [...(globalThis.gamekitSaid ?? [])];
  /** @type {StepSaid[]} */
  const steps = [];
  const keepAnswer = (/** @type {CustomEvent<AnswerSaid>} */ event) => answers.push(event);
  const keepStep = (/** @type {CustomEvent<StepSaid>} */ { detail }) => steps.push(detail);
  document.addEventListener("gamekit:said", keepAnswer);
  document.addEventListener("gamekit:step", keepStep);
  document.dispatchEvent(new CustomEvent("gamekit:where"));

  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("class.css", src).href;
  document.head.append(style);

  /** @returns {Promise<PupilAnswered>} */
  async function fetchState() {
    for (;;) {
      try {
        const answer = await fetch(`${base}class/me`, { cache: "no-store" });
        if (answer.ok || answer.status === 403) return await answer.json();
      } catch (problem) {
        // No network, or somebody else's answer, such as the page of a hotspot: try again.
        if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem;
      }
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }

  const first = await fetchState();
  const mine = first.state ? first : null;
  // What was kept for somebody else in this class, or for a class this browser is not in any more, is forgotten.
  const own = mine ? `gamekit:class:${mine.state.class}:${mine.state.me}:` : null;
  const others = listClasses().filter((one) => one !== mine?.state.class);
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store)) {
      const stays = (own && key.startsWith(own)) || others.some((one) => key.startsWith(`gamekit:class:${one}:`));
      if (key.startsWith("gamekit:class:") && !stays) store.removeItem(key);
    }
  }
  if (!mine) return;
  const names = { followed: `${own}followed`, go: `${own}go`, step: `${own}step` };
  const { words } = mine;
  let { state, xsrf } = mine;
  /** @type {typeof import("../shared/dom.js")} */
  const { goTo, list, make, speaker, prefersReducedMotion } = await import(`${base}web/shared/dom.js`);
  /** @type {typeof import("../shared/storage.js")} */
  const { Entry, storeOf } = await import(`${base}web/shared/storage.js`);
  /** @type {typeof import("./send_queue.js")} */
  const { Queue } = await import(`${base}web/class/send_queue.js`);
  /** @type {typeof import("./requests.js")} */
  const { sendToClass } = await import(`${base}web/class/requests.js`);
  /** @type {typeof import("./line.js")} */
  const { Line } = await import(`${base}web/class/line.js`);
  const followedLast = new Entry(names.followed, storeOf("localStorage")); // by whatever tab
  const say = speaker(words);
  const queue = new Queue({ own: String(own), deliver, mark: confirm });

  // --- the strip -----------------------------------------------------------------------------------------------------
  // One line, one key, in its own room at the top: it covers no hand, no field, no switch of languages.
  const status = make("p", { role: "status" });
  const who = make("a", { href: `${base}class` });
  const clock = make("span", { class: "gk-class-clock", role: "timer" });
  const way = make("a", { class: "gk-class-key", hidden: true });
  const look = { class: "gk-class gk-look", "aria-label": "class" };
  const strip = make("aside", look, make("i", { "aria-hidden": "true" }), status, clock, way);
  document.body.prepend(strip);
  // A question that was put to all, until it is answered or closed: its key, and its card where that is on this page.
  /** @type {{key: string, card: HTMLElement} | null} */
  let asked = null;
  let note = ""; // what was last said about something sent, or about where all go
  let timed = ""; // that a timer runs, said once
  way.addEventListener("click", (event) => {
    if (!asked || way.hasAttribute("href")) return;
    event.preventDefault();
    goToCard(asked.card);
  });
  // A pupil's screen is dark while all look to the front; where there is no line to the class, it is not.
  const darkness = { class: "gk-class-front gk-look", "aria-label": say("front") };
  const front = make("dialog", darkness, make("strong", {}, say("front")), make("span", {}, say("front_more")));
  front.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(front);

  /** What the strip says, in the order of what matters most: [look, sentence, key, where it leads]. @returns {[string, string | Node, string?, string?]} */
  function sentence() {
    if (queue.ended) return ["lost", out];
    if (line?.state === "lost") return ["lost", say("lost")];
    if (state.talk) return ["asks wraps", sayPartners(state.talk)];
    const move = state.votes[state.sent?.lesson ?? ""]?.[`move-${state.move}`] === "open";
    const there = location.pathname === `${base}class/move`;
    if (move && !there) return ["asks", say("move"), say("answer"), `${base}class/move`];
    if (note) return [asked ? "asks" : "done", note, asked ? say("answer") : undefined];
    if (asked) return ["asks", say("asked"), say("answer")];
    if (timed) return ["quiet", timed];
    const slow = line?.state === "polling" ? ` · ${say("asking")}` : "";
    who.textContent = `${say("in", { who: state.name ? `${state.name} (${state.number})` : say("pupil", { number: state.number }) })}${slow}`;
    const elsewhere = state.sent && location.pathname !== base + state.page;
    return ["quiet", who, elsewhere ? say("lesson") : undefined, base + state.page];
  }

  function paint() {
    const [look, text, key, href] = sentence();
    strip.className = `gk-class gk-look ${look.replace(/\w+/g, "gk-class-$&")}`;
    if (status.textContent !== (typeof text === "string" ? text : text.textContent)) status.replaceChildren(text);
    way.hidden = !key;
    if (key) way.textContent = key;
    if (href) way.href = href;
    else way.removeAttribute("href");
    way.setAttribute("role", href ? "link" : "button");
    way.tabIndex = 0;
    strip.setAttribute("aria-label", state.name ?? say("pupil", { number: state.number }));
    const dark = !queue.ended && state.paused !== null && (line?.state === "live" || line?.state === "polling");
    if (dark !== front.open) dark ? front.showModal() : front.close();
  }

  /** With whom to talk about what both have answered, by nickname or number. @param {NonNullable<PupilState["talk"]>} talk */
  function sayPartners({ with: others, differ }) {
    if (!others.length) return say("talk_alone");
    const names = others.map((one) => (/^\d+$/.test(one) ? say("pupil", { number: one }) : one));
    return say(differ ? "talk_differ" : "talk_same", { who: list(names) });
  }

  function tick() {
    const left = state.timer === null ? null : state.timer - (state.paused ?? Date.now() / 1000 - offset);
    clock.hidden = left === null || left < -60;
    if (clock.hidden || (left ?? 0) <= 0) timed = "";
    if (clock.hidden) return paint();
    const whole = Math.max(0, Math.ceil(left ?? 0));
    clock.textContent = whole ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` : say("over");
    clock.classList.toggle("gk-class-over", !whole);
    paint();
  }

  // --- what is sent --------------------------------------------------------------------------------------------------
  /** What a key's card is, on this page. @type {Map<string, {root: HTMLElement, value?: number, round?: number, asked?: number}>} */
  const cards = new Map();

  /** Say on a card how what was sent from it stands. @param {string} key @param {string} sentence @param {Record<string, unknown>} [values] */
  function mark(key, sentence, values) {
    const root = cards.get(key)?.root;
    const note =
      root?.querySelector(":scope > .gk-class-note") ?? make("p", { class: "gk-class-note", role: "status" });
    if (!note.isConnected) root?.append(note);
    note.textContent = say(sentence, values);
    note.classList.toggle("gk-class-waiting", sentence !== "sent");
    return note;
  }

  /** @param {Report} report @param {string} sentence @param {Record<string, unknown>} [values] */
  function confirm(report, sentence, values) {
    if (report.kind === "step" || report.lesson !== lesson || !cards.has(report.key)) return;
    // What another tab has left in the queue may be sent by this one.
    const other = sentence === "sent" && isAnsweredElsewhere(report.key);
    repeat(mark(report.key, other ? "elsewhere" : sentence, values));
  }

  /** Whether the class has another answer than this page's card. @param {string} key */
  function isAnsweredElsewhere(key) {
    const last = queue.lastSent(lesson, key);
    const card = cards.get(key);
    return Boolean(last && card && "value" in card && (last.value !== card.value || last.round !== card.round));
  }

  let repeated = "";
  /** Where a line of the page is out of sight, as on a phone, the strip says it, until another one holds. @param {Element} line */
  function repeat(line) {
    const { top, bottom } = line.getBoundingClientRect();
    const seen = bottom < innerHeight && top > strip.getBoundingClientRect().bottom;
    if (seen && note !== repeated) return; // the strip says something else
    note = repeated = seen ? "" : (line.textContent ?? "");
    paint();
  }

  // Another tab of the same browser has answered what stands here with another answer.
  addEventListener("storage", ({ key }) => {
    if (key !== queue.sent.key) return;
    for (const name of cards.keys()) if (isAnsweredElsewhere(name)) mark(name, "elsewhere");
  });

  /** "stored", "later", or the reason why the server does not want it. @param {WaitingReport} report @returns {Promise<string>} */
  async function deliver({ kind: _kind, ...report }) {
    const answer = await sendToClass(`${base}class/report`, report, xsrf);
    if (answer?.ok && answer.told.stored === report.turn) return "stored";
    if (answer?.status === 400 && answer.told.refused) return answer.told.refused;
    if (answer?.status === 403) {
      const answered = await fetchState();
      if (!answered.state) return leaveClass(answered);
      ({ xsrf } = answered);
    }
    return "later";
  }

  let out = "";
  /** The class has ended, or this pupil is not in it any more: the server says which. @param {{refused?: string}} answered */
  function leaveClass({ refused = say("ended") }) {
    out = refused;
    queue.end();
    document.cookie = `${cookie}${state.class}=; path=${base}; max-age=0`;
    publish(null);
    followedLast.forget();
    for (const key of Object.values(names)) sessionStorage.removeItem(key);
    setPace(null);
    paint();
    return "later";
  }

  // --- what cards and steps say --------------------------------------------------------------------------------------
  const round = (/** @type {string} */ key) => state.rounds[lesson ?? ""]?.[key] ?? 1;

  /** @param {{target: ?EventTarget, detail: AnswerSaid}} event */
  function reportAnswer({ target, detail }) {
    if (lesson === null || !(target instanceof HTMLElement)) return;
    const { kind, key, value, recalled } = detail;
    cards.set(key, { ...cards.get(key), root: target, value, round: round(key) });
    if (!recalled) dropQuestion(target);
    const last = queue.lastSent(lesson, key);
    if (recalled && last && last.round < round(key)) return askAgain(key);
    if (recalled && last?.round === round(key) && last.value === value) return void mark(key, "sent");
    queue.add({ kind, lesson, key, round: round(key), value });
  }

  const goToCard = (/** @type {HTMLElement} */ root) => goTo(root, prefersReducedMotion() ? "auto" : "smooth");

  /** The teacher asks: the card is on the screen, marked, and the way back to it stands in the strip until it is answered. @param {HTMLElement} root @param {string} key @param {string} sentence */
  function putQuestion(root, key, sentence) {
    for (const other of document.querySelectorAll(".gk-class-asked")) other.classList.remove("gk-class-asked");
    root.classList.add("gk-class-asked");
    asked = { key, card: root };
    note = sentence;
    paint();
    goToCard(root);
  }

  /** @param {HTMLElement} root */
  function dropQuestion(root) {
    root.classList.remove("gk-class-asked");
    if (asked?.card !== root) return;
    asked = null;
    note = "";
    paint();
  }

  /** @param {string} key */
  function askAgain(key) {
    const card = cards.get(key);
    if (!card || card.asked === round(key)) return;
    card.asked = round(key);
    tellVote(card.root, key, true);
    mark(key, "again");
  }

  // --- votes ---------------------------------------------------------------------------------------------------------
  const numberIn = (/** @type {string} */ key) => Number(/\/(\d+)$/.exec(key)?.[1] ?? 0);
  const findCard = (/** @type {string} */ key) =>
    /** @type {?HTMLElement} */ (document.querySelector(`[data-key="${CSS.escape(key.split("/")[0])}"]`));

  /** Tell a card how the class's vote on its question stands. @param {HTMLElement} root @param {string} key */
  function tellVote(root, key, again = false) {
    const stage = state.votes[lesson ?? ""]?.[key];
    const last = queue.lastSent(lesson, key);
    const value = last?.round === round(key) ? last.value : null;
    root.classList.toggle("gk-voting", stage === "open" || stage === "talk");
    const text = stage ? say(`vote_${stage}`) : "";
    const detail = { number: numberIn(key), stage: stage ?? null, text, value, last: last?.value ?? null, again };
    root.dispatchEvent(new CustomEvent("gamekit:vote", { detail }));
    if (stage !== "open" && asked?.key === key) dropQuestion(root); // closed, or called off
  }

  /** One that is called off is told so, too. @type {Set<string>} */
  const votedKeys = new Set();
  function tellVotes() {
    for (const key of new Set([...votedKeys, ...Object.keys(state.votes[lesson ?? ""] ?? {})])) {
      const root = findCard(key);
      if (!root) continue;
      votedKeys.add(key);
      if (!cards.has(key)) cards.set(key, { root });
      tellVote(root, key);
    }
  }

  // Where everybody was sent to, as soon as it is there.
  function goToAsked() {
    const key = sessionStorage.getItem(names.go);
    const root = key === null ? null : findCard(key);
    if (key === null || !root) return;
    sessionStorage.removeItem(names.go);
    putQuestion(root, key, round(key) > 1 ? say("again") : "");
  }

  document.addEventListener("gamekit:card", () =>
    queueMicrotask(() => {
      if (queue.ended) return;
      tellVotes();
      goToAsked();
    }),
  );

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let stepTimer;
  let reported = "";
  /** @param {StepSaid} step */
  function reportStep({ lesson, number, done }) {
    clearTimeout(stepTimer);
    stepTimer = setTimeout(() => {
      /** @type {Report} */
      const report = { kind: "step", lesson, number, done };
      if (JSON.stringify(report) === reported) return;
      reported = JSON.stringify(report);
      queue.add(report);
    }, SETTLE_MS);
  }

  /** Other scripts of the page listen; one that comes later looks. @param {?PupilState} now */
  function publish(now) {
    globalThis.gamekitInClass = now;
    document.dispatchEvent(new CustomEvent("gamekit:class", { detail: now }));
  }

  // --- what holds for all --------------------------------------------------------------------------------------------
  let offset = 0; // seconds this clock is ahead of the server's

  /** Hold the steps of a lesson after an open one back; null opens all. @param {?number} open @param {number} [sentTo] */
  function setPace(open, sentTo = 0) {
    const detail = { open, held: say("held"), opened: words.opened, sentTo };
    document.dispatchEvent(new CustomEvent("gamekit:pace", { detail }));
  }

  /** @param {PupilState} now */
  function applyState(now) {
    if (now.timer !== null && now.timer > now.now && now.timer !== state.timer)
      timed = say("timer", { minutes: Math.max(1, Math.round((now.timer - now.now) / 60)) });
    state = now;
    offset = Date.now() / 1000 - state.now;
    paint();
    tick();
    publish(state);
    if (lesson !== null) {
      const open = state.pace[lesson] ?? null;
      const sentTo = Number(sessionStorage.getItem(names.step));
      sessionStorage.removeItem(names.step);
      setPace(open, sentTo);
      for (const key of cards.keys()) {
        const last = queue.lastSent(lesson, key)?.round;
        if (last && last < round(key)) askAgain(key);
      }
      tellVotes();
      goToAsked();
    }
    followTeacher();
  }

  // Each sending is followed once by each tab; whoever goes elsewhere afterwards, or opens another one, stays there.
  // Whoever is sent twice within a moment goes to the second.
  let going = 0; // to which sending, while that is said
  let gone = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let leaveTimer;
  function followTeacher() {
    const followed = Number(sessionStorage.getItem(names.followed) ?? followedLast.recall() ?? 0);
    if (!sessionStorage.getItem(names.followed)) sessionStorage.setItem(names.followed, String(followed));
    if (!state.sent || gone || state.sent.number <= Math.max(followed, going)) return;
    const { number, key, step, lesson: to } = state.sent;
    if (to.startsWith("moves/") && state.move === null) return; // it is over
    const room = to === "tournament" ? "class/tournament" : to.startsWith("moves/") ? "class/move" : null;
    const page = `${base}${room ?? `lessons/${to}.html`}`;
    const follow = () => {
      sessionStorage.setItem(names.followed, String(number));
      followedLast.keep(number);
      if (key !== null && room === null) sessionStorage.setItem(names.go, key);
      if (step !== null && room === null && to !== lesson) sessionStorage.setItem(names.step, String(step));
    };
    clearTimeout(leaveTimer);
    going = number;
    if (room === null ? to === lesson : location.pathname === page) {
      follow();
      return goToAsked();
    }
    note = say("go");
    paint();
    leaveTimer = setTimeout(() => {
      follow();
      gone = true;
      location.assign(page);
    }, 900);
  }

  document.removeEventListener("gamekit:said", keepAnswer);
  document.removeEventListener("gamekit:step", keepStep);
  document.addEventListener("gamekit:said", reportAnswer);
  document.addEventListener("gamekit:step", ({ detail }) => reportStep(detail));
  document.addEventListener("gamekit:told", ({ target }) => target instanceof Element && repeat(target));
  new ResizeObserver(() => document.body.style.setProperty("--gk-strip", `${strip.offsetHeight}px`)).observe(strip);
  /** @type {?import("./line.js").Line<PupilState>} */
  let line = null;
  applyState(state);
  for (const event of answers) reportAnswer(event);
  for (const step of steps) reportStep(step);
  addEventListener("online", () => queue.send());
  setInterval(tick, 500);
  const place = `?at=${encodeURIComponent(location.pathname.slice(base.length))}`;
  line = new Line({
    base,
    live: `${base}class/live/pupil${place}`,
    polled: `${base}class/polled/pupil${place}`,
    onMessage: applyState,
    onState(state) {
      paint();
      if (state !== "lost") queue.send();
    },
    onEnd: async () => leaveClass(await fetchState()),
  });
  queue.send();
})();
