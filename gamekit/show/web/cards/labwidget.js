// The lab panel as an anywidget.
import { createLab } from "./lab.js";
import { viewOf } from "../shared/view.js";

const render = viewOf(createLab);

export default { render };
