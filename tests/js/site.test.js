// Scripts of the site's pages that begin by themselves: filters of the gallery, fields that say what is wrong, kept files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hideAnswers } from "../../gamekit/web/site/hidden_answers.js";
import { newPage, press } from "./page.js";
import { shelf } from "./shelf.js";

const listeners = () => {
  const heard = {};
  return { heard, addEventListener: (name, hear) => (heard[name] ??= []).push(hear) };
};

test("filters leave the lessons that fit all that was chosen, say how many, and stand in the address", async () => {
  const root = newPage("en", shelf());
  const lesson = (name, game, minutes, subject) => {
    const node = document.createElement("li");
    Object.assign(node.dataset, { name, game, minutes, subject, level: "1" });
    const sign = document.createElement("span");
    sign.setAttribute("class", "lesson-done");
    Object.assign(sign.dataset, { all: "all", some: "# of ##" });
    node.append(sign);
    root.append(node);
    return node;
  };
  const lessons = [lesson("a", "pig", 20, "maths"), lesson("b", "pig", 45, "luck"), lesson("c", "coins", 45, "maths")];
  lessons[0].querySelector(".lesson-done").hidden = true;
  const chosen = { game: "", subject: "", level: "", minutes: "" };
  const form = Object.assign(document.createElement("form"), { querySelectorAll: () => [] });
  const found = document.createElement("output");
  Object.assign(found.dataset, { one: "one", many: "# lessons", none: "none" });
  const parts = { filters: form, found, pig: document.createElement("section") };
  const addresses = [];
  Object.assign(document, {
    getElementById: (id) => parts[id] ?? null,
    querySelectorAll: (selector) => (selector === ".lessons > li" ? lessons : []),
  });
  Object.assign(globalThis, {
    FormData: class {
      *[Symbol.iterator]() {
        yield* Object.entries(chosen);
      }
    },
    IntersectionObserver: class {
      observe() {}
    },
    location: { search: "", pathname: "/" },
    history: { replaceState: (_state, _title, to) => addresses.push(to) },
    ...listeners(),
  });
  localStorage.setItem("gamekit:done:a", '{"done":[1,2],"of":2}');
  localStorage.setItem("gamekit:done:b", '{"done":[1],"of":2}');
  await import("../../gamekit/web/site/gallery.js");
  const signs = lessons.map((one) => one.querySelector(".lesson-done"));
  assert.deepEqual(
    signs.map((one) => (one.hidden ? "" : one.textContent)),
    ["all", "1 of 2", ""],
  );
  assert.deepEqual(
    lessons.map((one) => one.classList.has("done")),
    [true, false, false],
  );
  const after = (more) => {
    Object.assign(chosen, { game: "", subject: "", level: "", minutes: "" }, more);
    form.dispatchEvent({ type: "input" });
    return [
      lessons.flatMap(({ hidden, dataset }) => (hidden ? [] : [dataset.name])).join(""),
      found.value,
      addresses.at(-1),
    ];
  };
  assert.deepEqual(
    [
      {},
      { minutes: "45" },
      { minutes: "44" },
      { game: "pig", subject: "maths" },
      { game: "topics" },
      { level: "2" },
    ].map(after),
    [
      ["abc", "3 lessons", "/"],
      ["abc", "3 lessons", "?minutes=45"],
      ["a", "one", "?minutes=44"],
      ["a", "one", "?game=pig&subject=maths"],
      ["c", "one", "?game=topics"],
      ["", "none", "?level=2"],
    ],
  );
});

test("a field says in the page's words what is missing, unread, unclear or not allowed, and arrows step it", async () => {
  newPage("de");
  const words = {
    missing: "{name}?",
    number: "{name} no",
    two: "{text}: {one}/{other}",
    between: "{min}–{max}",
    step: "{below}/{above} by {step}",
  };
  const on = listeners();
  Object.assign(document, { getElementById: () => ({ dataset: words }), addEventListener: on.addEventListener });
  await import("../../gamekit/web/site/form_messages.js");
  const field = {
    ...{
      name: "games",
      value: "",
      validity: { valueMissing: false },
      dataset: { low: "100", high: "2000", step: "50" },
    },
    labels: [{ textContent: " Games " }],
    setCustomValidity: (text) => (field.said = text),
    reportValidity: () => (field.reported = true),
  };
  const said = (value, kind = "input") => {
    field.value = value;
    on.heard[kind][0]({ target: field });
    return field.said;
  };
  assert.deepEqual(
    ["", "x", "1.500", "99", "100", "2000", "2050", "130", "150,0"].map((text) => said(text)),
    ["Games?", "Games no", "1.500: 1500/1,500", "100–2000", "", "", "100–2000", "100/150 by 50", ""],
  );
  const press = (value, key) => {
    field.value = value;
    on.heard.keydown[0]({ target: field, key, preventDefault: () => {} });
    return field.value;
  };
  assert.deepEqual(
    [press("100", "ArrowUp"), press("2000", "ArrowUp"), press("130", "ArrowDown"), press("100", "x")],
    ["150", "2000", "100", "100"],
  );
  assert.deepEqual([press("1.500", "ArrowUp"), field.reported], ["1.500", true]);
});

