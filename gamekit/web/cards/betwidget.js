// The bet as an anywidget.
import { createBet } from "./bet.js";
import { viewOf } from "../shared/widget_view.js";

const render = viewOf(createBet);

export default { render };
