// Sharing a game: its link to copy, the same as a QR code to point a phone at, and a field to open a link in.
import { button, drawElement, make, makeDialog, makeForm, replace } from "../shared/dom.js";
import { linkOf, positionLinkOf } from "./game_link.js";

/** @import { Say, Session } from "../shared/types" */

const MOST_SCANNED = 1200; // letters a phone's camera still reads from a screen

export class Share {
  /** `seats` and `session` say what is shared; `open(text)` opens a link and tells what is wrong with it, if anything is. @param {{say: Say, session: () => Session, seats: () => any, open: (text: string) => any}} given */
  constructor({ say, session, seats, open }) {
    this.say = say;
    this.session = session;
    this.seats = seats;
    this.open = open;
    this.body = make("div", "gkp-share-body");
    const close = button(say("close"), () => this.node.close());
    this.node = makeDialog(say("share"), this.body, close);
  }

  async show() {
    const { say } = this;
    const session = this.session();
    const asked = session.player >= 0;
    const whole = await this.link(linkOf);
    const puzzle = asked ? await this.link(positionLinkOf) : null;
    const parts = whole ? [this.one(say("share_game"), whole)] : [make("p", {}, say("share_too_long"))];
    if (puzzle) parts.push(this.one(say("share_puzzle"), puzzle));
    if (window.location.protocol === "file:") parts.push(make("p", "gk-quiet", say("share_file")));
    replace(this.body, ...parts, this.opener());
    if (!this.node.isConnected) document.body.append(this.node);
    this.node.showModal();
  }

  /** @param {(session: Session, how: any) => Promise<?string>} write */
  async link(write) {
    const made = await write(this.session(), { seats: this.seats() });
    return made && `${window.location.href.replace(/#.*$/s, "")}#${made}`;
  }

  /** @param {string} title @param {string} link */
  one(title, link) {
    const { say } = this;
    const look = { type: "text", readonly: true, value: link, "aria-label": title };
    const field = make("input", { ...look, onfocus: () => field.select() });
    const [copy, done] = makeCopying(field, say);
    const code = link.length <= MOST_SCANNED ? make("details", "gkp-qr", make("summary", {}, say("share_qr"))) : null;
    code?.addEventListener(
      "toggle",
      () => code.open && code.children.length < 2 && code.append(drawQR(link, say("share_qr_alt"))),
    );
    return make("section", {}, make("h4", {}, title), make("div", "gkp-copy", field, copy, done), code);
  }

  opener() {
    const { say } = this;
    const field = make("input", { type: "text", "aria-label": say("share_open"), placeholder: "#g.…" });
    const wrong = make("p", { class: "gk-refusal", role: "alert", hidden: true });
    const submit = async () => {
      const problem = await this.open(field.value);
      wrong.hidden = !problem;
      wrong.textContent = problem ?? "";
      if (!problem) this.node.close();
    };
    const go = make("button", { type: "submit", class: "gk-button" }, say("share_open_go"));
    const form = makeForm("gkp-copy", submit, field, go);
    return make("section", {}, make("h4", {}, say("share_open")), form, wrong);
  }
}

/** A button that copies what a field says, and whether it could. @param {HTMLInputElement} field @param {(key: string) => string} say */
function makeCopying(field, say) {
  const done = make("span", { class: "gk-quiet", role: "status" });
  const copy = button(say("share_copy"), async () => {
    field.select();
    done.textContent = (await copyField(field)) ? say("share_copied") : say("share_by_hand");
  });
  return [copy, done];
}

/** @param {any} field */
async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    return document.execCommand("copy");
  }
}

/** The code as a picture, black on white whatever the page looks like: cameras want that. @param {string} text @param {string} alt */
function drawQR(text, alt) {
  const code = globalThis.gamekitQR(0, "L");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let dark = "";
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) if (code.isDark(row, column)) dark += `M${column} ${row}h1v1h-1z`;
  const back = drawElement("rect", { x: -4, y: -4, width: size + 8, height: size + 8, fill: "#fff" });
  const look = { viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": alt };
  return drawElement(
    "svg",
    { ...look, "shape-rendering": "crispEdges" },
    back,
    drawElement("path", { d: dark, fill: "#000" }),
  );
}
