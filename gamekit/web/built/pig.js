// The picture of pig, translated from gamekit/games/pig/picture.py and what it imports by
// `python -m tools.js.pictures pig`. Not written by hand: change the Python. Sources: 8726b6fb992426af

export default ($, given = null) => {
const $$SHAPES = ["M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z", "M-15-18H15Q18-18 18-15V15Q18 18 15 18H-15Q-18 18-18 15V-15Q-18-18-15-18Z", "M-3.5-20.5Q0-26 3.5-20.5L22.5 11.5Q25 17 19 17H-19Q-25 17-22.5 11.5Z", "M-3-23Q0-26 3-23L23-3Q26 0 23 3L3 23Q0 26-3 23L-23 3Q-26 0-23-3Z", "M-10-19H10Q12-19 13-17.5L22-2Q23 0 22 2L13 17.5Q12 19 10 19H-10Q-12 19-13 17.5L-22 2Q-23 0-22-2L-13-17.5Q-12-19-10-19Z", "M0-25L7-9L24-7.5L11 4L15 21L0 12L-15 21L-11 4L-24-7.5L-7-9Z"];

const $$PLAYER_LETTERS = ["A", "B", "C", "D", "E", "F"];

function svg$badge(player, identity = "", x = 0, y = 0, scale = 1) {
  let drop, name;
  name = ($.truth(identity) ? ` id="${$.str(identity)}"` : "");
  drop = ((player === 2) ? 3 : 0);
  return `<g${$.str(name)} class="gk-token gk-token-${$.str(player)}" transform="translate(${$.str(x)} ${$.str(y)}) scale(${$.str(scale)})"><path d="${$.str($.at($$SHAPES, player))}"/><text y="${$.str((7 + drop))}">${$.str($.at($$PLAYER_LETTERS, player))}</text></g>`;
}

function picture$_row(p, y) {
  return `${$.str(svg$badge(p, undefined, 40, y, 0.8))}<circle id="turn-${$.str(p)}" cx="12" cy="${$.str(y)}" r="5"/><rect x="90" y="${$.str((y - 12))}" width="400" height="24" rx="12" fill="var(--gk-line)"/><path id="bar-${$.str(p)}" fill="var(--gk-player-${$.str(p)})"/><text id="points-${$.str(p)}" x="${$.str(((90 + 400) + 20))}" y="${$.str((y + 7))}"/>`;
}

const $$PIP_AT = new Map([["a", [-18, -18]], ["b", [18, -18]], ["c", [18, 18]], ["d", [-18, 18]], ["e", [-18, 0]], ["f", [18, 0]], ["m", [0, 0]]]);

function svg$text(value) {
  return $.escape($.str(value));
}

function picture$scene(game) {
  let pips, rows;
  rows = $.join("", $.arr($.range(game.players)).map((p) => picture$_row(p, (150 + $.mul(56, p)))));
  pips = $.join("", $.arr($.items($$PIP_AT)).map(([name, [x, y]]) => `<circle id="pip-${$.str(name)}" cx="${$.str(x)}" cy="${$.str(y)}" r="7"/>`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 ${$.str((150 + $.mul(56, game.players)))}" role="img" aria-label="${$.str(svg$text(game.title))}" font-size="20" fill="currentColor"><desc></desc><g id="die" transform="translate(60 60)"><rect x="-36" y="-36" width="72" height="72" rx="12" fill="none" stroke="currentColor" stroke-width="3"/>${$.str(pips)}</g><g id="hold"><rect x="120" y="24" width="440" height="72" rx="12" fill="none" stroke="var(--gk-line)"/><text id="pot" x="140" y="67"/></g>${$.str(rows)}</svg>`;
}

const $$PIPS = ["m", "ac", "amc", "abcd", "abcdm", "abcdef"];

function picture$changes(game, position, viewer) {
  let face, long, p, s, table, y;
  s = position;
  face = $.int(s.face);
  table = $.dict([["pot", $.dict([["text", $.format($._("Points of this turn: {n}"), $.dict([["n", $.int(s.pot)]]))]])]]);
  table = $.or_in(table, $.dict($.arr($$PIP_AT).map((name) => [`pip-${$.str(name)}`, $.dict([["hidden", !($.truth(face) && $.has($.at($$PIPS, (face - 1)), name))]])])));
  for (const one of $.arr($.range(game.players))) {
    p = one;
    long = $.mul(400, $.min(1, ($.at(s.scores, p) / game.tables.goal)));
    y = ((150 + $.mul(56, p)) - 12);
    $.put(table, `bar-${$.str(p)}`, $.dict([["d", `M90 ${$.str(y)}h${$.fmt(long, ".0f")}v24h${$.fmt((-long), ".0f")}Z`]]));
    $.put(table, `points-${$.str(p)}`, $.dict([["text", $.str($.int($.at(s.scores, p)))]]));
    $.put(table, `turn-${$.str(p)}`, $.dict([["hidden", $.truth(($.eq(game.player(s), (-2)) || !$.eq(s.mover, p)))]]));
  }
  return table;
}

function picture$targets(game, position, actions) {
  let places;
  places = $.or($.dict([[0, "die"], [1, "hold"]]), $.dict($.arr($.range(6)).map((face) => [(2 + face), "die"])));
  return $.dict($.arr(actions).map((action) => [action, $.at(places, action)]));
}

function picture$describe(game, position, viewer) {
  let parts, s;
  s = position;
  parts = [$.add(game.rulebook.heading(s), ".")];
  if ($.truth(s.face)) {
    $.append(parts, $.format($._("The die shows {face}."), $.dict([["face", $.int(s.face)]])));
  }
  $.append(parts, $.format($._("{letter} is on turn with {n} points in this turn."), $.dict([["letter", $.at($$PLAYER_LETTERS, s.mover)], ["n", $.int(s.pot)]])));
  parts = $.add_in(parts, $.arr($.range(game.players)).map((p) => $.format($._("{letter}: {n} points."), $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["n", $.int($.at(s.scores, p))]]))));
  return $.join("\n", parts);
}

return { scene: picture$scene, changes: picture$changes, targets: picture$targets, describe: picture$describe, tables: { players: [0], num_actions: [1], goal: [2], rounds: [3] } };
};