test("a site's files are fetched anew with each edition, answered without a network, and only its own old ones go", async (t) => {
  const scope = "http://here/site/";
  const on = listeners();
  const shelves = new Map(
    [`gamekit ${scope} old`, "gamekit http://here/other/ 1", "else"].map((name) => [name, new Map()]),
  );
  const added = [];
  const worker = { ...on, registration: { scope }, skipWaiting: async () => {}, clients: { claim: async () => {} } };
  const open = async (name) => {
    if (!shelves.has(name)) shelves.set(name, new Map());
    const kept = shelves.get(name);
    return { addAll: async (all) => added.push(...all), match: async (address) => kept.get(address) };
  };
  Object.assign(globalThis, {
    ...{ self: worker, version: "2", files: ["a.html", "b.js"] },
    caches: { open, keys: async () => [...shelves.keys()], delete: async (name) => shelves.delete(name) },
    Request: class {
      constructor(file, how) {
        Object.assign(this, { file, ...how });
      }
    },
  });
  t.mock.method(globalThis, "fetch", async ({ url }) => `net ${url}`);
  await import("../../gamekit/web/site/service_worker.js");
  const wait = async (name) => {
    let waited;
    on.heard[name][0]({ waitUntil: (done) => (waited = done) });
    await waited;
  };
  await wait("install");
  assert.deepEqual(
    added.map((one) => [one.file, one.cache]),
    [
      ["a.html", "reload"],
      ["b.js", "reload"],
    ],
  );
  await wait("activate");
  assert.deepEqual([...shelves.keys()], ["gamekit http://here/other/ 1", "else", `gamekit ${scope} 2`]);
  shelves.get(`gamekit ${scope} 2`).set(`${scope}index.html`, "home").set(`${scope}b.js`, "script");
  const answers = [];
  for (const [method, url] of [
    ["GET", scope],
    ["GET", `${scope}b.js?v=1#x`],
    ["GET", `${scope}c.js`],
    ["POST", `${scope}b.js`],
    ["GET", "http://here/other/b.js"],
  ]) {
    let told = "left alone";
    on.heard.fetch[0]({ request: { method, url }, respondWith: (answer) => (told = answer) });
    answers.push(await told);
  }
  assert.deepEqual(answers, ["home", "script", `net ${scope}c.js`, "left alone", "left alone"]);
});

let opened = 0;

// The switch on a page: where it leads by itself, what it keeps, and where its links lead when they are pressed.
async function switchOn(
  href,
  { root, kept = {}, prefers = ["fr"], cookie = "", policy = "img-src 'self'", full = false },
) {
  newPage("en", shelf(full ? { letters: 0 } : {}));
  for (const [name, value] of Object.entries(kept)) localStorage.kept.set(name, value);
  const links = ["en", "de"].map((lang) => ({
    ...{ lang, href: `http://here/${lang}/play.html`, heard: [] },
    hasAttribute: (name) => name === "aria-current" && lang === "en",
    addEventListener: (_type, hear) => links.find((one) => one.lang === lang).heard.push(hear),
  }));
  const nav = { querySelectorAll: () => links, dataset: { root } };
  const came = { to: null, address: null };
  const set = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.assign(document, {
    cookie,
    currentScript: { parentElement: nav },
    querySelector: () => (policy ? { content: policy } : null),
  });
  set("location", { href, replace: (to) => (came.to = to.href) });
  set("navigator", { languages: prefers });
  set("history", { state: null, replaceState: (_state, _title, to) => (came.address = to.href) });
  set(
    "Image",
    class {
      set src(address) {
        came.icon = address;
        this.onload();
      }
    },
  );
  await import(`../../gamekit/web/site/languages.js?${(opened += 1)}`);
  const press = (lang) => {
    const link = links.find((one) => one.lang === lang);
    for (const hear of link.heard) hear();
    return link.href;
  };
  return { ...came, press, keeps: () => localStorage.kept.get("gamekit-language") ?? null };
}

test("a served page asks its server for the language, keeps its place, and shows no language once a cookie has it", async () => {
  const plain = await switchOn("http://here/play?seed=3#s", {});
  assert.deepEqual([plain.press("de"), plain.to, plain.address], ["http://here/play?seed=3&lang=de#s", null, null]);
  const asked = (cookie) => switchOn("http://here/play?lang=de&seed=3", { cookie });
  assert.equal((await asked("a=b; gamekit-language=de")).address, "http://here/play?seed=3");
  assert.equal((await asked("gamekit-language=en")).address, null);
});

