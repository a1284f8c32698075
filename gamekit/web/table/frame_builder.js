// A session as frames: for each step what changed in the picture, what happened and why; and a game in words: whose turn it
// is, how it ended, why a move is not possible, what a viewer may be told of chance. Only reads sessions; the pages that get
// the frames are the business of playback.js.
import { sayNumber } from "../shared/numbers.js";

/** @import { Game, Say, Session } from "../shared/types" */

export const ALL = "all";
export const TURN = "turn";
export const CHANCE = -1;
export const OVER = -2;
export const LETTERS = "ABCDEF";

/** The frames `first`…`last` as a viewer sees them, and the steps that led to them (none leads to frame 0). A viewer is
 * "all", "turn" (whoever is to move) or a player's number as text. `forced(step)`: whether the move after that many steps
 * was played by itself, as the only one. @param {Session} session @param {string} viewer @param {any} first @param {any} last @param {Say} say @param {(step: number) => boolean} [forced] */
export function buildFrames(session, viewer, first, last, say, forced = () => false) {
  const { game, log } = session;
  const frames = [];
  const steps = [];
  for (let number = first; number <= last; number += 1) {
    const frame = new Frame(game, session.positionAt(number), seerAt(session, viewer, number));
    if (number) {
      const step = tellStep(game, log[number - 1], session.positionAt(number - 1), frame.position, frame.seer, say);
      const only = [null, step.player].includes(frame.seer) && forced(number - 1);
      const text = only && say("table_only_move", { move: step.text });
      steps.push(only ? { ...step, text, only, moment: step.moment ?? "short" } : step);
    }
    frames.push(frame);
  }
  return { frames, steps };
}

// One position as it is drawn, only when somebody looks: a game of two thousand steps is opened in a moment.
export class Frame {
  /** @type {any} */
  table;
  /** @type {any} */
  words;

  /** @param {Game} game @param {Uint8Array} position @param {?number} seer */
  constructor(game, position, seer) {
    this.game = game;
    this.position = position;
    this.seer = seer;
  }

  // The picture's whole table.
  get whole() {
    this.table ??= this.game.picture.changes(this.position, this.seer);
    return this.table;
  }

  get description() {
    this.words ??= this.game.picture.describe(this.position, this.seer);
    return this.words;
  }
}

// The frames of one game as each viewer has seen it: asked again, only what is new since then is drawn.
export class FrameCache {
  /** @param {Say} say @param {(step: number) => boolean} [forced] */
  constructor(say, forced) {
    this.say = say;
    this.forced = forced;
    this.kept = new Map();
  }

  /** @param {Session} session @param {string} viewer @param {number} first */
  build(session, viewer, first) {
    return buildFrames(session, viewer, first, session.step, this.say, this.forced);
  }

  /** @param {Session} session @param {string} viewer */
  film(session, viewer) {
    const history = session.history;
    const { known, frames, steps } = this.kept.get(viewer) ?? { known: [], frames: [], steps: [] };
    const shared = countShared(known, history);
    const had = frames.slice(0, shared + 1);
    const more = this.build(session, viewer, had.length);
    const film = { frames: [...had, ...more.frames], steps: [...steps.slice(0, shared), ...more.steps] };
    this.kept.set(viewer, { known: history, ...film });
    return film;
  }
}

/** How many steps two games have in common from their beginning, given their actions. @param {any} one @param {any} other */
export function countShared(one, other) {
  const most = Math.min(one.length, other.length);
  for (let i = 0; i < most; i += 1) if (one[i] !== other[i]) return i;
  return most;
}

/** Through whose eyes the position after `number` steps is seen; null sees everything. @param {Session} session @param {string} viewer @param {number} number */
export function seerAt(session, viewer, number) {
  if (viewer === ALL) return null;
  if (viewer !== TURN) return Number(viewer);
  for (let earlier = number; earlier >= 0; earlier -= 1) {
    const player = session.game.machine.player(session.positionAt(earlier));
    if (player >= 0) return player;
  }
  return 0;
}

/** A step as its viewer may read it: hidden cards stay hidden in its sentences too. `draw` marks chance that could have
 * gone otherwise for all its viewer knew; the log folds many such steps in a row. @param {Game} game @param {any} step @param {Uint8Array} before @param {Uint8Array} after @param {?number} seer @param {Say} say */
export function tellStep(game, step, before, after, seer, say) {
  const { machine, layout, texts } = game;
  const [known, seen] = [before, after].map((position) => (seer === null ? position : machine.view(position, seer)));
  const notes = layout.notes(seen).map((/** @type {any} */ note) => texts.note(note, before));
  let { text } = step;
  if (notes.length) [{ text }] = notes;
  else if (seer !== null && seer !== step.player && step.player !== CHANCE) {
    // Without a note nobody has said what others may know of it.
    text = say("table_moved", { letter: LETTERS[step.player] });
  }
  const moments = new Set(notes.map((/** @type {any} */ note) => note.moment));
  const moment = ["long", "short"].find((one) => moments.has(one));
  const die = Math.max(0, ...notes.map((/** @type {any} */ note) => note.die));
  return {
    player: step.player,
    chance: step.player === CHANCE,
    draw: step.player === CHANCE && machine.legal(known).length !== 1,
    text,
    heading: step.heading,
    notes: notes.map((/** @type {any} */ { rule, text: said, moment: lasts, player }) => ({
      rule,
      text: said,
      player,
      ...(lasts === "long" && { long: true }),
    })),
    ...(moment && { moment }),
    ...(die && { die }),
  };
}

