// The player as an anywidget: a view says hello, Python answers with everything.
import { createPlayer } from "./player.js";
import { Memory } from "./memory.js";

function render({ model, el }) {
  const root = document.createElement("section");
  el.append(root);
  let player = null;
  const send = (message) => model.send(message);
  const hear = (message) => {
    if (message.type === "all" && !player) player = createPlayer(root, message.data, send);
    else player?.receive(message);
  };
  model.on("msg:custom", hear);
  model.send({ do: "hello", snapshot: new Memory(model.get("key")).recall() });
  return () => {
    model.off("msg:custom", hear);
    player?.stop();
  };
}

export default { render };
