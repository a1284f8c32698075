// The player as an anywidget; its hello brings the game that the page has kept.
import { createPlayer } from "./player.js";
import { Memory } from "./memory.js";
import { viewOf } from "./view.js";

const render = viewOf(createPlayer, (model) => ({ snapshot: new Memory(model.get("key")).recall() }));

export default { render };
