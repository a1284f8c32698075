// What lies beside the board: why, log, chance, coach, lines of play. It follows when the move itself has been painted.
import { labelled, painted, replace, select } from "../shared/dom.js";
import { chanceBody } from "./panels.js";

export class Beside {
  constructor(player) {
    this.player = player;
    this.say = player.say;
    this.from = null;
    this.due = null;
  }

  // The log of whoever looks on, all of it.
  fill() {
    this.changed(0);
    this.write();
  }

  // The steps after `step` are others now.
  changed(step) {
    this.from = Math.min(this.from ?? step, step);
  }

  follow() {
    this.due ??= painted().then(() => this.paint());
  }

  paint() {
    this.due = null;
    const { player } = this;
    this.write();
    player.log.until(player.playing && player.following ? player.cursor : player.last);
    player.why.paint(player.cursor);
    player.log.mark(player.cursor);
    this.paintChance();
    player.coach.paint();
    this.paintLines();
  }

  write() {
    const { film, log, viewer } = this.player;
    if (this.from !== null) log.fill(film.steps(viewer), this.from);
    this.from = null;
  }

  paintChance() {
    const { player } = this;
    const { chance, chance_text: text } = player.data.now;
    const show = player.live && !player.playing && !player.goingOn && Boolean(chance);
    player.chancePanel.hidden = !show;
    if (show) replace(player.chancePanel.lastElementChild, ...chanceBody(chance, text, { say: this.say, choose: (action) => player.play(action) }));
  }

  paintLines() {
    const { player } = this;
    const { lines, line } = player.data;
    player.linesBox.hidden = !lines || lines.length < 2;
    if (player.linesBox.hidden) return;
    const entries = lines.map((name, index) => ({ key: index, name }));
    replace(player.linesBox, labelled(this.say("lines"), select(entries, line, (value) => player.send({ do: "line", line: Number(value) }))));
  }
}
