// What the engine's files hand one another, for the type checker alone: nothing of this is served.

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

/** What Python tells of a game it has loaded, for options that only Python can carry out. */
export interface Made {
  box: string | null;
  title: string;
  bounds: [number, number];
  players: number;
  options: Record<string, any>;
  changed: Record<string, any>;
  tables: number[];
  words: Record<string, string>;
  shipped: any;
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
