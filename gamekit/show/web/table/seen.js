// Who looks at the table and what may be done there: viewers, legal moves with their places, refusals. What the page asks
// and is told is table.js.
import { Flow, quoted } from "./flow.js";
import { ALL, LETTERS, TURN } from "./reel.js";
import { mostTelling, why } from "./telling.js";

export class Seen extends Flow {
  viewer = "";

  // Through whose eyes the page sees: "whoever is to move" is one person at a time, with that person's past.
  eyes() {
    if (this.viewer !== TURN || !this.people().length || this.session.over) return this.viewer;
    return String(this.lastPerson());
  }

  legal() {
    const { game, session } = this;
    const legal = session.legal();
    const places = game.picture.targets(session.position, legal);
    const cards = game.picture.sources(session.position, legal);
    const means = game.picture.hints(session.position, legal);
    return legal.map((action) => {
      const text = game.actionText(action);
      const hint = means[action];
      const told = hint ? this.say("table_hinted", { action: text, hint }) : text;
      return { action, text: told, target: places[action] ?? null, source: cards[action] ?? null };
    });
  }

  whyHere(places) {
    const { game, session, say } = this;
    const every = Object.entries(game.picture.targets(session.position, Array.from({ length: game.numActions }, (_, i) => i)));
    for (const place of places) {
      const actions = every.filter(([, names]) => names.split(" ").includes(place)).map(([action]) => Number(action));
      const refused = new Map(actions.map((action) => [action, session.whyNot(action)]).filter(([, against]) => against));
      if (refused.size < actions.length) return why(say("table_possible"));
      if (refused.size) {
        const { text, rule } = mostTelling(game, session.legal(), refused);
        return why(text, rule);
      }
    }
    return why(say("table_no_move_here"));
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

  checkedViewer(viewer) {
    const allowed = this.viewers();
    if (!allowed.includes(viewer)) throw this.wrong("table_no_viewer", { viewer: quoted(viewer), allowed: allowed.join(", ") });
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
