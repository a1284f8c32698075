// Who looks at the table and what may be done there: viewers, legal moves with their places, refusals. What the page asks
// and is told is table.js.
import { Flow, quote } from "./game_flow.js";
import { ALL, LETTERS, TURN } from "./frame_builder.js";
import { legalMoves } from "./telling.js";

export class SeenFlow extends Flow {
  // Through whose eyes the page sees: "whoever is to move" is one person at a time, with that person's past.
  eyes() {
    if (this.viewer !== TURN || !this.people().length || this.session.over) return this.viewer;
    return String(this.lastPerson());
  }

  legal() {
    return legalMoves(this.game, this.session.position, this.session.legal(), this.say);
  }

  lineNames() {
    return this.lines.map((one, i) => this.say("table_line", { number: i + 1, steps: one.step }));
  }

  viewers() {
    return [ALL, TURN, ...Array.from({ length: this.game.players }, (_, player) => String(player))];
  }

  viewerName(viewer) {
    if (viewer === ALL) return this.say("table_see_all");
    return viewer === TURN ? this.say("table_see_turn") : this.say("table_see_player", { name: LETTERS[viewer] });
  }

  usualViewer() {
    if (this.viewer === TURN) return TURN; // who hide their cards from each other go on hiding them in another game
    const people = this.people();
    return people.length === 1 ? String(people[0]) : ALL;
  }

  checkViewer(viewer) {
    const allowed = this.viewers();
    if (!allowed.includes(viewer))
      throw this.wrong("table_no_viewer", { viewer: quote(viewer), allowed: allowed.join(", ") });
    return viewer;
  }

  whole(message, name) {
    if (!Number.isInteger(message[name])) throw this.wrong("table_no_whole", { name });
    return message[name];
  }

  wrong(key, values = {}) {
    return new this.gamekit.OptionError(this.say(key, values));
  }
}
