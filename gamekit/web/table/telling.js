// Games in words for the page: whose turn it is, how it ended, why not, and what a viewer may be told of chance and of other
// people's moves.
import { sayNumber } from "../shared/numbers.js";
import { ALL, CHANCE, LETTERS, OVER, seerAt, take } from "./frame_builder.js";

// Whose turn it is and what is asked. `person`: a person decides; `mine`: and can do so here.
export function prompt(session, person, mine, say) {
  const { player } = session;
  const question = session.phase().text;
  if (player < 0) return question;
  const letter = LETTERS[player];
  const legal = mine ? session.legal() : [];
  if (legal.length === 1) return say("table_only", { letter, question, move: session.game.actionText(legal[0]) });
  if (mine) return say("table_yours", { letter, question });
  return say(person ? "table_persons" : "table_theirs", { letter });
}

// Who has won, and the final scores.
export function result(session, say) {
  const returns = session.returns();
  const best = Math.max(...returns);
  const winners = returns.flatMap((value, player) => (value === best ? [LETTERS[player]] : []));
  const scores = returns.map((value, player) => `${LETTERS[player]} ${sayNumber(value, true)}`).join(", ");
  if (winners.length === 1) return say("table_won", { winner: winners[0], scores });
  const together = say("table_and", { others: winners.slice(0, -1).join(", "), last: winners.at(-1) });
  return say("table_shared", { winners: together, scores });
}

// Who plays, as a page names them.
export function playersOf({ players }, say) {
  return [...LETTERS.slice(0, players)].map((letter) => ({ name: say("table_player", { letter }), letter }));
}

const actionsOf = ({ numActions }) => Array.from({ length: numActions }, (_, action) => action);

// Legal moves, with the places where they are chosen and the cards they are done with.
export function legalMoves(game, position, legal, say) {
  const [places, cards, means] = ["targets", "sources", "hints"].map((which) => game.picture[which](position, legal));
  return legal.map((action) => {
    const text = game.actionText(action);
    const told = means[action] ? say("table_hinted", { action: text, hint: means[action] }) : text;
    return { action, text: told, target: places[action] ?? null, source: cards[action] ?? null };
  });
}

// All moves of players but these: what chance does nobody could have wanted.
export function otherMoves(game, legal) {
  const isOther = (action) => !legal.includes(action) && !game.data.book.actions[game.data.actions[action][0]].chance;
  return actionsOf(game)
    .filter(isOther)
    .map((action) => ({ action, text: game.actionText(action) }));
}

// Why nothing can be done at the first of these places where a move ends; `whyNot(action)` knows what a move would break.
export function whyHere(game, position, legal, places, whyNot, say) {
  const every = Object.entries(game.picture.targets(position, actionsOf(game)));
  for (const place of places) {
    const actions = every.filter(([, names]) => names.split(" ").includes(place)).map(([action]) => Number(action));
    /** @type {Map<number, any>} */
    const refused = new Map();
    for (const action of actions) {
      const against = whyNot(action);
      if (against) refused.set(action, against);
    }
    if (refused.size < actions.length) return why(say("table_possible"));
    if (refused.size) {
      const { text, rule } = mostTelling(game, legal, refused);
      return why(text, rule);
    }
  }
  return why(say("table_no_move_here"));
}

// Of several moves that end in one place, which refusal to tell: one of the kind that is asked for now, for that is what
// the person meant; of these the one with the rarest reason: the others merely lack the card.
function mostTelling(game, legal, refused) {
  const verb = (action) => game.data.actions[action][0];
  const asked = new Set(legal.map(verb));
  const every = [...refused.values()];
  const kind = [...refused].filter(([action]) => asked.has(verb(action))).map(([, said]) => said);
  const meant = kind.length ? kind : every;
  const often = (one) => meant.filter((other) => other.rule === one.rule).length;
  return meant.reduce((best, one) => (often(one) < often(best) ? one : best));
}

export function why(text, rule = "") {
  return { type: "why", text, rule };
}

// What chance can do after `step` steps with its weights, or a sentence if the viewer cannot know them.
export function outcomes(session, viewer, step, say) {
  const { machine } = session.game;
  const position = session.positionAt(step);
  const legal = machine.legal(position);
  const weights = machine.weights(position);
  const seer = seerAt(session, viewer, step);
  if (seer !== null) {
    const seen = machine.view(position, seer);
    if (String(machine.legal(seen)) !== String(legal) || String(machine.weights(seen)) !== String(weights)) {
      return [[], say("table_hidden_chances")];
    }
  }
  return [legal.map((action, i) => ({ action, text: session.game.actionText(action), weight: weights[i] })), ""];
}

// What chance did in a step; null if its sentence does not tell the viewer as much as it tells everybody.
export function findOutcome(session, viewer, step, say) {
  const [notes, open] = [viewer, ALL].map((eyes) =>
    JSON.stringify(take(session, eyes, step, step, say).steps[0].notes),
  );
  return notes === open ? session.log[step - 1].action : null;
}

// Whether the viewer may know which moves are possible now: another player's depend on hidden cards.
export function seesMoves(session, viewer, say) {
  const { player } = session;
  if (player === OVER) return true;
  if (player === CHANCE) return !outcomes(session, viewer, session.step, say)[1];
  return [null, player].includes(seerAt(session, viewer, session.step));
}
