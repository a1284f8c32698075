// The stepper's elements, made once and put in their places; and what each key does.
import { button, labelled, make, panel, replace, roving, select } from "../shared/dom.js";
import { Board } from "./board.js";
import { CoachBox } from "./coachbox.js";
import { upload } from "../shared/files.js";
import { Log } from "./log.js";
import { Moments } from "./moments.js";
import { newGameForm, seatsPanel } from "./panels.js";
import { transport } from "./transport.js";
import { WhyBox } from "./whybox.js";

const WIDE_PX = 900;

export function furnish(player) {
  const { data, say, root } = player;
  const wide = window.innerWidth >= WIDE_PX;
  const send = (message) => player.send(message);
  player.board = new Board({
    say,
    picked: (actions) => player.picked(actions),
    refused: (names) => player.refused(names),
    sourced: (name) => player.sourced(name),
    crowd: (count) => (player.data.now.chance ? say("roll") : say("choices_here", { count })),
  });
  player.moments = new Moments();
  player.board.node.append(player.moments.node);
  // While steps follow each other, a click on the board or a key goes on to the next one.
  player.board.node.addEventListener("click", () => (player.following ? player.onward() : player.moments.hide()));
  player.log = new Log({ say, players: data.players, go: (step) => player.goto(step), preview: (step) => player.hover(step) });
  player.transport = transport(player);
  player.coach = new CoachBox(player);
  player.turn = make("p", { class: "gk-turn" });
  player.notice = make("div", { class: "gk-notice", hidden: true });
  player.moves = make("div", { class: "gk-moves", role: "group", "aria-label": say("moves"), tabindex: -1 });
  player.settleMoves = roving(player.moves, "button");
  player.refusalBox = make("div", { class: "gk-refusal", hidden: true });
  player.why = new WhyBox(player);
  player.speech = make("div", { class: "gk-live", role: "status", "aria-live": "polite" });
  player.chancePanel = panel(say("chance_title"), { open: true, hidden: true }, make("div", {}));
  player.linesBox = make("div", { class: "gk-lines", hidden: true });
  const see = data.viewers.length > 1 && labelled(say("see_as"), select(data.viewers, player.viewer, (key) => player.chooseViewer(key)));
  const subtitle = data.subtitle ? make("p", { class: "gk-quiet" }, data.subtitle) : "";
  const { plain, remote } = player.extras;
  const side = [
    player.chancePanel,
    panel(say("why_title"), { open: true }, player.why.node),
    player.coach.node,
    panel(say("log"), { open: wide }, player.linesBox, player.log.node),
    whyNotPanel(player),
    !remote && panel(say("seats"), {}, ...(plain ? [subtitle, see] : []), ...seatsPanel(data, { say, send, plain })),
    !plain && filesPanel(player),
    panel(say("keys"), {}, make("p", {}, say("keys_text"))),
  ];
  if (plain && !remote) player.board.zooms.prepend(player.transport.undo);
  if (globalThis.gamekitAsk && !remote) player.board.zooms.append(button(say("ask_class"), () => send({ do: "put" })));
  const under = make("div", { class: "gk-under" }, player.moves, player.board.zooms);
  const left = [player.turn, player.board.node, player.refusalBox, under, player.transport.node];
  replace(
    root,
    plain ? "" : make("header", { class: "gk-head" }, make("h3", {}, data.title), subtitle || null, see || null),
    player.notice,
    make(
      "div",
      { class: "gk-columns" },
      make("div", { class: "gk-left" }, ...left),
      make("aside", { class: "gk-right", "aria-label": say("panels") }, ...side.filter(Boolean)),
    ),
    player.speech,
    player.cover?.node ?? "",
  );
  root.classList.add("gk");
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", data.title);
  // A page that is all about one game hears its keys wherever they are pressed.
  (plain ? document : root).onkeydown = (event) => pressed(player, event);
}

function whyNotPanel(player) {
  player.movesBox = make("div", {});
  const text = make("p", { class: "gk-quiet" }, player.say("why_not_text"));
  const box = panel(player.say("why_not"), {}, text, player.movesBox);
  box.addEventListener("toggle", () => box.open && player.send({ do: "moves" }));
  player.whyNotBox = box;
  return box;
}

function filesPanel(player) {
  const { say, data } = player;
  const chooser = make("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => upload(chooser, player) });
  const keys = [button(say("save"), () => player.send({ do: "save" })), button(say("open"), () => chooser.click()), chooser];
  const form = newGameForm(data.options, { say, send: (message) => player.send(message) });
  return panel(say("files"), {}, make("div", { class: "gk-form gk-row-form" }, ...keys), make("h4", {}, say("new_game")), form);
}

function pressed(player, event) {
  if (!player.root.isConnected || document.querySelector("dialog[open]") || player.cover?.waiting.length) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=range]):not([type=checkbox]), select, textarea")) return;
  const { now } = player.data;
  const does = {
    b: () => player.goto(player.cursor - 1),
    n: () => player.goto(player.cursor + 1),
    f: () => player.goto(0),
    l: () => player.goto(player.last),
    p: () => player.toggle(),
    u: () => now.can_undo && player.send({ do: "undo" }),
    r: () => player.live && now.chance && player.send({ do: "roll" }),
    m: () => player.board.focus() || player.moves.querySelector("button")?.focus(),
    " ": player.following && !event.target.closest("button, summary, a, input") ? () => player.onward() : null,
    Enter: player.following && !event.target.closest("button, summary, a, input") ? () => player.onward() : null,
    "+": () => player.board.magnify(1),
    "-": () => player.board.magnify(-1),
  }[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}
