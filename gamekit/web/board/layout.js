// The stepper's elements, made once and put in their places.
import { button, labelField, make, panel, replace, select } from "../shared/dom.js";
import { fileChooser } from "../shared/files.js";
import { SidePanels } from "./side_panels.js";
import { Board } from "./board.js";
import { Explanations } from "./explanations.js";
import { HowTo } from "./how_to_play.js";
import { Moments } from "./playback.js";
import { newGameForm, seatsPanel } from "./panel_contents.js";
import { savePicture } from "./image_export.js";
import { Sounds } from "./sounds.js";
import { SpokenLines } from "./announcer.js";
import { transport, Turn } from "./transport.js";

/** @import { Acts, Extras, GameData, Move, Say } from "../shared/types" */
/** @import { Look } from "./side_panels.js" */
/** @typedef {Acts["send"]} Send */

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
  const whyNot = whyNotPanel(say, send);
  const spoken = new SpokenLines({ say, rules: data.rules });
  const viewers = select(data.viewers, data.viewer, (viewer) => send({ do: "view", viewer }));
  const see = data.viewers.length > 1 && labelField(say("see_as"), viewers);
  const subtitle = data.subtitle && make("p", "gk-quiet", data.subtitle);
  const file = () => `${data.record.game}-${say("picture_step", { step: look().cursor })}`;
  const sounds = new Sounds();
  const chooseSounds = () => sounds.choose(audible.checked);
  const audible = make("input", { type: "checkbox", checked: sounds.on, onchange: chooseSounds });
  const pictures = savePicture({ say, board, file, tell: (text) => acts.tell(text) });
  const side = [
    sidePanels.chancePanel,
    panel(say("why_title"), { open: true }, sidePanels.why.node),
    sidePanels.coach.node,
    panel(say("log"), { open: window.innerWidth >= WIDE_PX }, sidePanels.lines, sidePanels.log.node),
    whyNot.node,
    !remote && panel(say("seats"), {}, ...(plain ? [subtitle, see] : []), ...seatsPanel(data, { say, send, plain })),
    !plain && filesPanel(data, say, acts, send),
    panel(say("picture"), {}, make("div", "gk-form gk-row-form", ...pictures)),
    panel(say("sounds"), {}, make("label", "gk-check", audible, make("span", {}, say("sounds_text")))),
    panel(say("keys"), {}, make("p", {}, say("keys_text"))),
  ];
  if (plain && !remote) board.zooms.prepend(time.undo);
  if (globalThis.gamekitAsk && !remote) board.zooms.append(button(say("ask_class"), () => send({ do: "put" })));
  const under = make("div", "gk-under", turn.moves, board.zooms);
  const wide = window.innerWidth >= WIDE_PX;
  const guide = extras.guide?.node;
  const explained = extras.pieces && new Explanations({ say, pieces: extras.pieces, rules: data.rules, board }).node;
  const shown = [turn.line, !wide && guide, board.node, !wide && explained, spoken.refusal, under, time.node];
  const left = make("div", "gk-left", ...shown);
  const beside = { class: "gk-right", "aria-label": say("panels") };
  const right = make("aside", beside, wide && guide, wide && explained, ...side);
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

/** "Why not…?": every move that is not legal now, to be asked about without a mouse. @param {Say} say @param {Send} send */
function whyNotPanel(say, send) {
  const body = make("div", {});
  const node = panel(say("why_not"), {}, make("p", "gk-quiet", say("why_not_text")), body);
  node.addEventListener("toggle", () => node.open && send({ do: "moves" }));
  /** @param {Pick<Move, "action" | "text">[]} moves */
  const fill = (moves) => {
    if (!moves.length) return replace(body, make("p", "gk-quiet", say("why_not_none")));
    const choice = select(
      moves.map(({ action, text }) => ({ key: action, name: text })),
      "",
    );
    const ask = button(say("why_not_ask"), () => send({ do: "why", action: Number(choice.value) }));
    return replace(body, make("div", "gk-form", labelField(say("why_not_move"), choice), ask));
  };
  return { node, fill };
}

/** @param {GameData} data @param {Say} say @param {Acts} acts @param {Send} send */
function filesPanel(data, say, acts, send) {
  const chooser = fileChooser(say, acts);
  const save = button(say("save"), () => send({ do: "save" }));
  const open = button(say("open"), () => chooser.click());
  const row = make("div", "gk-form gk-row-form", save, open, chooser);
  return panel(say("files"), {}, row, make("h4", {}, say("new_game")), newGameForm(data.options, { say, send }));
}
