// Setting up a game in plain words: how many play, who sits where, which rules differ. What is chosen is handed to the
// page that asked (play_page.js); the game checks it. Whoever only wants to play presses the first button.
import { labelField, make, makeForm, replace, select } from "../shared/dom.js";
import { sayNumber } from "../shared/numbers.js";
import { optionControl } from "../shared/results.js";
import { typedNumber } from "../shared/typed.js";
import { badge } from "../board/log.js";
import { playersOf } from "../table/frame_builder.js";
import { optionForm } from "../table/option_controls.js";
import { FIRST } from "../table/coach_answer.js";

/** @import { Child, Say } from "../shared/types" */

const FEW_VALUES = 12;

// A form; `begin({options, seats, seed, cover})` hears what was chosen, a sentence comes back if that cannot be.
export class Setup {
  // `usual`: what was chosen last, or nothing.
  // `also`: what else may be done at once; `rarely`: what is folded away with the settings.
  /** @param {{game: any, levels: any[], say: Say, begin: (chosen: any) => any, usual?: any, also?: Child[], rarely?: Child[]}} given */
  constructor({ game, levels, say, begin, usual = null, also = [], rarely = [] }) {
    this.game = game;
    this.levels = levels;
    this.say = say;
    this.players = usual?.options?.players ?? game.players;
    this.seats = usual?.seats ?? [null, ...Array(game.maxPlayers - 1).fill(FIRST)];
    this.values = { ...usual?.options };
    this.wrong = make("p", { class: "gk-refusal", role: "alert", hidden: true });
    this.table = make("div", "gkp-seats");
    this.cover = make("input", { type: "checkbox", checked: usual?.cover ?? true });
    this.covers = make("label", "gk-check", this.cover, make("span", {}, say("play_cover")));
    this.seed = typedNumber({ low: 0, step: 1, optional: true }, say);
    this.seed.node.name = "seed";
    this.checks = [this.seed.check];
    this.begins = make("div", "gkp-option");
    this.told = make("p", { class: "gkp-told", "aria-live": "polite" });
    const submit = async () => {
      if (!this.checks.every((check) => check())) return;
      const problem = await begin(this.readChosen());
      this.wrong.hidden = !problem;
      replace(this.wrong, problem ?? "");
    };
    const start = { type: "submit", class: "gk-button gk-main-button gkp-start" };
    const settings = [
      this.counts(),
      fieldset(say("play_who"), this.table, this.covers),
      ...this.options(),
      make("button", { type: "submit", class: "gk-button" }, say("play_start_so")),
      make("div", "gkp-go", ...rarely),
    ];
    this.node = makeForm(
      "gkp-form",
      submit,
      make("button", start, say("play_start")),
      this.told,
      this.wrong,
      also.some(Boolean) && make("div", "gkp-go", ...also),
      make("details", "gkp-more", make("summary", {}, say("play_settings")), ...settings),
    );
    this.listSeats();
  }

  readChosen() {
    const seats = this.seats.slice(0, this.players);
    const seed = this.seed.whole();
    const cover = countPeople(seats) > 1 && this.cover.checked;
    return { options: { ...this.values, players: this.players }, seats, seed, cover };
  }

  counts() {
    const { game, say } = this;
    /** @param {number} count */
    const choose = (count) => {
      this.players = count;
      if (this.values.start >= count) delete this.values.start;
      this.listSeats();
    };
    const counts = Array.from({ length: game.maxPlayers - game.minPlayers + 1 }, (_, i) => game.minPlayers + i);
    const parts = counts.map((count) => {
      const state = { value: count, checked: count === this.players, onchange: () => choose(count) };
      const choice = make("input", { type: "radio", name: "gkp-players", ...state });
      return make("label", "gkp-count", choice, make("span", {}, String(count)));
    });
    return fieldset(say("play_count"), make("div", "gkp-counts", ...parts));
  }

  // A row for each player: a person, or the computer and how well it plays.
  listSeats() {
    const { say } = this;
    const entries = [{ key: "", name: say("human") }, ...this.computers()];
    const rows = playersOf(this, say).map(({ name, letter }, player) => {
      const choice = select(entries, this.seats[player] ?? "", (value) => {
        this.seats[player] = value || null;
        this.updatePeople();
      });
      choice.setAttribute("aria-label", name);
      return make("div", "gkp-seat", badge({ name, letter }, player, say), choice);
    });
    replace(this.table, ...rows);
    this.updatePeople();
    this.beginner();
  }

