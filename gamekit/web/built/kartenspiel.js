// The picture of kartenspiel, translated from gamekit/games/kartenspiel/picture.py and what it imports by
// `python -m tools.js.pictures kartenspiel`. Not written by hand: change the Python. Sources: f8ab5661847d0b4e

export default ($, given = null) => {
function scenery$height(players) {
  return ((236 + $.mul(players, 94)) + 300);
}

function svg$text(value) {
  return $.escape($.str(value));
}

const $$STYLE = "\n.ks-sky{fill:var(--gk-land)}.ks-hill{fill:var(--gk-land-2)}.ks-river{fill:none;stroke:var(--gk-water);stroke-width:26;stroke-linecap:round}\n.ks-lane{fill:none;stroke:var(--gk-road-edge);stroke-width:9;stroke-linecap:round;opacity:.75}\n.ks text{font-family:var(--gk-font);fill:var(--gk-ink);text-anchor:middle}\n.ks .ks-label{font-size:22px;fill:var(--gk-muted);text-anchor:start}.ks .ks-mid{text-anchor:middle}\n.ks .ks-heading{font-size:24px;font-weight:700;text-anchor:start}\n.ks-frame{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5}\n.ks-dial{fill:var(--gk-l,#20272c) var(--gk-d,#0a0e11);stroke:var(--gk-line);stroke-width:1.5}.ks-window{fill:#f7f4e8}.ks-unit{fill:#d9a400}\n.ks .ks-digit{font:700 64px/1 var(--gk-font);fill:#20272c}\n.ks .ks-unit-text{font-size:22px;font-weight:700;fill:#20272c}\n.ks .ks-minus{font:700 46px var(--gk-font);fill:#f7f4e8}\n.reached>.ks-dial{fill:#b03a00}\n.ks-asphalt{stroke:var(--gk-road);stroke-linecap:round;fill:none}.ks-verge{stroke:var(--gk-road-edge);stroke-linecap:round;fill:none}\n.ks-dash{stroke:var(--gk-road-mark);stroke-width:2.5;stroke-dasharray:13 12;fill:none}\n.ks-pole{stroke:var(--gk-ink);stroke-width:4;stroke-linecap:round}.ks-flag{fill:var(--gk-panel);stroke:var(--gk-ink);stroke-width:2.5}\n.reached>.ks-flag{fill:var(--gk-glow)}.ks .ks-limit{font-size:24px;font-weight:700}.reached>.ks-limit{fill:#20272c}\n.ks-cab{fill:#d55e00}.ks-load{fill:#0072b2}.ks-wheel{fill:#20272c;stroke:#f7f4e8;stroke-width:2.5}.ks-glass{fill:#dff1fb}\n.ks-row>.ks-frame{opacity:.72}.ks-row.acts>.ks-frame{opacity:1;stroke:var(--gk-glow);stroke-width:4}\n.ks .ks-score{font-size:30px;font-weight:700;text-anchor:end}.ks .ks-km{font-size:20px;fill:var(--gk-muted);text-anchor:start}\n.ks .ks-size{font-size:22px;fill:var(--gk-muted);text-anchor:start}\n.ks-mini{fill:var(--gk-card-back);stroke:var(--gk-panel);stroke-width:1.5}\n.ks-start{fill:var(--gk-glow);stroke:#20272c;stroke-width:2}.ks-start-line{fill:none;stroke:#20272c;stroke-width:2.4}\n.ks-face{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.2}\n.ks-card{filter:drop-shadow(0 1.5px 2px var(--gk-shadow))}\n.ks-back,.ks-cup,.ks-icon{display:none}\n.ks-card.down .ks-face{fill:var(--gk-card-back);stroke:var(--gk-card)}.ks-card.down .ks-back{display:inline;fill:none;stroke:var(--gk-card);stroke-width:2;stroke-dasharray:6 5;opacity:.85}\n.ks-band{display:none}.ks-card.km .ks-band{display:inline;fill:#0072b2}\n.ks .ks-sign{fill:var(--gk-card-ink);font-weight:700}.ks .small .ks-sign{font-size:23px}.ks .large .ks-sign{font-size:46px}\n.ks .ks-kilo{display:none;font-size:17px;fill:#56636b}.ks .large.km .ks-kilo{display:inline}\n.ks-card.rest .ks-face{fill:#dff3ea}.ks-card.rest .ks-cup{display:inline;fill:#00704f}\n.ks-card.freight .ks-face,.ks-card.barrier .ks-face{fill:#ffe3d3}.ks-card.free .ks-face,.ks-card.really .ks-face{fill:#fff0c4}\n.ks-card.freight .ks-sign,.ks-card.barrier .ks-sign{fill:#9a3200}.ks-card.free .ks-sign,.ks-card.really .ks-sign{fill:#5c4300}\n.ks-card.freight .i-freight,.ks-card.barrier .i-barrier,.ks-card.free .i-free,.ks-card.really .i-really{display:inline}\n.ks-icon{fill:none;stroke:#5b3b00;stroke-width:5;stroke-linejoin:round;stroke-linecap:round}.i-freight,.i-barrier{stroke:#b03a00}\n.ks .large:is(.freight,.barrier,.free,.really) .ks-sign{font-size:34px}\n.ks-card.lost .ks-face{fill:#dde1de;stroke:#a7afab}.ks-card.lost>:not(.ks-face,.ks-cut){opacity:.55}.ks-card.counts .ks-face{stroke:#00704f;stroke-width:3}\n.ks-card.breaks .ks-cut{display:inline}.ks-cut{display:none;fill:none;stroke:var(--gk-wrong);stroke-width:4;stroke-linejoin:round}.large .ks-cut{stroke-width:8}\n.ks-card.under .ks-band{display:none}.ks-card.under .ks-sign{transform:translateY(-20px)}.ks-card.under .ks-cup{transform:translate(-1px,-18px) scale(.32)}\n.ks-card.heap .ks-band{display:none}.ks-card.heap .ks-sign{transform:translateY(-20px)}.ks-card.heap .ks-copies{transform:translateY(-41px);fill:var(--gk-card-ink)}\n.ks-card.next .ks-face{stroke:var(--gk-glow);stroke-width:4}\n.ks .ks-worth{font-size:21px;font-weight:700;fill:var(--gk-good)}.ks-sign-board{fill:var(--gk-panel);stroke:var(--gk-good);stroke-width:2}\n.ks .ks-more,.ks .ks-copies{font-size:18px;font-weight:700}.ks .ks-more{text-anchor:end}.ks .ks-copies{fill:var(--gk-ink)}\n.ks-stack{fill:var(--gk-card-back);stroke:var(--gk-card);stroke-width:1.5}.ks-open{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.5}.empty>rect{fill:none;stroke:var(--gk-edge);stroke-dasharray:5 5}\n.empty>path{display:none}.ks-stack-line{fill:none;stroke:var(--gk-card);stroke-width:2.5;stroke-dasharray:7 6}\n.ks .ks-count{font-size:28px;font-weight:700}.ks .ks-goes{font-size:21px;font-weight:700;fill:var(--gk-accent)}\n.ks-tray{fill:var(--gk-panel);opacity:.72;stroke:var(--gk-line);stroke-width:1.5}\n@container gk (max-width:520px){.ks .ks-label{font-size:25px}.ks .ks-heading{font-size:30px}.ks .ks-unit-text,.ks .ks-goes{font-size:26px}.ks .ks-limit{font-size:27px}\n.ks .ks-km{font-size:25px}.ks .ks-size,.ks .ks-copies,.ks .ks-more{font-size:26px}.ks .ks-count{font-size:32px}.ks .small .ks-sign{font-size:26px}.ks .ks-worth,.ks .ks-kilo{font-size:25px}}\n";

function scenery$_country(tall) {
  let hills;
  hills = $.join("", $.arr([[120, (tall + 40), 330, 190], [760, (tall + 60), 380, 180], [900, 250, 260, 90], [30, 330, 220, 90], [860, (tall * 0.62), 240, 110]]).map(([x, y, rx, ry]) => `<ellipse class="ks-hill" cx="${$.str(x)}" cy="${$.str(y)}" rx="${$.str(rx)}" ry="${$.str(ry)}"/>`));
  return `<svg width="960" height="${$.str(tall)}"><rect class="ks-sky" width="960" height="${$.str(tall)}" rx="18"/>${$.str(hills)}<path class="ks-river" d="M-20 ${$.str((tall * 0.42))}C200 ${$.str((tall * 0.36))} 260 ${$.str((tall * 0.62))} 470 ${$.str((tall * 0.58))}S800 ${$.str((tall * 0.82))} 990 ${$.str((tall * 0.74))}"/><path class="ks-lane" d="M${$.str((960 * 0.12))} ${$.str((tall + 10))}C150 ${$.str((tall * 0.7))} 60 ${$.str((tall * 0.5))} 110 ${$.str((tall * 0.2))}S90 40 130 -10"/><path class="ks-lane" d="M-10 ${$.str((tall * 0.8))}C300 ${$.str((tall * 0.74))} 640 ${$.str((tall * 0.9))} 970 ${$.str((tall * 0.56))}"/></svg>`;
}

function scenery$_counter_panel(limit) {
  let end, start, windows, y;
  windows = $.join("", $.arr($.range(4)).map((i) => `<rect class="ks-window" x="${$.str((70 + $.mul(47, i)))}" y="68" width="42" height="66" rx="5"/><text id="digit-${$.str(i)}" class="ks-digit" x="${$.str((91 + $.mul(47, i)))}" y="121"></text>`));
  [start, end] = [($.at([84, 594], 0) - 40), 622];
  y = 192;
  return `<rect class="ks-frame" x="16" y="14" width="${$.str((702 - 16))}" height="212" rx="14"/><text class="ks-label" x="32" y="45">${$.str(svg$text($._("Kilometre counter")))}</text><text id="heading" class="ks-heading" x="326" y="45"></text><g id="counter"><rect class="ks-dial" x="30" y="58" width="280" height="86" rx="14"/>${$.str(windows)}<text id="minus" class="ks-minus" x="50" y="116">−</text><text class="ks-unit-text" x="282" y="110" style="fill:#f7f4e8">km</text></g><path class="ks-verge" stroke-width="30" d="M${$.str(start)} ${$.str(y)}H${$.str(end)}"/><path class="ks-asphalt" stroke-width="24" d="M${$.str(start)} ${$.str(y)}H${$.str(end)}"/><path class="ks-dash" d="M${$.str((start + 4))} ${$.str(y)}H${$.str(end)}"/><g id="goal"><path class="ks-pole" d="M${$.str(end)} ${$.str((y + 14))}V${$.str((y - 42))}"/><path class="ks-flag" d="M${$.str(end)} ${$.str((y - 44))}h58v34h-58z"/><text class="ks-limit" x="${$.str((end + 29))}" y="${$.str((y - 18))}">${$.str(limit)}</text></g><g id="truck"><g transform="translate(0 ${$.str((y - 6))})"><rect class="ks-load" x="-42" y="-28" width="42" height="28" rx="3"/><path class="ks-cab" d="M3-20H17L26-8V0H3Z"/><path class="ks-glass" d="M8-16H15L21-8H8Z"/><circle class="ks-wheel" cx="-31" cy="2" r="6.5"/><circle class="ks-wheel" cx="-15" cy="2" r="6.5"/><circle class="ks-wheel" cx="15" cy="2" r="6.5"/></g></g>`;
}

function scenery$_piles() {
  function stack(name, x, label, open_cards) {
    let line, look, sheets;
    look = ($.truth(open_cards) ? "ks-open" : "ks-stack");
    sheets = $.join("", $.arr([0, 4, 8]).map((d) => `<rect class="${$.str(look)}" x="${$.str(((x - 36) + d))}" y="${$.str((76 - d))}" width="72" height="92" rx="8"/>`));
    line = ($.truth(open_cards) ? "" : `<path class="ks-stack-line" d="M${$.str((x + 8))} 82V146"/>`);
    return `<g id="${$.str(name)}"><g id="${$.str(name)}-card">${$.str(sheets)}${$.str(line)}</g></g><text class="ks-label ks-mid" x="${$.str(x)}" y="45">${$.str(svg$text(label))}</text><text id="${$.str(name)}-n" class="ks-count" x="${$.str((x + 4))}" y="204"></text>`;
  }
  return $.add($.add("<rect class=\"ks-frame\" x=\"716\" y=\"14\" width=\"228\" height=\"212\" rx=\"14\"/>", stack("pile", 772, $._("Draw pile"), false)), stack("discards", 886, $._("Discards"), true));
}

function scenery$road_y(p) {
  return (((236 + $.mul(p, 94)) + (94 / 2)) - 4);
}

const $$SHAPES = ["M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z", "M-15-18H15Q18-18 18-15V15Q18 18 15 18H-15Q-18 18-18 15V-15Q-18-18-15-18Z", "M-3.5-20.5Q0-26 3.5-20.5L22.5 11.5Q25 17 19 17H-19Q-25 17-22.5 11.5Z", "M-3-23Q0-26 3-23L23-3Q26 0 23 3L3 23Q0 26-3 23L-23 3Q-26 0-23-3Z", "M-10-19H10Q12-19 13-17.5L22-2Q23 0 22 2L13 17.5Q12 19 10 19H-10Q-12 19-13 17.5L-22 2Q-23 0-22-2L-13-17.5Q-12-19-10-19Z", "M0-25L7-9L24-7.5L11 4L15 21L0 12L-15 21L-11 4L-24-7.5L-7-9Z"];

const $$PLAYER_LETTERS = ["A", "B", "C", "D", "E", "F"];

function svg$badge(player, identity = "", x = 0, y = 0, scale = 1) {
  let drop, name;
  name = ($.truth(identity) ? ` id="${$.str(identity)}"` : "");
  drop = ((player === 2) ? 3 : 0);
  return `<g${$.str(name)} class="gk-token gk-token-${$.str(player)}" transform="translate(${$.str(x)} ${$.str(y)}) scale(${$.str(scale)})"><path d="${$.str($.at($$SHAPES, player))}"/><text y="${$.str((7 + drop))}">${$.str($.at($$PLAYER_LETTERS, player))}</text></g>`;
}

function scenery$_player_row(p) {
  let end, start, wheel, y;
  y = scenery$road_y(p);
  [start, end] = [214, 838];
  wheel = `<g id="start-${$.str(p)}"><circle class="ks-start" cx="82" cy="${$.str((y + 18))}" r="15"/><path class="ks-start-line" d="M82 ${$.str((y + 18))}m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0M82 ${$.str((y + 18))}V${$.str((y + 27))}M73 ${$.str((y + 18))}H91"/></g>`;
  return `<g id="row-${$.str(p)}" class="ks-row"><rect class="ks-frame" x="16" y="${$.str((y - 40))}" width="928" height="${$.str((94 - 12))}" rx="14"/></g>${$.str(svg$badge(p, undefined, 50, (y - 2), 1.18))}<text id="score-${$.str(p)}" class="ks-score" x="164" y="${$.str((y - 2))}"></text><text class="ks-km" x="170" y="${$.str((y - 2))}">km</text><path class="ks-mini" d="M112 ${$.str((y + 9))}h13v19h-13zM117 ${$.str((y + 11))}h13v19h-13z"/><text id="size-${$.str(p)}" class="ks-size" x="138" y="${$.str((y + 28))}"></text>${$.str(wheel)}<path class="ks-verge" stroke-width="44" d="M${$.str((start + 12))} ${$.str(y)}H${$.str(end)}"/><path class="ks-asphalt" stroke-width="38" d="M${$.str((start + 12))} ${$.str(y)}H${$.str(end)}"/><path class="ks-dash" d="M${$.str(start)} ${$.str(y)}H${$.str(end)}"/><text id="more-${$.str(p)}" class="ks-more" x="${$.str((start - 2))}" y="${$.str((y + 28))}"></text><rect class="ks-frame" style="stroke-dasharray:5 5" x="${$.str(((end + 62) - 27))}" y="${$.str((y - 35))}" width="54" height="70" rx="8"/>`;
}

function scenery$hand_top(players) {
  return ((236 + $.mul(players, 94)) + 4);
}

function scenery$_tray(players) {
  let owners, top;
  top = scenery$hand_top(players);
  owners = $.join("", $.arr($.range(players)).map((p) => `<g id="owner-${$.str(p)}">${$.str(svg$badge(p, undefined, 84, (top + 112), 1.7))}</g>`));
  return `<rect class="ks-tray" x="16" y="${$.str(top)}" width="928" height="${$.str((300 - 20))}" rx="14"/><text class="ks-label ks-mid" x="84" y="${$.str((top + 60))}">${$.str(svg$text($._("Hand")))}</text>${$.str(owners)}<text id="hand-goes" class="ks-goes" x="84" y="${$.str((top + 186))}"></text>`;
}

const $$LYING = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13];

