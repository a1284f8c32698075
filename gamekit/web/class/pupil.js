// Every page whose visitor is in a class: sends bets, answers and steps, and does what the teacher has set for all.
// What is not confirmed by the server stays in this browser and is sent again (web/class/send_queue.js). Without a class it does nothing.
(async function () {
  const { dataset, src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL(dataset.base ?? "", location.href).pathname;
  const lesson = location.pathname.startsWith(`${base}lessons/`)
    ? decodeURIComponent(location.pathname.slice(`${base}lessons/`.length)).replace(/\.html$/, "")
    : null;
  const markers = () => {
    const ours = `gamekit-in-${location.host.replace(/[^A-Za-z0-9]/g, "-")}-`;
    return document.cookie
      .split("; ")
      .filter((one) => one.startsWith(ours))
      .map((one) => one.slice(ours.length).split("=")[0]);
  };
  if (!markers().length) return;

  const RETRY_MS = 2000;
  const SETTLE_MS = 1200; // a step that is only scrolled past is not where somebody is
  const heard = [...(globalThis.gamekitSaid ?? [])]; // what cards say before the class has answered
  const early = (event) => heard.push(event);
  for (const kind of ["gamekit:said", "gamekit:step"]) document.addEventListener(kind, early);
  document.dispatchEvent(new CustomEvent("gamekit:where"));

  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("class.css", src).href;
  document.head.append(style);

  async function me() {
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

  const first = await me();
  const mine = first.state ? first : null;
  // What was kept for somebody else in this class, or for a class this browser is not in any more, is forgotten.
  const own = mine ? `gamekit:class:${mine.state.class}:${mine.state.me}:` : null;
  const others = markers()
    .filter((one) => one !== mine?.state.class)
    .map((one) => `gamekit:class:${one}:`);
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store)) {
      const stays = (own && key.startsWith(own)) || others.some((one) => key.startsWith(one));
      if (key.startsWith("gamekit:class:") && !stays) store.removeItem(key);
    }
  }
  if (!mine) return;
  const kept = { followed: `${own}followed`, go: `${own}go`, step: `${own}step` };
  const { words } = mine;
  let { state, xsrf } = mine;
  /** @type {typeof import("../shared/dom.js")} */
  const { goTo, list, make, speaker, stillness } = await import(`${base}web/shared/dom.js`);
  /** @type {typeof import("../shared/storage.js")} */
  const { Entry, storeOf } = await import(`${base}web/shared/storage.js`);
  /** @type {typeof import("./send_queue.js")} */
  const { Queue } = await import(`${base}web/class/send_queue.js`);
  /** @type {typeof import("./line.js")} */
  const { Line } = await import(`${base}web/class/line.js`);
  const followedLast = new Entry(kept.followed, storeOf("localStorage")); // by whatever tab
  const say = speaker(words);
  const queue = new Queue({ own: String(own), deliver, mark: confirm });

  // --- the strip -----------------------------------------------------------------------------------------------------
  // One line, one key, in its own room at the top: it covers no hand, no field, no switch of languages.
  const line_ = make("p", { role: "status" });
  const who = make("a", { href: `${base}class` });
  const clock = make("span", { class: "gk-class-clock", role: "timer" });
  const way = make("a", { class: "gk-class-key", hidden: true });
  const strip = make(
    "aside",
    { class: "gk-class gk-look", "aria-label": "class" },
    make("i", { "aria-hidden": "true" }),
    line_,
    clock,
    way,
  );
  document.body.prepend(strip);
  // A question that was put to all, until it is answered or closed: its key, and its card where that is on this page.
  /** @type {{key: string, card: HTMLElement} | null} */
  let asked = null;
  let note = ""; // what was last said about something sent, or about where all go
  let timed = ""; // that a timer runs, said once
  way.addEventListener("click", (event) => {
    if (!asked || way.hasAttribute("href")) return;
    event.preventDefault();
    bring(asked.card);
  });
  // A pupil's screen is dark while all look to the front; where there is no line to the class, it is not.
  const front = make(
    "dialog",
    { class: "gk-class-front gk-look", "aria-label": say("front") },
    make("strong", {}, say("front")),
    make("span", {}, say("front_more")),
  );
  front.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(front);

  // What the strip says, in the order of what matters most: [look, sentence, key, where it leads].
  /** @returns {[string, string | Node, string?, string?]} */
  function sentence() {
    const standing = line?.standing ?? "opening";
    if (queue.ended) return ["lost", out];
    if (standing === "lost") return ["lost", say("lost")];
    if (state.talk) return ["asks wraps", talkTo(state.talk)];
    const move = state.votes[state.sent?.lesson ?? ""]?.[`move-${state.move}`] === "open";
    const there = location.pathname === `${base}class/move`;
    if (move && !there) return ["asks", say("move"), say("answer"), `${base}class/move`];
    if (note) return [asked ? "asks" : "done", note, asked ? say("answer") : undefined];
    if (asked) return ["asks", say("asked"), say("answer")];
    if (timed) return ["quiet", timed];
    const slow = standing === "asking" ? ` · ${say("asking")}` : "";
    who.textContent = `${say("in", { who: state.name ? `${state.name} (${state.number})` : say("pupil", { number: state.number }) })}${slow}`;
    const elsewhere = state.sent && location.pathname !== base + state.page;
    return ["quiet", who, elsewhere ? say("lesson") : undefined, base + state.page];
  }

  function paint() {
    const [look, text, key, href] = sentence();
    strip.className = `gk-class gk-look ${look.replace(/\w+/g, "gk-class-$&")}`;
    if (line_.textContent !== (typeof text === "string" ? text : text.textContent)) line_.replaceChildren(text);
    way.hidden = !key;
    if (key) way.textContent = key;
    if (href) way.href = href;
    else way.removeAttribute("href");
    way.setAttribute("role", href ? "link" : "button");
    way.tabIndex = 0;
    strip.setAttribute("aria-label", state.name ?? say("pupil", { number: state.number }));
    const dark = !queue.ended && state.paused !== null && ["live", "asking"].includes(line?.standing ?? "");
    if (dark !== front.open) dark ? front.showModal() : front.close();
  }

  // With whom to talk about what both have answered, by nickname or number.
  function talkTo({ with: others, differ }) {
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
  /** @type {Map<string, any>} */
  const cards = new Map(); // what a key's card is, on this page

  function mark(report, key, values) {
    const card = cards.get(report.key);
    if (!card || report.lesson !== lesson) return;
    let line = card.root.querySelector(":scope > .gk-class-note");
    if (!line) card.root.append((line = make("p", { class: "gk-class-note", role: "status" })));
    line.textContent = say(key, values);
    line.classList.toggle("gk-class-waiting", key !== "sent");
  }

  function confirm(report, key, values) {
    mark(report, key, values);
    const line = report.lesson === lesson && cards.get(report.key)?.root.querySelector(":scope > .gk-class-note");
    if (line) repeat(line);
  }

  // Where a line of the page is out of sight, as on a phone, the strip says it, until another one holds.
  let repeated = "";
  function repeat(line) {
    const { top, bottom } = line.getBoundingClientRect();
    const seen = bottom < innerHeight && top > strip.getBoundingClientRect().bottom;
    if (seen && note !== repeated) return; // the strip says something else
    note = repeated = seen ? "" : line.textContent;
    paint();
  }

  // Another tab of the same browser has answered what stands here with another answer.
  addEventListener("storage", ({ key }) => {
    if (key !== queue.sent.key) return;
    for (const [name, card] of cards) {
      const last = queue.last(lesson, name);
      if (last && "value" in card && (last.value !== card.value || last.round !== card.round))
        mark({ lesson, key: name }, "elsewhere");
    }
  });

  // "stored", "later", or the reason why the server does not want it.
  async function deliver({ kind: _kind, ...report }) {
    try {
      const answer = await fetch(`${base}class/report`, {
        method: "POST",
        body: JSON.stringify(report),
        headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf },
      });
      if (answer.ok && (await answer.json()).stored === report.turn) return "stored";
      if (answer.status === 400) return (await answer.json()).refused;
      if (answer.status === 403) {
        const again = await me();
        if (!again.state) return over(again);
        ({ xsrf } = again);
      }
    } catch (problem) {
      if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem; // no network, or no answer of ours
    }
    return "later";
  }

  // The class has ended, or this pupil is not in it any more: the server says which.
  let out = "";
  function over({ refused = say("ended") }) {
    out = refused;
    queue.end();
    const marker = `gamekit-in-${location.host.replace(/[^A-Za-z0-9]/g, "-")}-${state.class}`;
    document.cookie = `${marker}=; path=${base}; max-age=0`;
    publish(null);
    followedLast.forget();
    for (const key of Object.values(kept)) sessionStorage.removeItem(key);
    document.dispatchEvent(
      new CustomEvent("gamekit:pace", { detail: { open: null, held: "", opened: "", sentTo: 0 } }),
    );
    paint();
    return "later";
  }

  // --- what cards and steps say --------------------------------------------------------------------------------------
  const round = (key) => state.rounds[lesson ?? ""]?.[key] ?? 1;

  /** @param {any} event */
  function cardSaid({ target, detail }) {
    if (lesson === null) return;
    const { kind, key, value, recalled } = detail;
    cards.set(key, { ...cards.get(key), root: target, value, round: round(key) });
    if (!recalled) dropQuestion(target);
    const last = queue.last(lesson, key);
    if (recalled && last && last.round < round(key)) return askAgain(key);
    if (recalled && last?.round === round(key) && last.value === value) return mark({ lesson, key }, "sent");
    queue.put({ kind, lesson, key, round: round(key), value });
  }

  const bring = (/** @type {any} */ root) => goTo(root, stillness() ? "auto" : "smooth");

  // The teacher asks: the card is on the screen, marked, and the way back to it stands in the strip until it is answered.
  function take(root, key, sentence) {
    for (const other of document.querySelectorAll(".gk-class-asked")) other.classList.remove("gk-class-asked");
    root.classList.add("gk-class-asked");
    asked = { key, card: root };
    note = sentence;
    paint();
    bring(root);
  }

  function dropQuestion(root) {
    root.classList.remove("gk-class-asked");
    if (asked?.card !== root) return;
    asked = null;
    note = "";
    paint();
  }

  function askAgain(key) {
    const card = cards.get(key);
    if (card.asked === round(key)) return;
    card.asked = round(key);
    lead(card.root, key, true);
    mark({ lesson, key }, "again");
  }

  // --- votes ---------------------------------------------------------------------------------------------------------
  const numberIn = (key) => Number(/\/(\d+)$/.exec(key)?.[1] ?? 0);
  const rootOf = (key) =>
    /** @type {?HTMLElement} */ (document.querySelector(`[data-key="${CSS.escape(key.split("/")[0])}"]`));

  // How the class's vote on a question stands, told to its card.
  function lead(root, key, again = false) {
    const stage = state.votes[lesson ?? ""]?.[key];
    const last = queue.last(lesson, key);
    const value = last?.round === round(key) ? last.value : null;
    root.classList.toggle("gk-voting", stage === "open" || stage === "talk");
    const text = stage ? say(`vote_${stage}`) : "";
    const detail = { number: numberIn(key), stage: stage ?? null, text, value, last: last?.value ?? null, again };
    root.dispatchEvent(new CustomEvent("gamekit:vote", { detail }));
    if (stage !== "open" && asked?.key === key) dropQuestion(root); // closed, or called off
  }

  const led = new Set(); // one that is called off is told so, too
  function leadAll() {
    for (const key of new Set([...led, ...Object.keys(state.votes[lesson ?? ""] ?? {})])) {
      const root = rootOf(key);
      if (!root) continue;
      led.add(key);
      if (!cards.has(key)) cards.set(key, { root });
      lead(root, key);
    }
  }

  // Where everybody was sent to, as soon as it is there.
  function arrive() {
    const key = sessionStorage.getItem(kept.go);
    const root = key === null ? null : rootOf(key);
    if (key === null || !root) return;
    sessionStorage.removeItem(kept.go);
    take(root, key, round(key) > 1 ? say("again") : "");
  }

  document.addEventListener("gamekit:card", () =>
    queueMicrotask(() => {
      if (queue.ended) return;
      leadAll();
      arrive();
    }),
  );

  let settling = null;
  let reported = "";
  /** @param {any} event */
  function stepTold({ detail }) {
    clearTimeout(settling);
    settling = setTimeout(() => {
      const { number, done } = detail;
      const report = { kind: "step", lesson: detail.lesson, number, done };
      if (JSON.stringify(report) === reported) return;
      reported = JSON.stringify(report);
      queue.put(report);
    }, SETTLE_MS);
  }

  // Other scripts of the page listen; one that comes later looks.
  function publish(now) {
    globalThis.gamekitInClass = now;
    document.dispatchEvent(new CustomEvent("gamekit:class", { detail: now }));
  }

  // --- what holds for all --------------------------------------------------------------------------------------------
  let offset = 0; // seconds this clock is ahead of the server's
  function obey(now) {
    const begins = now.timer !== null && now.timer > now.now && now.timer !== state.timer;
    state = now;
    if (begins) timed = say("timer", { minutes: Math.max(1, Math.round((state.timer - state.now) / 60)) });
    offset = Date.now() / 1000 - state.now;
    paint();
    tick();
    publish(state);
    if (lesson !== null) {
      const open = state.pace[lesson] ?? null;
      const sentTo = Number(sessionStorage.getItem(kept.step));
      sessionStorage.removeItem(kept.step);
      document.dispatchEvent(
        new CustomEvent("gamekit:pace", { detail: { open, held: say("held"), opened: words.opened, sentTo } }),
      );
      for (const key of cards.keys()) {
        const last = queue.last(lesson, key)?.round;
        if (last && last < round(key)) askAgain(key);
      }
      leadAll();
      arrive();
    }
    follow();
  }

  // Each sending is followed once by each tab; whoever goes elsewhere afterwards, or opens another one, stays there.
  // Whoever is sent twice within a moment goes to the second.
  let going = 0; // to which sending, while that is said
  let gone = false;
  let leaves;
  function follow() {
    const followed = Number(sessionStorage.getItem(kept.followed) ?? followedLast.recall() ?? 0);
    if (!sessionStorage.getItem(kept.followed)) sessionStorage.setItem(kept.followed, String(followed));
    if (!state.sent || gone || state.sent.number <= Math.max(followed, going)) return;
    const { number, key, step, lesson: to } = state.sent;
    if (to.startsWith("moves/") && state.move === null) return; // it is over
    const room = to === "tournament" ? "class/tournament" : to.startsWith("moves/") ? "class/move" : null;
    const page = `${base}${room ?? `lessons/${to}.html`}`;
    const take = () => {
      sessionStorage.setItem(kept.followed, number);
      followedLast.keep(number);
      if (key !== null && room === null) sessionStorage.setItem(kept.go, key);
      if (step !== null && room === null && to !== lesson) sessionStorage.setItem(kept.step, String(step));
    };
    clearTimeout(leaves);
    going = number;
    if (room === null ? to === lesson : location.pathname === page) {
      take();
      return arrive();
    }
    note = say("go");
    paint();
    leaves = setTimeout(() => {
      take();
      gone = true;
      location.assign(page);
    }, 900);
  }

  /** @type {?InstanceType<typeof Line>} */
  let line = null;
  function listen() {
    const at = `?at=${encodeURIComponent(location.pathname.slice(base.length))}`;
    line = new Line({
      base,
      live: `${base}class/live/pupil${at}`,
      polled: `${base}class/polled/pupil${at}`,
      hear: obey,
      stands(standing) {
        paint();
        if (standing !== "lost") queue.send();
      },
      ended: async () => over(await me()),
    });
  }

  for (const kind of ["gamekit:said", "gamekit:step"]) document.removeEventListener(kind, early);
  document.addEventListener("gamekit:said", cardSaid);
  document.addEventListener("gamekit:step", stepTold);
  document.addEventListener("gamekit:told", ({ target }) => repeat(target));
  new ResizeObserver(() => document.body.style.setProperty("--gk-strip", `${strip.offsetHeight}px`)).observe(strip);
  obey(state);
  for (const event of heard) (event.type === "gamekit:said" ? cardSaid : stepTold)(event);
  addEventListener("online", () => queue.send());
  setInterval(tick, 500);
  listen();
  queue.send();
})();
