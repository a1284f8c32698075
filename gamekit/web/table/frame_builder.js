// A session as frames: for each step what changed in the picture, what happened and why. Only reads sessions; the pages that
// get the frames are film.js's business.

export const ALL = "all";
export const TURN = "turn";
export const CHANCE = -1;
export const OVER = -2;
export const LETTERS = "ABCDEF";

// The frames `first`…`last` as a viewer sees them, and the steps that led to them (none leads to frame 0). A viewer is
// "all", "turn" (whoever is to move) or a player's number as text.
export function take(session, viewer, first, last, say) {
  const { game, log } = session;
  const frames = [];
  const steps = [];
  for (let number = first; number <= last; number += 1) {
    const frame = new Frame(game, session.positionAt(number), seerAt(session, viewer, number));
    if (number)
      steps.push(tellStep(game, log[number - 1], session.positionAt(number - 1), frame.position, frame.seer, say));
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

// The films of one game as each viewer has seen it: asked again, only what is new since then is drawn.
export class Reels {
  constructor(say) {
    this.say = say;
    this.kept = new Map();
  }

  film(session, viewer) {
    const history = session.history;
    const { known, frames, steps } = this.kept.get(viewer) ?? { known: [], frames: [], steps: [] };
    const shared = countShared(known, history);
    const had = frames.slice(0, shared + 1);
    const more = take(session, viewer, had.length, session.step, this.say);
    const film = { frames: [...had, ...more.frames], steps: [...steps.slice(0, shared), ...more.steps] };
    this.kept.set(viewer, { known: history, ...film });
    return film;
  }
}

// How many steps two games have in common from their beginning, given their actions.
export function countShared(one, other) {
  const most = Math.min(one.length, other.length);
  for (let i = 0; i < most; i += 1) if (one[i] !== other[i]) return i;
  return most;
}

// Through whose eyes the position after `number` steps is seen; null sees everything.
export function seerAt(session, viewer, number) {
  if (viewer === ALL) return null;
  if (viewer !== TURN) return Number(viewer);
  for (let earlier = number; earlier >= 0; earlier -= 1) {
    const player = session.game.machine.player(session.positionAt(earlier));
    if (player >= 0) return player;
  }
  return 0;
}

// A step as its viewer may read it: hidden cards stay hidden in its sentences too. `draw` marks chance that could have
// gone otherwise for all its viewer knew; the log folds many such steps in a row.
export function tellStep(game, step, before, after, seer, say) {
  const { machine, layout, sayer } = game;
  const [known, seen] = [before, after].map((position) => (seer === null ? position : machine.view(position, seer)));
  const notes = layout.notes(seen).map((note) => sayer.note(note, before));
  let { text } = step;
  if (notes.length) [{ text }] = notes;
  else if (seer !== null && seer !== step.player && step.player !== CHANCE) {
    // Without a note nobody has said what others may know of it.
    text = say("table_moved", { letter: LETTERS[step.player] });
  }
  const moment = notes.find((note) => note.moment)?.moment;
  const die = Math.max(0, ...notes.map((note) => note.die));
  return {
    player: step.player,
    chance: step.player === CHANCE,
    draw: step.player === CHANCE && machine.legal(known).length !== 1,
    text,
    heading: step.heading,
    notes: notes.map((note) => ({ rule: note.rule, text: note.text })),
    ...(moment && { moment }),
    ...(die && { die }),
  };
}