  // How the computer plays, in a sentence each.
  createStrategyList() {
    const { say } = this;
    const entries = this.computers().flatMap((one) => [make("dt", {}, one.name), make("dd", {}, one.description)]);
    const list = make("dl", "gk-strategies", ...entries);
    return make("details", "gkp-manners", make("summary", {}, say("play_manners")), list);
  }

  // The opponents a person can choose: by strength, then by the way they play, the one that plays anything last.
  computers() {
    const { game, levels, say } = this;
    const { random, ...own } = game.strategies;
    /** @param {string} key @param {any} one */
    const entry = (key, one) => ({ key: one.name, name: say(key, { title: one.title }), description: one.description });
    const named = [...levels, ...Object.values(own)].map((one) => entry("play_computer", one));
    return [...named, entry("play_weakest", random)];
  }

  updatePeople() {
    this.told.textContent = this.tell();
    this.covers.hidden = countPeople(this.seats.slice(0, this.players)) < 2;
  }

  // Who will play, in a sentence: it stands below the button that begins.
  tell() {
    const { say } = this;
    const seats = this.seats.slice(0, this.players);
    const others = seats.filter((/** @type {any} */ one) => one !== null);
    const people = seats.length - others.length;
    if (new Set(others).size !== 1 || people !== 1)
      return say(people === 1 ? "play_told_mixed" : "play_told_people", { people, computers: others.length });
    const level = [...this.levels, ...Object.values(this.game.strategies)].find(({ name }) => name === others[0]);
    const told = { count: others.length, title: level?.title ?? others[0] };
    return say(others.length === 1 ? "play_told_one" : "play_told", told);
  }

  // Who begins, by letter instead of number.
  beginner() {
    const start = this.game.data.options.start;
    this.begins.hidden = !start;
    if (!start) return;
    const { say } = this;
    const lots = start.low < 0 ? [{ key: -1, name: say("play_lots") }] : [];
    const letters = playersOf(this, say).map(({ name }, key) => ({ key, name }));
    const choose = (/** @type {string} */ value) => (this.values.start = Number(value));
    const choice = select([...lots, ...letters], this.values.start ?? start.default, choose);
    replace(this.begins, labelField(say("play_begins"), choice));
  }

  options() {
    const { game, say } = this;
    const form = optionForm(game, say).filter((option) => !["players", "start"].includes(option.name));
    /** @param {any} option */
    const rare = (option) =>
      option.title.startsWith(say("form_house")) || (option.kind === "whole" && option.high - option.low >= FEW_VALUES);
    const luck = labelField(say("play_seed"), this.seed.node);
    const hint = make("p", "gk-quiet", say("play_seed_why"));
    const main = form.filter((option) => !rare(option)).map((option) => this.option(option));
    const more = form.filter(rare).map((option) => this.option(option));
    return [
      fieldset(say("play_rules"), this.begins, ...main),
      fieldset(say("play_more"), ...more, make("div", "gkp-option", luck, hint), this.createStrategyList()),
    ];
  }

  /** @param {any} option */
  option(option) {
    const { say, values } = this;
    const { name, title } = option;
    const house = say("form_house");
    const words = title.startsWith(house) ? title.slice(house.length).trimStart() : title;
    const shown = words[0].toUpperCase() + words.slice(1);
    const usual = this.game.data.options[name].default;
    const value = values[name] ?? usual;
    /** @param {any} chosen */
    const keep = (chosen) => {
      values[name] = chosen;
      if (chosen === undefined) delete values[name];
    };
    /** @param {any} control */
    const addLabel = (control) => make("div", "gkp-option", labelField(shown, control));
    if (option.kind === "whole" && option.high - option.low < FEW_VALUES) {
      const values = Array.from({ length: option.high - option.low + 1 }, (_, i) => option.low + i);
      const usually = usual === null ? [{ key: "", name: say("play_as_rules") }] : [];
      const entries = [...usually, ...values.map((key) => ({ key, name: sayNumber(key) }))];
      return addLabel(select(entries, value ?? "", (chosen) => keep(chosen === "" ? undefined : Number(chosen))));
    }
    const hints = { whole: say("play_as_rules"), list: say("play_list") };
    const placeholder = hints[/** @type {keyof typeof hints} */ (option.kind)] ?? null;
    const { node, check } = optionControl({ ...option, value }, say, { placeholder }, keep);
    this.checks.push(check);
    if (option.kind !== "yes") return addLabel(node);
    return make("label", "gk-check gkp-option", node, make("span", {}, shown));
  }
}

/** @param {string} title @param {Child[]} children */
const fieldset = (title, ...children) => make("fieldset", "gkp-set", make("legend", {}, title), ...children);

/** @param {(string | null)[]} seats */
export const countPeople = (seats) => seats.filter((seat) => seat === null).length;
