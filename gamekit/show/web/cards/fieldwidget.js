// The field as an anywidget.
import { createField } from "./field.js";
import { viewOf } from "../shared/view.js";

const render = viewOf(createField);

export default { render };
