// Notes, refusals, phases and actions in words: what gamekit/core/rulebook.py says, from the same rulebook as data. No
// sentence is made up here.

const LETTERS = "ABCDEF";
const UNKNOWN = -1;

/** Put names into the {places} of a template, and nothing else. */
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

export class Sayer {
  #plural;

  constructor(book, layout) {
    this.book = book;
    this.layout = layout;
    /** Which form of a sentence goes with a number, where the book is not English. */
    this.#plural = new Intl.PluralRules(book.language ?? "en");
  }

  say(sentence, numbers) {
    const { words, language } = this.book,
      spoken = {};
    let template = sentence.text;
    (sentence.args ?? []).slice(0, numbers.length).forEach((name, i) => {
      const number = numbers[i],
        kind = name.split("_")[0];
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
    });
    return fillTemplate(template, spoken);
  }

  /** A note [code, a, b, c] in words; `before` is the position in which the step was taken. */
  note(note, before) {
    const sentence = this.book.notes[note[0]];
    const said = {
      text: this.say(sentence, note.slice(1)),
      rule: this.ruleIn(sentence, before, note.slice(1)),
      code: note[0],
    };
    const die = sentence.die ? note[1 + sentence.args.indexOf(sentence.die)] : 0;
    return { ...said, moment: sentence.moment ?? "", die };
  }

  /** The rule a sentence rests on in a position, or with the numbers of its args. */
  ruleIn(sentence, position, numbers = []) {
    const at = (sentence.args ?? []).indexOf(sentence.by);
    if (at >= 0 && numbers.length) return sentence.rules[numbers[at]];
    return (sentence.by ? sentence.rules[this.layout.read(position, sentence.by)] : sentence.rule) ?? "";
  }

  refusal(code, action, player) {
    const sentence = this.book.refusals[code];
    const text = fillTemplate(sentence.text, { action, player: player >= 0 ? LETTERS[player] : "" });
    return { text, rule: sentence.rule ?? "", code };
  }

  action([name, ...numbers]) {
    return this.say(this.book.actions[name], numbers);
  }

  /** What is being asked in a position. */
  phase(position) {
    const code = this.layout.read(position, "phase"),
      sentence = this.book.phases[code];
    const numbers = (sentence.args ?? []).map((name) => {
      const [kind, ...rest] = name.split("_");
      const field = rest.length && Object.hasOwn(this.book.words, kind) ? rest.join("_") : name;
      return this.layout.read(position, field);
    });
    return { text: this.say(sentence, numbers), rule: this.ruleIn(sentence, position), code };
  }

  /** The heading under which the log groups the steps of a position. */
  heading(position) {
    const heading = this.layout.read(position, "round_number") === 0 ? this.book.before : this.book.heading;
    return heading.replace(/\{(\w+)\}/g, (_, name) => String(this.layout.read(position, name)));
  }
}