function scenery$card(identity, size, large = false) {
  let cup, h, half, icons, scale, sign_y, w;
  [w, h] = size;
  half = (h / 2);
  scale = ($.truth(large) ? 1 : 0.62);
  icons = "";
  if ($.truth(large)) {
    icons = "<path class=\"ks-icon i-freight\" d=\"M-22-38H22V-10H-22ZM-22-38L22-10M22-38L-22-10\"/><path class=\"ks-icon i-barrier\" d=\"M-34-30H34M-34-18H34M-24-30L-14-18M-4-30L6-18M16-30L26-18M-26-14V-4M26-14V-4\"/><path class=\"ks-icon i-free\" d=\"M0-6V-38M-12-27L0-39L12-27\"/><path class=\"ks-icon i-really\" d=\"M-14-6V-38M-26-27L-14-39L-2-27M14-6V-38M2-27L14-39L26-27\"/>";
  }
  cup = "M-21-14H13V-9H19Q27-9 27 0Q27 10 16 11Q12 21 2 21H-10Q-21 21-21 8ZM13-3V5Q21 5 21 0Q21-3 18-3Z";
  cup = $.add_in(cup, "M-12-20Q-16-25-12-30Q-8-35-12-40H-8Q-4-35-8-30Q-12-25-8-20ZM4-20Q0-25 4-30Q8-35 4-40H8Q12-35 8-30Q4-25 8-20Z");
  sign_y = ($.truth(large) ? 26 : 9);
  return `<g id="${$.str(identity)}" class="ks-card ${$.str(($.truth(large) ? "large" : "small"))}"><rect class="ks-face" x="${$.str(((-w) / 2))}" y="${$.str((-half))}" width="${$.str(w)}" height="${$.str(h)}" rx="${$.str(($.truth(large) ? 9 : 6))}"/><path class="ks-back" d="M0 ${$.str(((-half) + 7))}V${$.str((half - 7))}"/><path class="ks-band" d="M${$.str((((-w) / 2) + 7))} ${$.str($.add((-half), ($.truth(large) ? 11 : 7)))}H${$.str(((w / 2) - 7))}v${$.str(($.truth(large) ? 12 : 6))}H${$.str((((-w) / 2) + 7))}z"/><path class="ks-cup" transform="translate(-2 ${$.str(($.truth(large) ? 8 : 6))}) scale(${$.str(scale)})" d="${$.str(cup)}"/>${$.str(icons)}<text id="${$.str(identity)}-t" class="ks-sign" y="${$.str(sign_y)}"></text><text class="ks-kilo" y="46">km</text><path class="ks-cut" d="M${$.str((((-w) / 2) - 4))} ${$.str(((-half) - 4))}l5 ${$.str((h * 0.36))}l-8 ${$.str((h * 0.2))}l8 ${$.str((h * 0.2))}l-4 ${$.str((h * 0.36))}"/><text id="${$.str(identity)}-n" class="ks-copies" y="${$.str((half + 20))}"></text></g>`;
}

