// What a server of a class sends its pages (gamekit/server/class_), for the type checker alone: nothing of this is served.

import type { Made } from "../engine/types";
import type { Game, Guide, Say, Step } from "./types";

export type { Game, Say };

/** How a page is connected with its class. */
export type LineState = "opening" | "live" | "polling" | "lost" | "ended";

/** What a line needs: two addresses, and who hears its messages, its state, and that the page does not belong here any more. */
export interface LineSettings<T> {
  base: string;
  live: string;
  polled: string;
  xsrf?: string;
  onMessage(message: T): void;
  onState(state: LineState): void;
  onEnd(): void;
}

/** What a page that polls is answered: numbered messages, or the code with which a WebSocket would be closed. */
export type PolledAnswer =
  | { closed?: undefined; line: string; told: [number: number, message: string][] }
  | { closed: 4001 | 1008; line?: undefined; told?: undefined };

/** How the vote on a question stands. */
export type Stage = "open" | "talk" | "told";

/** By lesson and key; what has no entry is missing. */
export type ByQuestion<T> = Partial<Record<string, Partial<Record<string, T>>>>;

// --- distributions (results.py, distribution.py, votes.py) ----------------------------------------------------------

/** `choice` is the index of a choice; what is counted together has none. `right` is null while it is unknown or hidden. */
export interface Bar {
  text: string;
  count: number;
  right: boolean | null;
  choice?: number;
}

export interface Round {
  number: number;
  count: number;
  bars: Bar[];
  middle: { median: string; mean: string } | null;
}

/** Who changed which way between the first vote and the last. */
export interface Changes {
  stayed: number;
  ways: { text: string; count: number }[];
  closer?: number;
  away?: number;
}

/** What came out, as places (0 to 1) in a distribution of numbers: simulated with its interval, exact, or both. */
export type Outcome = { exact: number | null; text: string } & (
  | { at: number; low: number; high: number }
  | { at: null; low: null; high: null }
);

/** All of a distribution that is drawn. */
export interface Distribution {
  lesson: string;
  unit?: string;
  /** Numbers have columns, choices have lines. */
  columns: boolean;
  rounds: [Round, ...Round[]];
  changes: Changes | null;
  outcome: Outcome[];
  /** What the teacher has marked. */
  result: { bar: number | null; text: string } | null;
}

export interface Question extends Distribution {
  key: string;
  kind: "bet" | "answer";
  title: string;
  place: string;
  exit: boolean;
  order: number;
  text: string;
  unit: string;
  free: boolean;
  stage: Stage | null;
}

// --- desk and projector (desk.py, schemas.py, results.py) -----------------------------------------------------------

export interface Sent {
  lesson: string;
  number: number;
  key: string | null;
  step: number | null;
}

/** The teacher's settings. Times are seconds since 1970. */
export interface Settings {
  names_hidden: boolean;
  is_closed: boolean;
  pace: Partial<Record<string, number>>;
  sent: Sent | null;
  shown: { lesson: string; key: string; shares: boolean; outcome: boolean; names: boolean } | null;
  results: { lesson: string; key: string; value: number }[];
  timer: number | null;
  paused: number | null;
  moves: { number: number; game: string; players: number; options: object; seed: number; history: number[] }[];
  move: number | null;
  contest: { players: number };
}

/** A member with what they do; `since` is when they closed their last page. */
export interface Person {
  id: number;
  number: number;
  name: string | null;
  online: boolean;
  /** Describes the page they have open; empty for a lesson. */
  elsewhere: string;
  lesson: string | null;
  step: number;
  step_name: string;
  steps: number;
  done: number;
  said: boolean;
  changed: boolean | null;
  since: number | null;
}

/** A step of a lesson, from 1, and the names of all its steps. */
interface AtStep {
  step: number;
  steps: string[];
}