test("on a site of files a reader is led to what was asked for, chosen before or is preferred, where it is", async () => {
  const here = "http://here/en/play.html?seed=3#s";
  const there = "http://here/de/play.html?seed=3#s";
  const root = "../";
  const leads = async (href, how) => (await switchOn(href, { root, ...how })).to;
  assert.equal(await leads(here, {}), null, "nobody wants another one");
  assert.equal(await leads(here, { prefers: ["fr", "DE-at", "en"] }), there);
  assert.equal(await leads(here, { prefers: ["en", "de"] }), null);
  assert.equal(await leads(here, { kept: { "gamekit-language": "de" }, prefers: ["en"] }), there);
  assert.equal(await leads("http://here/en/play.html?lang=en", { kept: { "gamekit-language": "de" } }), null);
  assert.equal(await leads(here, { prefers: ["de"], policy: "" }), null, "a page that is one file alone stays");
  const asked = await switchOn("http://here/en/play.html?lang=de", { root });
  assert.deepEqual([asked.keeps(), asked.to], ["de", "http://here/de/play.html"]);
  assert.equal(asked.icon, "http://here/shared/icon.svg");
  const full = { "gamekit-language": "en" };
  assert.equal(
    await leads("http://here/en/play.html?lang=de", { kept: full, full: true }),
    "http://here/de/play.html",
    "what is asked for counts before what was chosen, even where that cannot be kept",
  );
  const chosen = await switchOn(here, { root });
  assert.deepEqual([chosen.press("de"), chosen.keeps()], [there, "de"]);
  const unkept = await switchOn(here, { root, full: true });
  assert.equal(unkept.press("de"), "http://here/de/play.html?seed=3&lang=de#s");
});

test("an answer stays closed until its prediction or who asks for it opens it, and what follows a question until it is answered", async (t) => {
  t.mock.method(console, "info", () => {});
  const kept = shelf();
  const lesson = () => {
    const root = newPage("en", kept);
    const main = document.createElement("main");
    root.append(main);
    main.setAttribute("id", "rendered_cells");
    Object.assign(main.dataset, {
      closed: "closed",
      predict: "Predict",
      open: "Open",
      asked: "asked",
      goes: "goes on",
    });
    const told = {};
    const looks = [];
    const cells = Object.fromEntries(
      ["bet", "answer after-bet", "more after-bet", "one ask", "text", "two ask", "later", "step", "rest"].map(
        (about) => {
          const [name, tag] = about.split(" ");
          const cell = document.createElement("div");
          cell.setAttribute("class", `jp-Cell${tag ? ` celltag_${tag}` : ""}`);
          main.append(cell);
          return [name, cell];
        },
      ),
    );
    const bet = document.createElement("section");
    bet.setAttribute("class", "gk-bet");
    cells.bet.append(bet);
    cells.step.append(document.createElement("h2"));
    bet.scrollIntoView = () => (told.wentTo = "bet");
    const order = () => [...main.everything()];
    Object.getPrototypeOf(main).compareDocumentPosition = function (other) {
      return order().indexOf(other) > order().indexOf(this) ? 4 : 2;
    };
    Object.assign(document, { addEventListener: (type, hear) => (told[type] = hear) });
    Object.assign(globalThis, {
      ...{ Node: { DOCUMENT_POSITION_FOLLOWING: 4 }, CustomEvent: class {} },
      MutationObserver: class {
        constructor(look) {
          looks.push(look);
        }
        observe() {}
        disconnect() {
          told.done = true;
        }
      },
    });
    root.dispatchEvent = bet.dispatchEvent = () => {};
    hideAnswers();
    const change = (node, name) => (node.classList.add(name), looks[0]());
    const closed = () =>
      Object.entries(cells).flatMap(([name, { classList }]) =>
        classList.has("gk-closed") || classList.has("gk-later") ? [name] : [],
      );
    const gates = () => main.querySelectorAll("div.gk-gate").filter((one) => !one.hidden);
    return { root, main, cells, bet, told, change, closed, gates };
  };
  const first = lesson();
  assert.deepEqual(first.closed(), ["answer", "more", "text", "two", "later"]);
  press(first.gates()[0], "Predict");
  assert.equal(first.told.wentTo, "bet");
  first.bet.classList.add("gk-voting");
  first.change(first.bet, "gk-stored");
  assert.ok(first.closed().includes("answer"), "a class votes on it");
  first.bet.classList.delete("gk-voting");
  first.change(first.bet, "gk-stored");
  assert.deepEqual([first.closed(), first.gates().length], [["text", "two", "later"], 1]);
  const done = document.createElement("div");
  first.cells.one.append(done);
  first.change(done, "gk-done");
  assert.deepEqual(
    [first.closed(), first.main.parent.querySelectorAll("p.gk-aloud")[0].textContent],
    [["later"], "goes on"],
  );
  const aloud = first.main.parent.querySelectorAll("p.gk-aloud")[0];
  aloud.textContent = "";
  first.change(done, "gk-seen");
  assert.equal(aloud.textContent, "", "that it goes on is said once");
  press(first.gates()[0], "Open");
  assert.deepEqual([first.closed(), document.activeElement], [[], first.cells.later]);

  kept.kept.delete([...kept.kept.keys()].find((name) => name.endsWith("asked-0")));
  const again = lesson();
  assert.deepEqual(
    again.closed(),
    ["answer", "more", "text", "two", "later"],
    "what comes later waits with its question",
  );
  again.told["gamekit:reveal"]({ target: again.cells.more });
  again.told["gamekit:reveal"]({ target: again.cells.text });
  assert.deepEqual(again.closed(), []);
});
