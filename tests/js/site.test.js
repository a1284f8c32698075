// Scripts of the site's pages that begin by themselves: filters of the gallery, fields that say what is wrong, kept files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newPage } from "./page.js";
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