function scenery$_worth(p) {
  let x, y;
  [x, y] = [($.at([214, 838], 1) - 52), scenery$road_y(p)];
  return `<g id="worth-${$.str(p)}"><rect class="ks-sign-board" x="${$.str((x - 58))}" y="${$.str((y - 18))}" width="116" height="36" rx="8"/><text id="worth-${$.str(p)}-t" class="ks-worth" x="${$.str(x)}" y="${$.str((y + 7))}"></text></g>`;
}

function scenery$static_scene(players, title, limit) {
  let parts, tall;
  tall = scenery$height(players);
  parts = [`<svg xmlns="http://www.w3.org/2000/svg" class="ks gk-look" viewBox="0 0 960 ${$.str(tall)}" role="img" aria-label="${$.str(svg$text(title))}"><title>${$.str(svg$text(title))}</title><desc></desc><style>${$.str($$STYLE)}</style>`, scenery$_country(tall), scenery$_counter_panel(limit), scenery$_piles(), ...$.arr($.arr($.range(players)).map((p) => scenery$_player_row(p))), scenery$_tray(players), ...$.arr($.arr($$LYING).map((kind) => scenery$card(`lying-${$.str(kind)}`, [46, 62]))), ...$.arr($.arr($.range(players)).flatMap((p) => $.arr($.range(22)).map((i) => scenery$card(`run-${$.str(p)}-${$.str(i)}`, [46, 62])))), ...$.arr($.arr($.range(players)).map((p) => scenery$_worth(p))), ...$.arr($.arr($.range(players)).map((p) => scenery$card(`laid-${$.str(p)}`, [46, 62]))), ...$.arr($.arr($.range(10)).map((i) => scenery$card(`hand-${$.str(i)}`, [116, 112], true))), "</svg>"];
  return $.join("", parts);
}