/** Whose turn it is and what is asked. `person`: a person decides; `mine`: and can do so here. @param {Session} session @param {any} person @param {boolean} mine @param {Say} say */
export function prompt(session, person, mine, say) {
  const { player } = session;
  const question = session.phase().text;
  if (player < 0) return question;
  const letter = LETTERS[player];
  const legal = mine ? session.legal() : [];
  if (legal.length === 1) return say("table_only", { letter, question, move: session.game.actionText(legal[0]) });
  if (mine) return say("table_yours", { letter, question });
  return say(person ? "table_persons" : "table_theirs", { letter });
}

/** Who has won, and the final scores. @param {Session} session @param {Say} say */
export function result(session, say) {
  const returns = session.returns();
  const best = Math.max(...returns);
  const winners = returns.flatMap((value, player) => (value === best ? [LETTERS[player]] : []));
  const scores = returns.map((value, player) => `${LETTERS[player]} ${sayNumber(value, true)}`).join(", ");
  if (winners.length === 1) return say("table_won", { winner: winners[0], scores });
  const together = say("table_and", { others: winners.slice(0, -1).join(", "), last: winners.at(-1) });
  return say("table_shared", { winners: together, scores });
}

/** Who plays, as a page names them. @param {{players: number}} given @param {Say} say */
export function playersOf({ players }, say) {
  return [...LETTERS.slice(0, players)].map((letter) => ({ name: say("table_player", { letter }), letter }));
}

/** @param {any} given */
const actionsOf = ({ numActions }) => Array.from({ length: numActions }, (_, action) => action);

/** Legal moves, with the places where they are chosen and the cards they are done with. @param {Game} game @param {Uint8Array} position @param {number[]} legal @param {Say} say */
export function legalMoves(game, position, legal, say) {
  const [places, cards, means] = ["targets", "sources", "hints"].map((which) =>
    /** @type {any} */ (game.picture)[which](position, legal),
  );
  return legal.map((action) => {
    const text = game.actionText(action);
    const told = means[action] ? say("table_hinted", { action: text, hint: means[action] }) : text;
    return { action, text: told, target: places[action] ?? null, source: cards[action] ?? null };
  });
}

/** All moves of players but these: what chance does nobody could have wanted. @param {Game} game @param {number[]} legal */
export function otherMoves(game, legal) {
  /** @param {number} action */
  const isOther = (action) => !legal.includes(action) && !game.data.book.actions[game.data.actions[action][0]].chance;
  return actionsOf(game)
    .filter(isOther)
    .map((action) => ({ action, text: game.actionText(action) }));
}

/** Why nothing can be done at the first of these places where a move ends; `whyNot(action)` knows what a move would break. @param {Game} game @param {Uint8Array} position @param {number[]} legal @param {string[]} places @param {(action: number) => any} whyNot @param {Say} say */
export function whyHere(game, position, legal, places, whyNot, say) {
  const every = Object.entries(game.picture.targets(position, actionsOf(game)));
  for (const place of places) {
    const actions = every.filter(([, names]) => names.split(" ").includes(place)).map(([action]) => Number(action));
    /** @type {Map<number, any>} */
    const refused = new Map();
    for (const action of actions) {
      const against = whyNot(action);
      if (against) refused.set(action, against);
    }
    if (refused.size < actions.length) return why(say("table_possible"));
    if (refused.size) {
      const { text, rule } = mostTelling(game, legal, refused);
      return why(text, rule);
    }
  }
  return why(say("table_no_move_here"));
}

/** Of several moves that end in one place, which refusal to tell: one of the kind that is asked for now, for that is what
 * the person meant; of these the one with the rarest reason: the others merely lack the card. @param {Game} game @param {number[]} legal @param {Map<number, any>} refused */
function mostTelling(game, legal, refused) {
  /** @param {number} action */
  const kindOf = (action) => game.data.actions[action][0];
  const asked = new Set(legal.map(kindOf));
  const every = [...refused.values()];
  const kind = [...refused].filter(([action]) => asked.has(kindOf(action))).map(([, said]) => said);
  const meant = kind.length ? kind : every;
  /** @param {any} one */
  const countRule = (one) => meant.filter((other) => other.rule === one.rule).length;
  return meant.reduce((best, one) => (countRule(one) < countRule(best) ? one : best));
}

/** @param {string} text */
export const why = (text, rule = "") => ({ type: "why", text, rule });

/** What chance can do after `step` steps with its weights, or a sentence if the viewer cannot know them. @param {Session} session @param {string} viewer @param {number} step @param {Say} say */
export function outcomes(session, viewer, step, say) {
  const { machine } = session.game;
  const position = session.positionAt(step);
  const legal = machine.legal(position);
  const weights = machine.weights(position);
  const seer = seerAt(session, viewer, step);
  if (seer !== null) {
    const seen = machine.view(position, seer);
    if (String(machine.legal(seen)) !== String(legal) || String(machine.weights(seen)) !== String(weights)) {
      return [[], say("table_hidden_chances")];
    }
  }
  return [legal.map((action, i) => ({ action, text: session.game.actionText(action), weight: weights[i] })), ""];
}

/** What chance did in a step; null if its sentence does not tell the viewer as much as it tells everybody. @param {Session} session @param {string} viewer @param {number} step @param {Say} say */
export function findOutcome(session, viewer, step, say) {
  const [notes, open] = [viewer, ALL].map((eyes) =>
    JSON.stringify(buildFrames(session, eyes, step, step, say).steps[0].notes),
  );
  return notes === open ? session.log[step - 1].action : null;
}

/** Whether the viewer may know which moves are possible now: another player's depend on hidden cards. @param {Session} session @param {string} viewer @param {Say} say */
export function seesMoves(session, viewer, say) {
  const { player } = session;
  if (player === OVER) return true;
  if (player === CHANCE) return !outcomes(session, viewer, session.step, say)[1];
  return [null, player].includes(seerAt(session, viewer, session.step));
}