/** What runs, and how many (`count`) have come as far, of how many (`of`). */
export type Runs = { count: number; of: number } & (
  | { kind: "waiting" | "contest" | "free"; lesson?: undefined; step?: undefined; steps?: undefined }
  | ({ kind: "question"; lesson?: undefined } & (AtStep | { step?: undefined; steps?: undefined }))
  | ({ kind: "lesson"; lesson: string; counts: number[]; held: boolean } & AtStep)
);

/** A strategy in a tournament: its share of wins with the interval; `pupil` is 0 for one of the game's own. */
export interface ContestRow {
  name: string;
  says: string;
  pupil: number;
  number: number;
  value: number;
  low: number;
  high: number;
}

/** How a tournament stands; `share` is the progress of the round that is played. */
export interface Contest {
  title: string;
  running: boolean;
  share: number;
  round: number;
  of: number;
  games: number;
  even: number;
  rows: ContestRow[];
  failed: string;
}

/** A plan that a pupil has entered. */
export interface EnteredPlan {
  pupil: number;
  name: string;
  says: string;
}

/** All that the pages of the teacher know. */
export interface BoardData {
  people: Person[];
  questions: Question[];
  settings: Settings;
  now: number;
  contest: Contest | null;
  entered: EnteredPlan[];
  asking: number;
  code: string;
  runs: Runs;
  projectors: number;
  did: { do: string; at: number; count: number; until: number } | null;
  ready: { lesson: string; languages: Record<string, boolean> };
  seats: number;
}

/** What everybody may see. */
export interface ProjectorData {
  in: number;
  online: number;
  question: Question | null;
  timer: number | null;
  paused: number | null;
  now: number;
  contest: Contest | null;
  runs: Runs;
  code: string;
  closed: boolean;
}

/** The picture of a position that was put to the class (moves.py); for each choice, the names of the places where it leads. */
export interface MovePicture {
  svg: string;
  places: string[][];
}

/** What pages of a kind are told. */
export interface LiveData {
  board: BoardData;
  projector: ProjectorData;
}

/** What one pupil has sent, for the teacher (answer_export.py). */
export interface PupilRecord {
  answers: PupilAnswer[];
  steps: { lesson: string; number: number; name: string; steps: number; done: number; at: number }[];
  entered: string | null;
  elsewhere: string;
  /** Codes of the tables at which the pupil sits. */
  tables: string[];
}

export interface PupilAnswer {
  kind: "bet" | "answer" | "move";
  lesson: string;
  place: string;
  text: string;
  round: number;
  answer: string;
  last: string;
  right: boolean | null;
  tries: number;
  at: number;
}

/** Gives an order to the server, and resolves to whether it was carried out. */
export type Order = (order: object) => Promise<boolean>;

/** Elements of the teacher's pages and the projector by their id, where one is more than an element or may be missing. */
export interface PageParts {
  "ask-it": HTMLButtonElement;
  start: HTMLButtonElement;
  export: HTMLAnchorElement;
  game: HTMLSelectElement;
  lesson: HTMLSelectElement;
  question: HTMLSelectElement;
  decisions: HTMLInputElement;
  letters: HTMLInputElement;
  minutes: HTMLInputElement;
  own: HTMLInputElement;
  players: HTMLInputElement;
  saved: HTMLInputElement;
  seed: HTMLInputElement;
  mine: HTMLElement | null;
}

// --- a pupil's pages (desk.py, moves.py, tables.py, game_table.py) --------------------------------------------------

/** What a pupil's page is told. */
export interface PupilState {
  class: string;
  me: string;
  number: number;
  name: string | null;
  pace: Settings["pace"];
  sent: Sent | null;
  timer: number | null;
  paused: number | null;
  page: string;
  move: number | null;
  rounds: ByQuestion<number>;
  votes: ByQuestion<Stage>;
  talk: { lesson: string; key: string; with: string[]; differ: boolean } | null;
  now: number;
}

/** What a browser is answered that asks who it is in the class. */
export type PupilAnswered =
  | { state: PupilState; words: Record<string, string>; xsrf: string; refused?: undefined }
  | { state?: undefined; refused: string };

