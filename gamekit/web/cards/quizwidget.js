// The quiz as an anywidget.
import { createQuiz } from "./quiz.js";
import { viewOf } from "../shared/widget_view.js";

const render = viewOf(createQuiz);

export default { render };
