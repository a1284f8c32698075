// The stepper's elements, made once and put in their places.
import { button, labelField, make, panel, replace, select } from "../shared/dom.js";
import { fileChooser } from "../shared/files.js";
import { SidePanels } from "./side_panels.js";
import { Board } from "./board.js";
import { Explanations } from "./explanations.js";
import { HowTo } from "./how_to_play.js";
import { Moments } from "./playback.js";
import { newGameForm, seatsPanel, whyNotForm } from "./panel_contents.js";
import { savePicture } from "./image_export.js";
import { Sounds } from "./sounds.js";
import { SpokenLines } from "./announcer.js";
import { transport, Turn } from "./transport.js";

/** @import { Acts, Extras, GameData, Move, Say } from "../shared/types" */
/** @import { Look } from "./side_panels.js" */

const WIDE_PX = 900;

/**
 * @param {HTMLElement} root
 * @param {{data: GameData, say: Say, acts: Acts, extras: Extras, look: () => Look, cover: ?HTMLElement}} given
 */
export function furnish(root, { data, say, acts, extras, look, cover }) {
  const { plain, remote } = extras;
  const send = acts.send.bind(acts);
  const board = new Board({
    say,
    picked: (actions) => acts.pick(actions),
    refused: (names) => acts.askWhy(names),
    sourced: (name) => acts.pickSource(name),
    crowd: () => (data.now.chance ? say("roll") : null),
  });
  const moments = new Moments();
  board.node.append(moments.node);
  board.node.addEventListener("click", () => acts.press());
  const turn = new Turn({ say, players: data.players, acts, extras });
  const time = transport({ say, acts, remote });
  const sidePanels = new SidePanels({ data, say, acts, look });
  const whyNot = whyNotPanel(say, acts);
  const spoken = new SpokenLines({ say, rules: data.rules });
  const see =
    data.viewers.length > 1 &&
    labelField(
      say("see_as"),
      select(data.viewers, data.viewer, (key) => acts.chooseViewer(key)),
    );
  const subtitle = data.subtitle && make("p", "gk-quiet", data.subtitle);
  const file = () => `${data.record.game}-${say("picture_step", { step: look().cursor })}`;
  const sounds = new Sounds();
  const audible = make("input", {
    type: "checkbox",
    checked: sounds.on,
    onchange: () => sounds.choose(audible.checked),
  });
  const side = [
    sidePanels.chancePanel,
    panel(say("why_title"), { open: true }, sidePanels.why.node),
    sidePanels.coach.node,
    panel(say("log"), { open: window.innerWidth >= WIDE_PX }, sidePanels.lines, sidePanels.log.node),
    whyNot.node,
    !remote && panel(say("seats"), {}, ...(plain ? [subtitle, see] : []), ...seatsPanel(data, { say, send, plain })),
    !plain && filesPanel(data, say, acts),
    panel(
      say("picture"),
      {},
      make("div", "gk-form gk-row-form", ...savePicture({ say, board, file, tell: (text) => acts.tell(text) })),
    ),
    panel(say("sounds"), {}, make("label", "gk-check", audible, make("span", {}, say("sounds_text")))),
    panel(say("keys"), {}, make("p", {}, say("keys_text"))),
  ];
  if (plain && !remote) board.zooms.prepend(time.undo);
  if (globalThis.gamekitAsk && !remote) board.zooms.append(button(say("ask_class"), () => send({ do: "put" })));
  const under = make("div", "gk-under", turn.moves, board.zooms);
  const wide = window.innerWidth >= WIDE_PX;
  const guide = extras.guide?.node;
  const explained = extras.pieces && new Explanations({ say, pieces: extras.pieces, rules: data.rules, board }).node;
  const left = make(
    "div",
    "gk-left",
    turn.line,
    !wide && guide,
    board.node,
    !wide && explained,
    spoken.refusal,
    under,
    time.node,
  );
  const right = make(
    "aside",
    { class: "gk-right", "aria-label": say("panels") },
    wide && guide,
    wide && explained,
    ...side,
  );
  const howTo = !plain && data.guided ? new HowTo({ say, ask: () => send({ do: "how" }) }) : null;
  const head = !plain && make("header", "gk-head", make("h3", {}, data.title), subtitle, howTo?.button(), see);
  replace(root, head, spoken.notice, make("div", "gk-columns", left, right), spoken.speech, cover);
  root.classList.add("gk");
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", data.title);
  // A page that is all about one game hears its keys wherever they are pressed.
  (plain ? document : root).onkeydown = (event) => acts.key(event);
  return { board, moments, turn, transport: time, sidePanels, whyNot, spoken, sounds, howTo };
}

/** @param {Say} say @param {Acts} acts */
function whyNotPanel(say, acts) {
  const body = make("div", {});
  const node = panel(say("why_not"), {}, make("p", "gk-quiet", say("why_not_text")), body);
  node.addEventListener("toggle", () => node.open && acts.send({ do: "moves" }));
  /** @param {Pick<Move, "action" | "text">[]} moves */
  const fill = (moves) =>
    replace(
      body,
      moves.length
        ? whyNotForm(moves, { say, send: (message) => acts.send(message) })
        : make("p", "gk-quiet", say("why_not_none")),
    );
  return { node, fill };
}

/** @param {GameData} data @param {Say} say @param {Acts} acts */
function filesPanel(data, say, acts) {
  const chooser = fileChooser(say, acts);
  const keys = [
    button(say("save"), () => acts.send({ do: "save" })),
    button(say("open"), () => chooser.click()),
    chooser,
  ];
  const form = newGameForm(data.options, { say, send: (message) => acts.send(message) });
  return panel(say("files"), {}, make("div", "gk-form gk-row-form", ...keys), make("h4", {}, say("new_game")), form);
}
