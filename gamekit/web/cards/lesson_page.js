// A lesson's page: everything its parts must know stands in the page, and each is made of it by the same code as in a notebook
// (gamekit/server/lesson_renderer.py writes the page). What only Python knows is asked of the server, or was recorded.
import { createBet } from "./bet.js";
import { button, labelField, make, replace, select, showProblem, speaker } from "../shared/dom.js";
import { createField } from "./text_field.js";
import { createLab } from "./panel.js";
import { createBoard } from "../table/static_table.js";
import { createQuiz } from "./quiz.js";
import { createRecording } from "./recorded_panel.js";
import { createReviewBoard } from "../review/review_board.js";
import { Remote, Served } from "./server_link.js";

// A prediction: what is not allowed is refused as Python does, everything else is stored in this browser.
class LoneBet {
  /** @param {HTMLElement} root @param {any} data */
  constructor(root, data) {
    /** @type {(() => void)[]} */
    this.waiting = [];
    this.data = data;
    this.card = createBet(root, data, ({ value }) => setTimeout(() => this.store(value), 0));
  }

  /** @param {any} value */
  store(value) {
    const { choices, low, high, outside } = this.data;
    const fits = choices ? value in choices : Number.isFinite(value) && value >= low && value <= high;
    if (!fits) return this.card.receive({ type: "error", text: outside });
    this.card.receive({ type: "stored", value });
    for (const call of this.waiting) call();
  }

  /** @param {() => void} call */
  whenStored(call) {
    this.waiting.push(call);
    if (this.card.stored !== null) call();
  }

  tell() {
    return this.card.tell();
  }
}

/** Situations one at a time: a question, its board, and a way on. @param {HTMLElement} root @param {any} given */
async function createSituations(root, { moments, words, styles }) {
  const ask = make("div", "gkl-ask");
  const board = make("div", "gkl-board");
  const where = make("p", { role: "status" });
  const back = button(words.back, () => show(number - 1));
  const on = button(words.on, () => show(number + 1), "gk-main-button");
  let number = 0;
  root.classList.add("gk", "gkl-show");
  root.before(make("style", {}, styles));
  replace(root, ask, board, make("div", "gkl-bar gk-moves", back, where, on));

  /** @param {any} chosen */
  async function show(chosen) {
    number = chosen;
    const moment = moments[number];
    const quiz = make("section");
    const place = make("section");
    where.textContent = moment.where;
    back.disabled = number === 0;
    on.disabled = number + 1 === moments.length;
    replace(ask, quiz, make("p", "gkl-hint", words.hint));
    replace(board, place);
    createQuiz(quiz, moment.quiz, null);
    await createBoard(place, moment.board);
  }
  await show(0);
}

/** `note` says what a board lacks where no server is; below some the game is looked back at. @param {HTMLElement} root @param {any} data @param {any} _bets @param {any} given */
async function createNotedBoard(root, data, _bets, { note, served, review }) {
  if (note && !served) root.before(make("p", "gk gk-card gk-quiet gk-recorded", note));
  await (review ? createReviewBoard : createBoard)(root, data, served && new Remote(served, data.number));
}

/** A panel whose function a server runs: a question for each run, with what was predicted on this page. @param {HTMLElement} root @param {any} data @param {any} bets @param {any} given */
function createPanel(root, data, bets, { served }) {
  const say = speaker(data.words);
  let end = () => {};
  const tellStopped = () =>
    lab.receive({ type: "result", parts: [{ kind: "text", text: say("lab_stopped") }], seed: null, live: lab.live });
  /** @param {{do: any, values: any, seed: any, wide: boolean}} given */
  const send = ({ do: asked, values, seed, wide }) => {
    end();
    if (asked === "stop") return tellStopped();
    const stored = [...bets].map(([key, bet]) => [key, bet.card.stored]).filter(([, value]) => value !== null);
    const question = { panel: data.panel, values, seed, wide, bets: Object.fromEntries(stored) };
    end = served.ask("panel", question, (/** @type {any} */ message) => lab.receive(message), say("lab_unanswered"));
  };
  const lab = createLab(root, data, (message) => setTimeout(() => send(message), 0));
  bets.get(data.bet)?.whenStored(() => lab.receive({ type: "open" }));
  return lab;
}

/** Sheets to print: chosen by game. @param {HTMLElement} root @param {{label: string, games: any, styles: any}} given */
function createSheets(root, { label, games, styles }) {
  const sheet = make("div");
  /** @param {string} name */
  const show = (name) => (sheet.innerHTML = games[name].html); // of our own making, written with the page
  const entries = Object.entries(games).map(([key, { title }]) => ({ key, name: title }));
  const chooser = select(entries, "", show);
  const above = make("div", "gk gk-card gkp-chooser", labelField(label, chooser));
  replace(root, make("style", {}, styles), above, sheet);
  show(chooser.value);
}

/** @type {Record<string, (root: HTMLElement, data: any, bets: Map<string, LoneBet>, part: any) => any>} */
const MAKERS = {
  bet: (root, data, bets) => bets.set(data.key, new LoneBet(root, data)),
  board: createNotedBoard,
  field: (root, data) => createField(root, data),
  lab: createRecording,
  panel: createPanel,
  quiz: (root, data) => createQuiz(root, data, null),
  sheets: createSheets,
  situations: createSituations,
};

/** `parts` in the order of the page; a part that fails says why, and the others are made all the same. Predictions come first:
 * panels wait for them. @param {any} parts @param {any} words @param {any} server */
export async function createPage(parts, words, server) {
  const bets = new Map();
  const served = server ? new Served(server) : null;
  const inOrder = [...parts.entries()].sort(
    ([, one], [, other]) => Number(other.kind === "bet") - Number(one.kind === "bet"),
  );
  for (const [number, part] of inOrder) {
    const root = /** @type {HTMLElement} */ (document.querySelector(`[data-part="${number}"]`));
    const moments = (part.data.moments ?? []).flatMap((/** @type {any} */ { quiz, board }) => [quiz, board]);
    for (const one of [part.data, ...moments]) if (typeof one.words === "number") one.words = words[one.words];
    try {
      await MAKERS[part.kind](root, part.data, bets, { ...part, served });
    } catch (problem) {
      console.info("gamekit:", problem);
      showProblem(root, problem);
    }
  }
}
