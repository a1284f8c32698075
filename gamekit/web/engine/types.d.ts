// What the engine's files hand one another, for the type checker alone: nothing of this is served.

export type { Game } from "./game.js";
export type { Layout, Machine } from "./machine.js";
export type { Picture } from "./picture.js";
export type { Session } from "./session.js";

/** What happened in a step, in words (rulebook.js); `code` and `die` are numbers of the rules. */
export interface Note {
  text: string;
  rule: string;
  code: number;
  moment: "" | "short" | "long";
  player: number | null;
  die: number;
}

/** A sentence of the rulebook, with what stands in its places and the rule it rests on. */
export interface Sentence {
  text: string;
  args?: string[];
  forms?: Record<string, string>;
  one?: string;
  none?: string;
  hidden?: string;
  die?: string;
  moment?: Note["moment"];
  by?: string;
  rule?: string;
  rules?: string[];
}

/** A step that was played, in words. */
export interface LogStep {
  player: number;
  action: number;
  text: string;
  heading: string;
  notes: Note[];
}

/** What came of playouts, or of continuations: returns row by row. */
export interface Played {
  fine: boolean;
  returns: Float64Array;
  counts: Int32Array;
  nodes?: BigInt64Array;
  edges?: Float64Array;
}

/** What a worker is handed: a batch of playouts from a position or after an action, or continuations to count events in. */
export interface Task {
  kind: "position" | "batch" | "search" | "happenings";
  seats: number[];
  seed: number | bigint;
  batch: number;
  size: number;
  position: Uint8Array;
  view: Uint8Array;
  player: number;
  action: number;
  ahead: number;
  playouts: number;
  told: boolean;
  tree: { nodes: BigInt64Array; edges: Float64Array } | null;
}

/** How much of the time of a review is gone, and how long it is. */
export interface Clock {
  gone(): number;
  seconds: number;
  longer: number;
  signal?: AbortSignal;
}

/** By which strategies and which luck a review plays on. */
export interface Job {
  seats: number[];
  seed: number | bigint;
}

/** A decision a review looks at; `size`: how much better another choice seems to be. */
export interface Decision {
  step: number;
  player: number;
  view: Uint8Array;
  done: number;
  habit: number;
  moved: number;
  better?: number;
  size?: number;
}

/** What the coach is asked for. */
export interface CoachSettings {
  strategy?: string;
  playouts?: number;
  seed?: number | bigint;
  seconds?: number | null;
  ahead?: number;
  progress?: (done: number) => void;
  signal?: AbortSignal;
}

/** What `rules.wasm` can be asked (tools/wasm/entries.py); all arguments and answers are numbers but one. */
export interface RulesExports extends Record<string, any> {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global<"i32">;
  player(state: number, tables: number): number;
  draw(state: number, tables: number, r: number): number;
  choose(
    which: number, state: number, tables: number, player: number, actions: number, room: number, n: number, stream: number,
  ): number;
}

/** A game as gamekit.web.game_bundle packs it: three deflated files in base64. */
export interface Pack {
  name: string;
  rules: string;
  data: string;
  picture: string;
  /** Of a page that is not English, and what its picture says in it. */
  language?: string;
  sentences?: Record<string, string>;
}

/** Where a batch of games lies in the memory of the rules, and a tree of search behind it. */
export interface BatchRoom {
  games: number;
  players: number;
  positions: number;
  starts: number;
  luck: number;
  returns: number;
  counts: number;
  tree?: { nodes: number; edges: number; path: number; sizes: number[] };
}

/** A field of a position: where it begins, its least and greatest number, its shape. */
export type Field = [first: number, least: number, most: number, ...shape: number[]];

/** What Python tells of a game it has loaded, for options that only Python can carry out. */
export interface Made {
  players: number;
  options: Record<string, any>;
  changed: Record<string, any>;
  tables: number[];
  /** Of a game with a box of its own only. */
  box?: string;
  title?: string;
  bounds?: [number, number];
  words?: Record<string, string>;
  shipped?: any;
}

/** Makes a game's picture, once its file has been imported. */
export type MakesPicture = (game: import("./game.js").Game, shipped: any) => import("./picture.js").Picture;

/** What Python's functions and operators do, for translated pictures (python_semantics.js). */
export interface Python {
  giveNamed(given: Record<string, any>): { given: Record<string, any> };
  dict(pairs?: any): Map<any, any>;
  set(values?: any): Set<any>;
  arr(x: any): any[];
  list(x?: any): any[];
  items(x: any): [any, any][];
  keys(x: any): any[];
  values(x: any): any[];
  truth(x: any): boolean;
  either(x: any, other: () => any): any;
  both(x: any, other: () => any): any;
  eq(a: any, b: any): boolean;
  has(x: any, value: any): boolean;
  at(x: any, i: any): any;
  put(x: any, i: any, value: any): void;
  slice(x: any, from: number | null, to: number | null, step: number | null): any;
  add(a: any, b: any): any;
  add_in(a: any, b: any): any;
  mul(a: any, b: any): any;
  times(a: any, b: any): any;
  mod(a: number, b: number): number;
  divmod(a: number, b: number): [number, number];
  or(a: any, b: any): any;
  or_in(a: any, b: any): any;
  len(x: any): number;
  int(x: any): number;
  float(x: any): number;
  range(...given: number[]): number[];
  enumerate(x: any, start?: any): [number, any][];
  zip(...all: any[]): any[][];
  pairwise(x: any): [any, any][];
  reversed(x: any): any[];
  any(x: any): boolean;
  all(x: any): boolean;
  sum(x: any, start?: number): number;
  map(f: (one: any) => any, x: any): any[];
  next(x: any, other?: any): any;
  min(...given: any[]): any;
  max(...given: any[]): any;
  sorted(x: any, how?: { given: Record<string, any> }): any[];
  round(x: any, places?: number): number;
  _(sentence: string): string;
  str(x: any): string;
  fmt(x: any, spec: string): string;
  number(x: number, spec: string): string;
  format(text: string, names: any): string;
  escape(text: string): string;
  join(glue: string, parts: any): string;
  strip(text: string): string;
  split(text: string, by?: string): string[];
  replace(text: string, old: string, other: string): string;
  startswith(text: string, start: string): boolean;
  lower(text: string): string;
  upper(text: string): string;
  append(x: any[], one: any): void;
  extend(x: any, more: any): void;
  index(x: any, value: any): number;
  count(x: any, value: any): number;
  get(x: Map<any, any>, key: any, other?: any): any;
  update(x: any, more: any): void;
  setdefault(x: Map<any, any>, key: any, value: any): any;
  radians(degrees: number): number;
  degrees(angle: number): number;
  dist(a: number[], b: number[]): number;
  remember(function_: (...given: any[]) => any): (...given: any[]) => any;
  plain(x: any): any;
}
