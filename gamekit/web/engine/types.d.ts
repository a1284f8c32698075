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