function picture$scene(game) {
  return scenery$static_scene(game.players, game.title, $.int(game.tables.limit));
}

function picture$_view(game, position, viewer) {
  return ((viewer === null) ? position : game.view(position, viewer));
}

function picture$_counter(game, s) {
  let digits, gone, limit, reached, share, table;
  digits = $.slice(`${$.fmt($.abs(s.counter), "04d")}`, (-4), null, null);
  table = $.dict($.arr($.enumerate(digits)).map(([i, digit]) => [`digit-${$.str(i)}`, $.dict([["text", digit]])]));
  limit = game.tables.limit;
  share = $.float($.min($.max((s.counter / limit), 0), 1));
  reached = (s.counter >= limit);
  $.put(table, "minus", $.dict([["hidden", $.truth((s.counter >= 0))]]));
  $.put(table, "truck", $.dict([["x", $.round($.add($.at([84, 594], 0), $.mul(share, ($.at([84, 594], 1) - $.at([84, 594], 0)))), 1)], ["y", 0]]));
  $.put(table, "goal", $.dict([["class", ($.truth(reached) ? "reached" : "")]]));
  $.put(table, "counter", $.dict([["class", ($.truth(reached) ? "reached" : "")]]));
  $.put(table, "heading", $.dict([["text", game.rulebook.heading(s)]]));
  $.put(table, "pile-n", $.dict([["text", $.str(s.pile_size)]]));
  $.put(table, "pile-card", $.dict([["class", ($.truth(s.pile_size) ? "" : "empty")]]));
  gone = $.int($.add($.sum(s.discard), $.sum(s.taken_size)));
  $.put(table, "discards-n", $.dict([["text", $.str(gone)]]));
  $.put(table, "discards-card", $.dict([["class", ($.truth(gone) ? "" : "empty")]]));
  return table;
}

