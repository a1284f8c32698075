// The bet as an anywidget.
import { createBet } from "./bet.js";
import { viewOf } from "./view.js";

const render = viewOf(createBet);

export default { render };