/** What somebody has stored or answered in a card; `recalled`: a prediction of an earlier visit. */
export type AnswerSaid = { key: string; value: number } & (
  | { kind: "bet"; recalled: boolean }
  | { kind: "answer"; recalled?: undefined; right: boolean }
);

/** How far somebody has come in a lesson. */
export interface StepSaid {
  lesson: string;
  number: number;
  steps: number;
  name: string;
  done: number;
}

/** How the vote on one of a card's questions stands. */
export interface VoteTold {
  /** Which of its questions is meant. */
  number: number;
  /** Open, closed for now, or told; null for no vote. */
  stage: Stage | null;
  /** A sentence for the reader. */
  text: string;
  /** What was answered in this vote. */
  value: number | null;
  /** What was answered last, perhaps in a vote before. */
  last?: number | null;
  /** Whether it is put once more. */
  again: boolean;
}

/** A prediction or an answer; its value is a number or the index of a choice. */
export interface AnswerReport {
  kind: "bet" | "answer";
  lesson: string;
  key: string;
  round: number;
  value: number;
}

/** How far a pupil has come in a lesson. */
export interface StepReport {
  kind: "step";
  lesson: string;
  number: number;
  done: number;
}

export type Report = AnswerReport | StepReport;

/** Reports that wait have turns, which grow. */
export type WaitingReport = Report & { turn: number };

/** The open decision as one player knows it; `legal` is empty while another decides. */
export interface Decision {
  player: number;
  prompt: string;
  human: boolean;
  legal: number[];
  over: string | null;
}

/** A step as a viewer knows it; `odds`: what chance could have done is known to all, and `action` is what it did, if known. */
export type ViewedStep = Step & { odds?: true; action?: number | null };

/** What is new in a game for one viewer: steps after `cut`, with the changed numbers of the view as [index, number, …]. */
export interface ViewNews {
  /** The viewer's seat; null for who only watches. */
  you: number | null;
  begun: boolean;
  fresh: boolean;
  cut: number;
  frames: { changed: number[]; step: ViewedStep | null }[];
  now: Decision;
}

/** What a page asks for at a table. */
export type Wish = { do: "play"; action: number; step: number } | { do: "sit"; seat: number } | { do: "begin" };

export interface TableSeat {
  letter: string;
  name: string | null;
  here: boolean;
  computer: boolean;
}

export interface TableNews extends ViewNews {
  seats: TableSeat[];
}

/** What stands in the page of a table. */
export interface TablePage {
  game: string;
  guide: Guide | null;
  players: number;
  code: string;
  live: string;
  polled: string;
  base: string;
  xsrf: string;
  words: Record<string, string>;
}

/** What stands in the page that asks for a move. */
export interface MovePage {
  game: string;
  guide: Guide | null;
  made: Made;
  number: number;
  shelf: string;
  key: string;
  asked: string;
  news: ViewNews;
  round: number;
  base: string;
  xsrf: string;
  words: Record<string, string>;
}

declare global {
  /** How the class of a pupil's page stands (class/pupil.js); null when it is over. */
  var gamekitInClass: PupilState | null | undefined;
  /** Where the server's pages begin, on a page that stands alone (play_pages.py). */
  var gamekitClass: { base: string } | undefined;
  interface HTMLElementEventMap {
    "gamekit:vote": CustomEvent<VoteTold>;
  }
  interface DocumentEventMap {
    "gamekit:class": CustomEvent<PupilState | null>;
    "gamekit:said": CustomEvent<AnswerSaid>;
    "gamekit:step": CustomEvent<StepSaid>;
    /** Steps after `open` are held; null opens all. `sentTo` is the step to which the pupil was sent, or 0. */
    "gamekit:pace": CustomEvent<{ open: number | null; held: string; opened: string; sentTo: number }>;
    /** A part of the page, the target, has something to tell. */
    "gamekit:told": CustomEvent;
  }
}