function picture$_away(name) {
  return $.dict([[name, $.dict([["hidden", true]])], [`${$.str(name)}-t`, $.dict([["text", ""]])]]);
}

function scenery$place_heap(index, size) {
  let column, pitch, row;
  [row, column] = $.divmod(index, 7);
  pitch = $.min(($.at([46, 62], 0) + 8), (((652 - 326) - $.at([46, 62], 0)) / ($.min($.max(size, 2), 7) - 1)));
  return [((326 + ($.at([46, 62], 0) / 2)) + $.mul(column, pitch)), ((size <= 7) ? 104 : ($.truth(row) ? 128 : 82))];
}

const $$LOOKS = ["km", "km", "km", "km", "km", "km", "km", "km", "km", "km", "km", "km", "rest", "freight", "barrier", "free", "really"];

const $$SIGNS = ["", "−50", "−1", "+1", "+2"];

function picture$_card(name, kind, x, y, r = 0, also = "") {
  let look, sign, where;
  look = ($.eq(kind, (-1)) ? "down" : $.at($$LOOKS, kind));
  sign = ($.eq(kind, (-1)) ? "" : ((kind < 12) ? $.str($.mul(10, (kind + 1))) : $.at($$SIGNS, (kind - 12))));
  where = $.dict([["x", $.round(x, 1)], ["y", $.round(y, 1)], ["r", $.round(r, 1)]]);
  return $.dict([[name, $.dict([...$.items(where), ["class", $.strip(`${$.str(look)} ${$.str(also)}`)], ["hidden", false]])], [`${$.str(name)}-t`, $.dict([["text", sign]])]]);
}

