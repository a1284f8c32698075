// What the files of web/ hand one another, for the type checker alone: nothing of this is served.

import type { AnswerSaid } from "./class_types";

export type { Game } from "../engine/game.js";
export type { Session } from "../engine/session.js";

/** The sentences of the interface: say("step_of", { step: 3, last: 8 }). */
export type Say = (key: string, values?: Record<string, unknown>) => string;

/** What stands among elements; what is missing is left out. */
export type Child = Node | string | null | undefined | false;

/** A rule of the rulebook, as a page shows it. */
export interface Rule {
  title: string;
  text: string;
  marks?: string[];
}

/** What elements of the picture are: their names, in which # stands for any number, and how they look then. */
export interface Piece {
  names: string[];
  text: string;
  rule: string;
  look: string;
}

/** A seat at the table. */
export interface Seat {
  name: string;
  letter: string;
}

/** What happened in a step, as its viewer knows it. */
export interface Step {
  player: number;
  text: string;
  heading: string;
  chance: boolean;
  draw: boolean;
  /** Whether it was a person's only move, and played by itself. */
  only?: boolean;
  moment?: "short" | "long";
  die?: number;
  notes: { text: string; rule?: string; long?: boolean; player?: number | null }[];
}

/** What an element of the picture is like: where it stands, what it says, how it looks. */
export interface Change {
  x?: number;
  y?: number;
  r?: number;
  text?: string;
  class?: string;
  d?: string;
  hidden?: boolean;
  lights?: string;
  label?: string;
}

/** A position as it is drawn. */
export interface Frame {
  description: string;
  whole: Record<string, Change>;
}

/** A game as one viewer sees it. */
export interface View {
  frames: Frame[];
  steps: Step[];
}

/** A legal move, the places where it is chosen and the cards it is done with, each several names or none. */
export interface Move {
  action: number;
  text: string;
  target: string | null;
  source: string | null;
}

/** What chance may do. */
export interface Outcome {
  action: number;
  text: string;
  weight: number;
}

/** The open decision. */
export interface Now {
  player: number;
  prompt: string;
  human: boolean;
  legal: Move[];
  chance: Outcome[] | null;
  chance_text: string;
  over: string | null;
  can_undo: boolean;
  can_redo: boolean;
}

/** An option of a game, as a form asks for it. */
export interface Option {
  name: string;
  title: string;
  description?: string;
  kind: "choice" | "yes" | "whole" | "number" | "list" | "text";
  value: any;
  low?: number;
  high?: number;
  choices?: string[];
}

/** Which game is played: what is needed to begin it again. */
export interface Record_ {
  game: string;
  options: Record<string, any>;
  seed: any;
  box: string | null;
}

/** A game as a page keeps it. */
export interface Snapshot {
  origin: string;
  record: Record_;
  actions: number[];
  seats: (string | null)[];
  opponents: boolean;
  chance_acts: boolean;
  viewer: string;
}

/** All that a new view of a game needs (`everything` of table.js). */
export interface GameData extends Snapshot {
  key: string;
  title: string;
  subtitle: string;
  notice: string;
  /** Whether a person's only move is played by itself; missing where there is no such setting. */
  forced_acts?: boolean;
  words: Record<string, string>;
  players: Seat[];
  viewers: { key: string; name: string }[];
  scene: string;
  views: Record<string, View>;
  step: number | null;
  rules: Record<string, Rule>;
  now: Now;
  lines: string[];
  line: number;
  strategies: { name: string; title: string; description: string }[];
  options: Option[];
  coach: boolean;
  /** Whether it can show how it is played. */
  guided: boolean;
}

/** A figure with its 95 % interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** What is known of a finished game so far (web/engine/review.js). */
export interface Review {
  done: number;
  course: { step: number; chances: Interval[] }[];
  rows: Record<string, Interval>[];
  turning: { from: number; step: number; player: number | null; moved: Interval[] | null } | null;
  choices: { step: number; player: number; played: string; better: string; action: number; cost: Interval; reason: any }[];
  looked: any;
}

/** Moments of a game that is replayed to show how it is played, and its aim. */
export interface Guide {
  players: number;
  actions: number[];
  pictures: { step: number; frame: string; points: string[]; text: string }[];
  aim: string;
}

/** What a page asks the table; `do` says what, the rest is its business. */
export interface Message {
  do: string;
  [given: string]: any;
}

/** What the table answers: `type` says what, the rest is its business. */
export interface Answer {
  type: string;
  [given: string]: any;
}

/** What the parts around a board can have done. */
export interface Acts {
  send(message: Message): void;
  tell(text: string, rule?: string | null): void;
  announce(text: string): void;
  play(action: number): void;
  /** To a step, or so many steps on. */
  goto(step: number, how?: { animate?: boolean }): void;
  go(by: number): void;
  toggle(): void;
  /** Steps follow each other at another speed from now on. */
  setSpeed(interval: number): void;
  hover(step: number | null): void;
  /** While steps follow each other: the next one at once; else what is told over the board goes. */
  press(): void;
  key(event: KeyboardEvent): void;
  undo(): void;
  roll(): void;
  /** The keyboard goes to the board, or to the buttons below it. */
  focus(): boolean;
  magnify(by: number): void;
  pick(actions: Move[]): void;
  askWhy(places: string[]): void;
  pickSource(card: string): void;
  /** Show everything anew, with the keyboard on the board. */
  returnToBoard(): void;
}

/** What a page that is all about playing wants otherwise. */
export interface Extras {
  /** Leaves out what is for taking a game apart. */
  plain?: boolean;
  /** The game is not this page's: nothing to take back, to branch from or to set. */
  remote?: boolean;
  /** Hides cards between the turns of several people. */
  cover?: boolean;
  /** Keeps the game. */
  save?(snapshot: Snapshot): void;
  /** Makes buttons for its end. */
  ending?(): Node[];
  /** What the elements of the picture are. */
  pieces?: Piece[];
  /** What guides a newcomer beside the board; it follows what is shown. `mine`: a person decides now. */
  guide?: { node: Node; follow(board: object, mine: boolean): void } | null;
}

declare global {
  /** A button on the picture has the moves that end at its place. */
  interface HTMLElement {
    gkActions?: Move[];
  }
  /** The engine (gamekit/web/engine/engine.js). */
  var gamekit: any;
  /** The language of a page that is not English, and its sentences by the English ones (engine.js). */
  var gamekitLanguage: string | undefined;
  var gamekitSentences: Record<string, string> | undefined;
  /** What boards of one page have in common: the engine and its games, brought once. */
  var gamekitShelf: Map<string, Promise<any>> | undefined;
  /** What was stored or answered in cards of this page before anybody listened. */
  var gamekitSaid: { type: string; target: HTMLElement; detail: AnswerSaid }[] | undefined;
  /** Sends a game and a step to the class of whoever teaches (web/class/ask_class.js). */
  var gamekitAsk: ((text: string, step: number) => Promise<[string, Record<string, unknown>?]>) | undefined;
  /** Sends a puzzle of a game, by its key, likewise. */
  var gamekitAskPuzzle: ((game: string, puzzle: string) => Promise<[string, Record<string, unknown>?]>) | undefined;
  /** What stands before a site's service_worker.js: its files, and which version they are. */
  var files: string[];
  var version: string;
  /** The library that draws QR codes (web/vendor). */
  var gamekitQR: (
    kind: number,
    level: string,
  ) => {
    addData(text: string): void;
    make(): void;
    getModuleCount(): number;
    isDark(row: number, column: number): boolean;
  };
}
