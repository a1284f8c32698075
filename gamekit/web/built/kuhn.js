// The picture of kuhn, translated from gamekit/games/kuhn/picture.py and what it imports by
// `python -m tools.js.pictures kuhn`. Not written by hand: change the Python. Sources: b6a11f363a83c2eb

export default ($, given = null) => {
const $$SHAPES = ["M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z", "M-15-18H15Q18-18 18-15V15Q18 18 15 18H-15Q-18 18-18 15V-15Q-18-18-15-18Z", "M-3.5-20.5Q0-26 3.5-20.5L22.5 11.5Q25 17 19 17H-19Q-25 17-22.5 11.5Z", "M-3-23Q0-26 3-23L23-3Q26 0 23 3L3 23Q0 26-3 23L-23 3Q-26 0-23-3Z", "M-10-19H10Q12-19 13-17.5L22-2Q23 0 22 2L13 17.5Q12 19 10 19H-10Q-12 19-13 17.5L-22 2Q-23 0-22-2L-13-17.5Q-12-19-10-19Z", "M0-25L7-9L24-7.5L11 4L15 21L0 12L-15 21L-11 4L-24-7.5L-7-9Z"];

const $$PLAYER_LETTERS = ["A", "B", "C", "D", "E", "F"];

function svg$badge(player, identity = "", x = 0, y = 0, scale = 1) {
  let drop, name;
  name = ($.truth(identity) ? ` id="${$.str(identity)}"` : "");
  drop = ((player === 2) ? 3 : 0);
  return `<g${$.str(name)} class="gk-token gk-token-${$.str(player)}" transform="translate(${$.str(x)} ${$.str(y)}) scale(${$.str(scale)})"><path d="${$.str($.at($$SHAPES, player))}"/><text y="${$.str((7 + drop))}">${$.str($.at($$PLAYER_LETTERS, player))}</text></g>`;
}

function picture$_seat(p) {
  let chips, x;
  x = $.at([110, 490], p);
  chips = $.join("", $.arr($.range((1 + 5))).map((i) => `<circle id="chip-${$.str(p)}-${$.str(i)}" cx="${$.str((300 + $.mul(($.mul(2, p) - 1), (20 + $.mul(22, $.mod(i, 4))))))}" cy="${$.str((220 + $.mul(26, Math.floor(i / 4))))}" r="${$.str((13 - 4))}" fill="var(--gk-player-${$.str(p)})" stroke="currentColor"/>`));
  return `${$.str(svg$badge(p, undefined, (x - 20), 50, 0.9))}<circle id="turn-${$.str(p)}" cx="${$.str((x + 20))}" cy="50" r="6"/><g id="card-${$.str(p)}"><rect x="${$.str((x - Math.floor(100 / 2)))}" y="90" width="100" height="140" rx="12" fill="none" stroke="currentColor" stroke-width="3"/><text id="face-${$.str(p)}" x="${$.str(x)}" y="${$.str((90 + 90))}" font-size="56" text-anchor="middle"/></g><text id="won-${$.str(p)}" x="${$.str(x)}" y="270" text-anchor="middle"/>${$.str(chips)}`;
}

function svg$text(value) {
  return $.escape($.str(value));
}

function picture$scene(game) {
  let seats;
  seats = $.join("", $.arr($.range(2)).map((p) => picture$_seat(p)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300" role="img" aria-label="${$.str(svg$text(game.title))}" font-size="20" fill="currentColor"><desc></desc><g id="pot"><rect x="190" y="200" width="220" height="88" rx="12" fill="none" stroke="var(--gk-line)"/><text id="in-pot" x="300" y="277" text-anchor="middle"/></g><g id="pile"><rect x="${$.str((300 - 40))}" y="40" width="80" height="112" rx="10" fill="var(--gk-line)"/><text x="300" y="178" text-anchor="middle">${$.str(svg$text($._("Pile")))}</text></g>${$.str(seats)}</svg>`;
}

function picture$_find_card(s, p, viewer) {
  if ((($.at(s.hand, p) >= 0) && !(viewer === null) && !$.eq(p, viewer) && (s.shown === 0))) {
    return (-1);
  }
  return $.int($.at(s.hand, p));
}

function svg$number(value) {
  return $.replace($.str(value), "-", "−");
}

function picture$changes(game, position, viewer) {
  let held, in_pot, p, s, table, won;
  s = position;
  in_pot = $.add($.int($.at(s.chips, 0)), $.int($.at(s.chips, 1)));
  table = $.dict([["in-pot", $.dict([["text", $.format($._("In the pot: {n}"), $.dict([["n", in_pot]]))]])]]);
  for (const one of $.arr($.range(2))) {
    p = one;
    held = picture$_find_card(s, p, viewer);
    $.put(table, `card-${$.str(p)}`, $.dict([["hidden", $.eq(held, (-2))]]));
    $.put(table, `face-${$.str(p)}`, $.dict([["text", ((held >= 0) ? $.at(["J", "Q", "K"], held) : "?")]]));
    $.put(table, `turn-${$.str(p)}`, $.dict([["hidden", $.truth(($.has([0, 3], s.phase) || !$.eq(s.mover, p)))]]));
    won = $.int($.at(s.scores, p));
    $.put(table, `won-${$.str(p)}`, $.dict([["text", ((won > 0) ? `+${$.str(won)}` : svg$number(won))], ["hidden", $.truth(!$.eq(s.phase, 3))]]));
    table = $.or_in(table, $.dict($.arr($.range((1 + 5))).map((i) => [`chip-${$.str(p)}-${$.str(i)}`, $.dict([["hidden", $.truth((i >= $.at(s.chips, p)))]])])));
  }
  return table;
}

function picture$targets(game, position, actions) {
  let own, places;
  own = `card-${$.str(position.mover)}`;
  places = $.or($.dict([[0, own], [2, own], [1, "pot"], [3, "pot"]]), $.dict($.arr($.range(3)).map((card) => [(4 + card), "pile"])));
  return $.dict($.arr(actions).map((action) => [action, $.at(places, action)]));
}

function picture$describe(game, position, viewer) {
  let cards, held, p, parts, s, winner;
  s = position;
  cards = $.at(game.rulebook.words, "card");
  parts = [$.add(game.rulebook.heading(s), ".")];
  for (const one of $.arr($.range(2))) {
    p = one;
    held = picture$_find_card(s, p, viewer);
    if ((held >= 0)) {
      $.append(parts, $.format($._("{letter} holds the {card}."), $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["card", $.at(cards, held)]])));
    } else if (!$.eq(held, (-2))) {
      $.append(parts, $.format($._("{letter} holds a card nobody else sees."), $.dict([["letter", $.at($$PLAYER_LETTERS, p)]])));
    }
    $.append(parts, $.format($._("{letter} has {n} in the pot."), $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["n", $.int($.at(s.chips, p))]])));
  }
  if ($.eq(s.phase, 3)) {
    winner = (($.at(s.scores, 0) > 0) ? 0 : 1);
    $.append(parts, $.format($._("{letter} has won {n}."), $.dict([["letter", $.at($$PLAYER_LETTERS, winner)], ["n", $.int($.at(s.scores, winner))]])));
  } else if (!$.eq(s.phase, 0)) {
    $.append(parts, $.format($._("{letter} decides."), $.dict([["letter", $.at($$PLAYER_LETTERS, s.mover)]])));
  }
  return $.join("\n", parts);
}

return { scene: picture$scene, changes: picture$changes, targets: picture$targets, describe: picture$describe, tables: { players: [0], num_actions: [1], bet: [2] } };
};
