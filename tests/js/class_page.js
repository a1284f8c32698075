// A page of a class without a browser: its template, its server, its line, and a clock that stands.
import { readFileSync } from "node:fs";
import { newPage, readTemplate } from "./page.js";
import { shelf } from "./shelf.js";

/** The server's time in seconds. */
export const NOW = 5000;

/** What these pages are to say, written beside them: `NAME.json`. */
export const readSaid = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));

/** What was sent to the server. */
export const writeOrder = ([address, order]) =>
  [address.replace(/^.*\/class\//, ""), ...Object.entries(order).map((one) => one.join("="))].join(" ");

/** A page of whatever is given. `sent` has what it has asked the server, which answers as `answer(address, body)` says;
 * `tell` lets it hear a message, `settle` waits for what is not waited for, `press` presses a key of the keyboard. */
export function newClassPage(t, { template, path = "/class", kept = shelf() }) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1000 * NOW });
  const root = newPage("en", kept);
  if (template) root.append(...readTemplate(template).parts);
  const heard = {};
  const page = {
    root,
    heard,
    sent: [],
    asked: [],
    went: [],
    answer: () => ({}),
    at: (id) => document.getElementById(id),
  };
  const go = (where) => page.went.push(where);
  globalThis.navigator ??= { language: "en" }; // Node 20 has none
  Object.assign(globalThis, {
    addEventListener: (type, hear) => (heard[type] ??= []).push(hear),
    location: {
      ...{ href: `http://here${path}`, host: "here", pathname: path.split("?")[0] },
      ...{ reload: () => go("again"), assign: go },
    },
    sessionStorage: shelf(),
    ResizeObserver: class {
      observe() {}
    },
    fetch: async (address, { body } = {}) => {
      if (body) page.sent.push([String(address), JSON.parse(body)]);
      else page.asked.push(String(address));
      const told = page.answer(String(address), body && JSON.parse(body));
      if (told === null) throw new TypeError("no network");
      const { status = told.refused ? 400 : 200, ...rest } = told;
      const headers = new Headers({ "Content-Type": "application/json" });
      return { ok: status === 200, status, headers, json: async () => rest };
    },
    WebSocket: class {
      static OPEN = 1;
      constructor(address) {
        Object.assign(page, { socket: this, line: String(address) });
      }
      close() {}
    },
  });
  Object.assign(window, {
    ...{ sessionStorage: globalThis.sessionStorage, matchMedia: () => ({ matches: false }) },
    confirm: (text) => (page.confirmed = text),
  });
  page.tell = (message) => page.socket.onmessage({ data: JSON.stringify(message) });
  page.settle = async () => {
    for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
  };
  page.press = (key, more = {}) => {
    const event = { key, target: root, preventDefault() {}, ...more };
    for (const hear of heard.keydown) hear(event);
  };
  /** Do something, and return what was sent to the server since. */
  page.orders = async (act) => {
    page.sent.length = 0;
    await act();
    await page.settle();
    return page.sent.map(writeOrder);
  };
  page.submit = (id) => page.at(id).dispatchEvent({ type: "submit" });
  page.run = (script) => import(`../../gamekit/web/class/${script}?${Math.random()}`);
  return page;
}
