// The lab as an anywidget: a view says hello, Python answers with everything.
import { createLab } from "./lab.js";

function render({ model, el }) {
  const root = document.createElement("section");
  el.append(root);
  let shown = null;
  const send = (message) => model.send(message);
  const hear = (message) => {
    if (message.type === "all") shown = createLab(root, message.data, send);
    else shown?.receive(message);
  };
  model.on("msg:custom", hear);
  model.send({ do: "hello" });
  return () => model.off("msg:custom", hear);
}

export default { render };