function picture$_list_open_cards(s) {
  let copies, kind, present, table, x, y;
  table = $.dict([]);
  present = $.arr($$LYING).filter((kind) => $.truth($.at(s.lying, kind))).map((kind) => kind);
  for (const one of $.arr($$LYING)) {
    kind = one;
    if (!$.has(present, kind)) {
      table = $.or_in(table, picture$_away(`lying-${$.str(kind)}`));
      $.put(table, `lying-${$.str(kind)}-n`, $.dict([["text", ""]]));
      continue;
    }
    [x, y] = scenery$place_heap($.index(present, kind), $.len(present));
    table = $.or_in(table, picture$_card(`lying-${$.str(kind)}`, kind, x, y, undefined, (($.len(present) > 7) ? "heap" : "")));
    copies = $.int($.at(s.lying, kind));
    $.put(table, `lying-${$.str(kind)}-n`, $.dict([["text", ((copies > 1) ? `×${$.str(copies)}` : "")]]));
  }
  return table;
}

function runs$join(kind, km, value, last, rests) {
  if ((kind > 12)) {
    return [5, 0, 0, 0];
  }
  if ($.eq(kind, 12)) {
    return ((rests > 0) ? [4, 0, 0, (rests + 1)] : [2, value, last, 1]);
  }
  return ((km > last) ? [1, $.add(value, km), km, 0] : [3, km, km, 0]);
}

function runs$marks_of(cards, km) {
  let kind, last, mark, marks, rests, value;
  [marks, value, last, rests] = [[], 0, 0, 0];
  for (const one of $.arr(cards)) {
    kind = one;
    [mark, value, last, rests] = runs$join(kind, $.int($.at(km, kind)), value, last, rests);
    $.append(marks, mark);
  }
  return marks;
}

function runs$is_break(mark) {
  return (mark >= 3);
}

function runs$counts_from(marks) {
  let place;
  for (const one of $.arr($.reversed($.range($.len(marks))))) {
    place = one;
    if ($.truth(runs$is_break($.at(marks, place)))) {
      return ($.eq($.at(marks, place), 3) ? place : (place + 1));
    }
  }
  return 0;
}

function scenery$run_place(p, index, size) {
  let column, end, pitch, row, start;
  [start, end] = [($.at([214, 838], 0) + 30), ($.at([214, 838], 1) - 136)];
  [row, column] = $.divmod(index, 11);
  pitch = $.min(($.at([46, 62], 0) + 6), ((end - start) / ($.min($.max(size, 2), 11) - 1)));
  return [$.add(start, $.mul(column, pitch)), $.add(scenery$road_y(p), ((size <= 11) ? 0 : ($.truth(row) ? 11 : (-12))))];
}

function runs$run_end(cards, size, km) {
  let i, last, mark, rests, value;
  { const shared = 0; mark = shared; value = shared; last = shared; rests = shared; }
  for (const one of $.arr($.range(size))) {
    i = one;
    [mark, value, last, rests] = runs$join($.at(cards, i), $.at(km, $.at(cards, i)), value, last, rests);
  }
  return [mark, value, last, rests];
}

function runs$run_value(cards, size, km) {
  return $.at(runs$run_end(cards, size, km), 1);
}

function* picture$_run(game, s, p) {
  let also, cards, counting, i, j, known, left_out, marks, name, shown, size, worth, x, y;
  size = $.int($.at(s.run_size, p));
  cards = $.arr($.slice($.at(s.run, p), null, size, null)).map((kind) => $.int(kind));
  known = !$.has(cards, (-1));
  left_out = $.max((size - 22), 0);
  marks = ($.truth(known) ? runs$marks_of(cards, game.tables.km) : []);
  counting = runs$counts_from(marks);
  for (const one of $.arr($.range(22))) {
    i = one;
    name = `run-${$.str(p)}-${$.str(i)}`;
    j = $.add(i, left_out);
    if ((j >= size)) {
      yield* $.arr($.items(picture$_away(name)));
      continue;
    }
    also = "";
    if ($.truth(known)) {
      also = ((j >= counting) ? "counts" : "lost");
      also = $.add_in(also, (($.truth(runs$is_break($.at(marks, j))) && (j > 0)) ? " breaks" : ""));
    }
    also = $.add_in(also, (((i < 11) && (11 < size)) ? " under" : ""));
    [x, y] = scenery$run_place(p, i, $.min(size, 22));
    yield* $.arr($.items(picture$_card(name, $.at(cards, j), x, y, undefined, also)));
  }
  yield [`more-${$.str(p)}`, $.dict([["text", ($.truth(left_out) ? `+${$.str(left_out)}` : "")], ["hidden", $.truth(!$.truth(left_out))]])];
  worth = ($.truth(known) ? runs$run_value($.at(s.run, p), size, game.tables.km) : 0);
  shown = $.both(known, () => (size > 0));
  yield [`worth-${$.str(p)}`, $.dict([["hidden", !$.truth(shown)]])];
  yield [`worth-${$.str(p)}-t`, $.dict([["text", ($.truth(shown) ? $.format($._("= {km} km"), $.dict([["km", worth]])) : "")]])];
}

