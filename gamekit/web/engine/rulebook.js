// Notes, refusals, phases and actions in words: what gamekit/core/rulebook.py says, from the same rulebook as data. No
// sentence is made up here.

/** @import { Layout, Note, Sentence } from "./types" */

const LETTERS = "ABCDEF";
const UNKNOWN = -1;

/** Put names into the {places} of a template, and nothing else. @param {string} template @param {any} names */
function fillTemplate(template, names) {
  return template.replace(/\{(\w+)\}/g, (place, name) => (Object.hasOwn(names, name) ? names[name] : place));
}

/**
 * A whole number as people write it, in a language.
 * @param {number} number
 * @param {string | undefined} language
 */
function figure(number, language) {
  const text = String(Math.abs(number)).replace(/\B(?=(\d{3})+$)/g, language ? groupIn(language) : ",");
  return number < 0 ? `−${text}` : text;
}

/** What stands between thousands. @param {string} language */
function groupIn(language) {
  return new Intl.NumberFormat(language).formatToParts(12345).find(({ type }) => type === "group")?.value ?? "";
}

export class RuleTexts {
  #plural;

  /** @param {any} book @param {Layout} layout */
  constructor(book, layout) {
    this.book = book;
    this.layout = layout;
    /** Which form of a sentence goes with a number, where the book is not English. */
    this.#plural = new Intl.PluralRules(book.language ?? "en");
  }

  /** @param {Sentence} sentence @param {number[]} numbers */
  say(sentence, numbers) {
    const { words, language } = this.book;
    /** @type {Record<string, string>} */
    const spoken = {};
    let template = sentence.text;
    for (const [i, name] of (sentence.args ?? []).slice(0, numbers.length).entries()) {
      const number = numbers[i];
      const kind = name.split("_")[0];
      if (!Object.hasOwn(words, kind)) {
        spoken[name] = figure(number, language);
        if (name === "n" && sentence.forms) template = sentence.forms[this.#plural.select(number)] ?? template;
        if (name === "n" && number === 1 && sentence.one) template = sentence.one;
        if (name === "n" && number === 0 && sentence.none) template = sentence.none;
      } else if (number >= 0 && number < words[kind].length) {
        spoken[name] = words[kind][number];
      } else if (number === UNKNOWN && sentence.hidden) {
        template = sentence.hidden;
      } else {
        spoken[name] = "?";
      }
    }
    return fillTemplate(template, spoken);
  }

  /** A note [code, a, b, c] in words; `before` is the position in which the step was taken. @param {number[]} note @param {Uint8Array} before @returns {Note} */
  note(note, before) {
    /** @type {Sentence} */
    const sentence = this.book.notes[note[0]];
    const said = {
      text: this.say(sentence, note.slice(1)),
      rule: this.ruleIn(sentence, before, note.slice(1)),
      code: note[0],
    };
    const die = sentence.die ? note[1 + (sentence.args ?? []).indexOf(sentence.die)] : 0;
    /** Whom it is about, if it is about one player. @type {?number} */
    const player = note[1 + (sentence.args ?? []).indexOf("player")];
    return { ...said, moment: sentence.moment ?? "", die, player: sentence.args?.includes("player") ? player : null };
  }

  /** The rule a sentence rests on in a position, or with the numbers of its args. @param {Sentence} sentence @param {Uint8Array} position @param {number[]} numbers */
  ruleIn(sentence, position, numbers = []) {
    const { by, rules = [], rule = "" } = sentence;
    if (!by) return rule;
    const at = (sentence.args ?? []).indexOf(by);
    return rules[at >= 0 && numbers.length ? numbers[at] : this.layout.read(position, by)] ?? "";
  }

  /** @param {number} code @param {string} action @param {?number} player */
  refusal(code, action, player) {
    const sentence = this.book.refusals[code];
    const text = fillTemplate(sentence.text, { action, player: LETTERS[player ?? -1] ?? "" });
    return { text, rule: sentence.rule ?? "", code };
  }

  /** @param {any[]} given */
  action([name, ...numbers]) {
    return this.say(this.book.actions[name], numbers);
  }

  /** What is being asked in a position. @param {Uint8Array} position */
  phase(position) {
    const code = this.layout.read(position, "phase");
    /** @type {Sentence} */
    const sentence = this.book.phases[code];
    const numbers = (sentence.args ?? []).map((name) => {
      const [kind, ...rest] = name.split("_");
      const field = rest.length && Object.hasOwn(this.book.words, kind) ? rest.join("_") : name;
      return this.layout.read(position, field);
    });
    return { text: this.say(sentence, numbers), rule: this.ruleIn(sentence, position), code };
  }

  /** The heading under which the log groups the steps of a position. @param {Uint8Array} position */
  heading(position) {
    const heading = this.layout.read(position, "round_number") === 0 ? this.book.before : this.book.heading;
    return heading.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) =>
      String(this.layout.read(position, name)),
    );
  }
}
