// The lab panel as an anywidget.
import { createLab } from "./panel.js";
import { viewOf } from "../shared/widget_view.js";

const render = viewOf(createLab);

export default { render };