function picture$_next_laid(game, s) {
  let p, seat;
  for (const one of $.arr($.range(($.eq(s.phase, 3) ? s.turned : 0), game.players))) {
    seat = one;
    p = $.mod($.add(s.start, seat), game.players);
    if (!$.eq($.at(s.laid, p), (-2))) {
      return `laid-${$.str(p)}`;
    }
  }
  return "counter";
}

function picture$_row(game, s, p, own) {
  let acts, change, following, laid, name, table, y;
  y = scenery$road_y(p);
  acts = $.eq(game.player(s), p);
  table = $.dict([[`row-${$.str(p)}`, $.dict([["class", ($.truth(acts) ? "acts" : "")]])], [`score-${$.str(p)}`, $.dict([["text", $.number($.int($.at(s.scores, p)), ",")]])], [`size-${$.str(p)}`, $.dict([["text", $.str($.at(s.hand_size, p))]])], [`start-${$.str(p)}`, $.dict([["hidden", $.truth(!$.eq(s.start, p))]])]]);
  for (const one of $.arr(picture$_run(game, s, p))) {
    [name, change] = one;
    $.put(table, name, change);
  }
  laid = $.int($.at(s.laid, p));
  if ($.eq(laid, (-2))) {
    table = $.or_in(table, picture$_away(`laid-${$.str(p)}`));
  } else {
    following = ($.eq(s.phase, 3) && $.eq(picture$_next_laid(game, s), `laid-${$.str(p)}`));
    table = $.or_in(table, picture$_card(`laid-${$.str(p)}`, laid, ($.at([214, 838], 1) + 62), y, undefined, ($.truth(following) ? "next" : ($.truth(own) ? "own" : ""))));
  }
  return table;
}

function picture$_cards(s, p) {
  return $.slice($.arr($.range(17)).flatMap((kind) => $.arr($.range($.at($.at(s.hand, p), kind))).map((_again) => kind)), null, 10, null);
}

function scenery$hand_place(players, index, size) {
  let column, in_row, off, row, x, y;
  [row, column] = $.divmod(index, 5);
  in_row = $.min((size - $.mul(row, 5)), 5);
  off = (column - ((in_row - 1) / 2));
  x = (((960 / 2) + 62) + $.mul(off, ($.at([116, 112], 0) + 22)));
  y = (((scenery$hand_top(players) + 76) + $.mul(row, ($.at([116, 112], 1) + 16))) + ((1.6 * off) * off));
  return [x, y, (1.5 * off)];
}

function picture$_breaks(game, s, kind) {
  let p, run;
  p = game.player(s);
  run = $.arr($.slice($.at(s.run, p), null, $.at(s.run_size, p), null)).map((card) => $.int(card));
  return $.both($.has([1, 4], s.phase), () => $.both($.truth(run), () => runs$is_break($.at(runs$marks_of([...$.arr(run), kind], game.tables.km), (-1)))));
}

function picture$_goes(s) {
  return ($.eq(s.phase, 2) ? $._("→ counter") : $._("→ own run"));
}

function picture$_hand(game, s, p) {
  let asked, cards, i, known, over, q, r, table, torn, x, y;
  known = picture$_cards(s, p);
  cards = $.add(known, $.times([(-1)], ($.min($.int($.at(s.hand_size, p)), 10) - $.len(known))));
  over = $.eq(game.player(s), (-2));
  asked = ($.has([1, 4, 2], s.phase) && $.eq(game.player(s), p));
  table = $.dict([]);
  for (const one of $.arr($.range(10))) {
    i = one;
    if (((i >= $.len(cards)) || $.truth(over))) {
      table = $.or_in(table, picture$_away(`hand-${$.str(i)}`));
      continue;
    }
    [x, y, r] = scenery$hand_place(game.players, i, $.len(cards));
    torn = $.both(asked, () => $.both((i < $.len(known)), () => picture$_breaks(game, s, $.at(cards, i))));
    table = $.or_in(table, picture$_card(`hand-${$.str(i)}`, $.at(cards, i), x, y, r, ($.truth(torn) ? "breaks" : "")));
  }
  for (const one of $.arr($.range(game.players))) {
    q = one;
    $.put(table, `owner-${$.str(q)}`, $.dict([["hidden", !$.eq(q, p)]]));
  }
  $.put(table, "hand-goes", $.dict([["text", ($.truth(asked) ? picture$_goes(s) : "")], ["hidden", !$.truth(asked)]]));
  return table;
}

function picture$_find_hand(game, s, viewer) {
  let seat;
  if (!(viewer === null)) {
    return viewer;
  }
  seat = (($.has([1, 2, 4, 0], s.phase) && (s.seat < game.players)) ? s.seat : 0);
  return $.int($.mod($.add(s.start, $.max(seat, 0)), game.players));
}

