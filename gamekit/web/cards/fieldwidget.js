// The field as an anywidget.
import { createField } from "./text_field.js";
import { viewOf } from "../shared/widget_view.js";

const render = viewOf(createField);

export default { render };