function picture$changes(game, position, viewer) {
  let p, s, table;
  s = picture$_view(game, position, viewer);
  table = $.dict([]);
  table = $.or_in(table, picture$_counter(game, s));
  table = $.or_in(table, picture$_list_open_cards(s));
  for (const one of $.arr($.range(game.players))) {
    p = one;
    table = $.or_in(table, picture$_row(game, s, p, ((viewer === null) || $.eq(viewer, p))));
  }
  table = $.or_in(table, picture$_hand(game, s, picture$_find_hand(game, s, viewer)));
  return table;
}

function picture$_hand_slots(s, p) {
  let i, kind, slots;
  slots = $.dict([]);
  for (const one of $.arr($.enumerate(picture$_cards(s, p)))) {
    [i, kind] = one;
    $.append($.setdefault(slots, kind, []), `hand-${$.str(i)}`);
  }
  return slots;
}

function picture$targets(game, position, actions) {
  let action, actor, found, place, s, slots;
  s = position;
  actor = game.player(s);
  slots = ((actor >= 0) ? picture$_hand_slots(s, $.max(actor, 0)) : $.dict([]));
  found = $.dict([]);
  for (const one of $.arr(actions)) {
    action = one;
    if ((action < 34)) {
      place = $.join(" ", $.get(slots, $.mod(action, 17), []));
    } else if ((action < 51)) {
      place = "pile";
    } else {
      place = $.at($.dict([[51, picture$_next_laid(game, s)], [52, "goal"], [53, "discards"]]), action);
    }
    if ($.truth(place)) {
      $.put(found, action, place);
    }
  }
  return found;
}

function picture$hints(game, position, actions) {
  return $.dict($.arr(actions).filter((action) => ((action < 17) && $.truth(picture$_breaks(game, position, action)))).map((action) => [action, $._("it breaks your run")]));
}

function svg$number(value) {
  return $.replace($.str(value), "-", "−");
}

function picture$card_name(game, kind) {
  return $.at($.at(game.rulebook.words, "card"), kind);
}

function svg$join_words(words) {
  return $.join(", ", words);
}

function picture$_describe(game, s, p) {
  let names, run;
  names = $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["total", $.int($.at(s.scores, p))], ["hand", $.at(s.hand_size, p)], ["size", $.at(s.run_size, p)]]);
  run = $.arr($.slice($.at(s.run, p), null, $.at(s.run_size, p), null)).map((kind) => $.int(kind));
  if (!$.truth(run)) {
    return $.format($._("{letter}: {total:,} km scored, cards in hand: {hand}, no card in the run."), $.dict([...$.items(names)]));
  }
  if ($.has(run, (-1))) {
    return $.format($._("{letter}: {total:,} km scored, cards in hand: {hand}, face down in the run: {size}."), $.dict([...$.items(names)]));
  }
  $.put(names, "cards", svg$join_words($.arr(run).map((kind) => picture$card_name(game, kind))));
  $.put(names, "worth", runs$run_value($.at(s.run, p), $.at(s.run_size, p), game.tables.km));
  return $.format($._("{letter}: {total:,} km scored, cards in hand: {hand}, run {cards}, worth {worth} km."), $.dict([...$.items(names)]));
}

function picture$describe(game, position, viewer) {
  let hand, open_cards, p, parts, s, shown;
  s = picture$_view(game, position, viewer);
  parts = [$.add(game.rulebook.heading(s), ".")];
  $.append(parts, $.format($._("The kilometre counter stands at {km} of {limit} km."), $.dict([["km", svg$number(s.counter)], ["limit", game.tables.limit]])));
  open_cards = $.arr($.range(17)).flatMap((kind) => $.arr($.range($.at(s.lying, kind))).map((_again) => picture$card_name(game, kind)));
  if ($.truth(open_cards)) {
    $.append(parts, $.format($._("Open at the counter: {cards}."), $.dict([["cards", svg$join_words(open_cards)]])));
  }
  for (const one of $.arr($.range(game.players))) {
    p = one;
    $.append(parts, picture$_describe(game, s, p));
  }
  $.append(parts, $.format($._("{letter} holds the start card. Cards in the draw pile: {pile}."), $.dict([["letter", $.at($$PLAYER_LETTERS, s.start)], ["pile", s.pile_size]])));
  shown = picture$_find_hand(game, s, viewer);
  hand = $.arr($.range(17)).flatMap((kind) => $.arr($.range($.at($.at(s.hand, shown), kind))).map((_again) => picture$card_name(game, kind)));
  if ($.truth(hand)) {
    $.append(parts, $.format($._("Hand of {letter}: {cards}."), $.dict([["letter", $.at($$PLAYER_LETTERS, shown)], ["cards", svg$join_words(hand)]])));
  }
  return $.join("\n", parts);
}

return { scene: picture$scene, changes: picture$changes, targets: picture$targets, hints: picture$hints, describe: picture$describe, tables: { players: [0], num_actions: [1], stages: [2], limit: [3], start: [4], hand: [5], values: [6], deck: [7, 17], km: [24, 17] } };
};
