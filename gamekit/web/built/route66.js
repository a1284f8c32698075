// The picture of route66, translated from gamekit/games/route66/picture.py and what it imports by
// `python -m tools.js.pictures route66`. Not written by hand: change the Python. Sources: 039b7ecd86e9a861

export default ($, given = null) => {
function scenery$tray_top(players) {
  return ($.add((646 + 72), $.mul(players, 50)) + 10);
}

function scenery$height(players) {
  return ((scenery$tray_top(players) + 134) + 12);
}

function svg$text(value) {
  return $.escape($.str(value));
}

const $$STYLE = ".r66-land-0{stroke:color-mix(in srgb,var(--gk-land-2) 100%,var(--gk-land))}.r66-in-0{--tint:color-mix(in srgb,var(--gk-land-2) 100%,var(--gk-land))}.r66-land-1{stroke:color-mix(in srgb,var(--gk-good) 20%,var(--gk-land))}.r66-in-1{--tint:color-mix(in srgb,var(--gk-good) 20%,var(--gk-land))}.r66-land-2{stroke:color-mix(in srgb,var(--gk-glow) 30%,var(--gk-land))}.r66-in-2{--tint:color-mix(in srgb,var(--gk-glow) 30%,var(--gk-land))}.r66-land-3{stroke:color-mix(in srgb,var(--gk-wrong) 17%,var(--gk-land))}.r66-in-3{--tint:color-mix(in srgb,var(--gk-wrong) 17%,var(--gk-land))}.r66-land-4{stroke:color-mix(in srgb,var(--gk-glow) 17%,var(--gk-paper))}.r66-in-4{--tint:color-mix(in srgb,var(--gk-glow) 17%,var(--gk-paper))}.r66-land-5{stroke:color-mix(in srgb,var(--gk-wrong) 26%,var(--gk-paper))}.r66-in-5{--tint:color-mix(in srgb,var(--gk-wrong) 26%,var(--gk-paper))}.r66-land-6{stroke:color-mix(in srgb,var(--gk-player-4) 42%,var(--gk-paper))}.r66-in-6{--tint:color-mix(in srgb,var(--gk-player-4) 42%,var(--gk-paper))}.r66-land-7{stroke:color-mix(in srgb,var(--gk-water) 88%,var(--gk-land))}.r66-in-7{--tint:color-mix(in srgb,var(--gk-water) 88%,var(--gk-land))}.r66-p0{--paint:var(--gk-player-0)}.r66-p1{--paint:var(--gk-player-1)}.r66-p2{--paint:var(--gk-player-2)}.r66-p3{--paint:var(--gk-player-3)}.r66-p4{--paint:var(--gk-player-4)}\n.r66 text{font-family:var(--gk-font);fill:var(--gk-ink)}\n.r66-ground{fill:var(--gk-paper)}.r66-map{fill:var(--gk-land);stroke:var(--gk-line);stroke-width:1.5}\n.r66-band{fill:none;stroke-width:104}.r66-cap{fill:var(--tint)}\n.r66-border{stroke:var(--gk-ink);stroke-width:2;stroke-dasharray:1 7;stroke-linecap:round;opacity:.55}\n.r66-verge{fill:none;stroke:var(--gk-road-edge);stroke-width:46;stroke-linejoin:round}.r66-asphalt{fill:none;stroke:var(--gk-road);stroke-width:40;stroke-linejoin:round}\n.r66-dash{fill:none;stroke:var(--gk-road-mark);stroke-width:2.5;stroke-dasharray:10 9}\n.r66-tick{stroke:var(--gk-road-edge);stroke-width:2;opacity:.5}\n.r66-two-spot{fill:none;stroke:var(--gk-glow);stroke-width:3.5}.r66-sign{fill:#ffc247;stroke:#20272c;stroke-width:2.2;stroke-linejoin:round}\n.r66 .r66-two{font-size:25px;font-weight:700;text-anchor:middle;fill:#20272c}\n.r66 .r66-name{font-size:29px;font-weight:600;text-anchor:middle}\n.r66-art{fill:color-mix(in srgb,var(--gk-ink) 52%,var(--tint));fill-rule:evenodd}.r66-far{opacity:.42}\n.r66-city{fill:var(--gk-panel);stroke:var(--gk-ink);stroke-width:3}.r66-skyline{fill:var(--gk-line)}\n.r66 .r66-city-name{font-size:28px;font-weight:700}\n.r66-shield{fill:var(--gk-panel);stroke:var(--gk-ink);stroke-width:3.5}.r66 .r66-sixty{font-size:31px;font-weight:800;text-anchor:middle;letter-spacing:-1px}\n.r66 .r66-title{font-size:33px;font-weight:800;letter-spacing:.5px}.r66-heading{font-size:29px;font-weight:400;letter-spacing:0;fill:var(--gk-muted)}\n.r66-back{fill:var(--gk-card-back);stroke:var(--gk-paper);stroke-width:1.5}.r66-state-mark{fill:#fff}.r66-speed-mark{fill:none;stroke:#fff;stroke-width:3;stroke-linecap:round}\n.r66 .r66-count{font-size:30px;font-weight:700}\n.r66-frame{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5}.r66-panel.acts>.r66-frame{stroke:var(--gk-glow);stroke-width:5}.r66-panel.home{opacity:.6}\n.r66-face{fill:#20272c;stroke:var(--gk-edge);stroke-width:3}.r66-dial-tick{stroke:#f7f4e8;stroke-width:2.5;stroke-linecap:round}\n.r66-red{fill:none;stroke:#e4572e;stroke-width:9}.r66-needle{fill:#ffc247}.r66-hub{fill:#ffc247;stroke:#20272c;stroke-width:2}\n.r66 .r66-mph{font-size:20px;text-anchor:middle;fill:#c9d1d3}.r66 .r66-speed{font-size:33px;font-weight:700;text-anchor:middle;fill:#fff}\n.r66 .r66-score{font-size:29px;font-weight:700;text-anchor:end}.r66-card{fill:var(--gk-card-back);stroke:var(--gk-ink);stroke-width:1.5}.r66-card.won{fill:var(--gk-glow)}\n.r66-slot-card{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.5}.r66 .r66-kind{font-size:30px;font-weight:700;text-anchor:middle;fill:var(--gk-card-ink)}\n.r66 .r66-then{font-size:27px;text-anchor:middle;fill:#4b565d}.r66-star,.r66-slot-back{display:none}\n.r66-slot.patrol .r66-star{display:inline;fill:#0072b2}.r66-slot.slower .r66-slot-card{fill:#e3effa}.r66-slot.faster .r66-slot-card{fill:#fff0c4}.r66-slot.stop .r66-slot-card{fill:#ffe0d2}\n.r66-slot.caught .r66-then{fill:#b03a00;font-weight:700}.r66-slot.caught .r66-slot-card{stroke:#b03a00;stroke-width:3}\n.r66-slot.down .r66-slot-card{fill:var(--gk-card-back);stroke:var(--gk-card)}.r66-slot.down .r66-slot-back{display:inline;fill:none;stroke:var(--gk-card);stroke-width:3;stroke-linecap:round}\n.r66 .stop .r66-kind{font-size:25px}.r66-slot.faded{opacity:.38}\n.r66 .r66-table-title{font-size:28px;font-weight:700}.r66 .r66-short{font-size:28px;font-weight:700}.r66 .r66-left{font-size:26px;text-anchor:end;fill:var(--gk-muted)}\n.r66-cell-face{fill:var(--gk-land)}.r66-missing{fill:none;stroke:var(--gk-edge);stroke-width:1.6;stroke-dasharray:3.500 3}.r66-pips{fill:var(--paint);stroke:var(--gk-panel);stroke-width:1.5}\n.r66-table.home .r66-missing{display:none}.r66-have{display:none}.r66-have.on{display:inline}\n.r66 .r66-hand-title{font-size:26px;fill:var(--gk-muted);text-anchor:middle}.r66-hand{filter:drop-shadow(0 1.5px 2px var(--gk-shadow))}.r66-hand-face{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.5}.r66-hand-back{display:none;fill:#fff}\n.r66-hand-view{fill:var(--tint)}.r66 .r66-hand-state,.r66 .r66-hand-n{font-weight:700;text-anchor:middle;fill:var(--gk-card-ink)}.r66 .r66-hand-state{font-size:27px}.r66 .r66-hand-n{font-size:27px}\n.r66-hand.down .r66-hand-face{fill:var(--gk-card-back);stroke:var(--gk-card)}.r66-hand.down .r66-hand-back{display:inline}.r66-hand.down .r66-hand-land{display:none}\n.r66-hand-card{fill:var(--gk-yours);stroke:var(--gk-glow);stroke-width:2.5}.r66-table.west .r66-hand-card{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.5}.r66-hand-band{display:none}.r66-table.west .r66-hand-band{display:inline;fill:var(--paint)}.r66 .r66-have-n{font-size:30px;font-weight:700;text-anchor:middle}\n.r66-body{fill:var(--paint);stroke:#20272c;stroke-width:2}.r66-wheel{fill:#20272c;stroke:#f7f4e8;stroke-width:2.5}.r66-car .flipped{transform:scaleX(-1)}\n.r66-halo{fill:none}.r66-car.acts .r66-halo{fill:var(--gk-glow);opacity:.55}\n@container gk (max-width:520px){.r66 .r66-name,.r66 .r66-city-name,.r66 .r66-table-title,.r66 .r66-short{font-size:31px}.r66 .r66-left{font-size:29px}.r66 .r66-two{font-size:28px}\n.r66 .r66-car .gk-token text{font-size:30px}.r66 .r66-then{font-size:27px}.r66 .r66-mph{display:none}.r66 .r66-speed{font-size:38px}.r66 .stop .r66-kind{font-size:27px}}\n";

function scenery$_heading(title) {
  return `<g transform="translate(44 33)"><path class="r66-shield" d="M-25-23Q-18-18-11-24Q-6-26 0-22Q6-26 11-24Q18-18 25-23Q31-12 27-3Q24 4 26 10Q24 22 0 29Q-24 22-26 10Q-24 4-27-3Q-31-12-25-23Z"/><text class="r66-sixty" y="13">66</text></g><text class="r66-title" x="84" y="44">${$.str(svg$text(title))}<tspan id="heading" class="r66-heading" dx="18"></tspan></text><g id="pile"><title>${$.str(svg$text($._("State cards in the pile")))}</title><path class="r66-back" d="M724 14h26q4 0 4 4v34q0 4-4 4h-26q-4 0-4-4v-34q0-4 4-4zM732 10h26q4 0 4 4v34q0 4-4 4h-4V18q0-4-4-4h-22q0-4 4-4z"/><path class="r66-state-mark" d="M737 24l3.4 7.4 8 .8-6 5.4 1.7 8-7.1-4.2-7.1 4.2 1.7-8-6-5.4 8-.8z"/></g><text id="pile-n" class="r66-count" x="774" y="43"></text><g id="speed-pile"><title>${$.str(svg$text($._("Speed cards in the pile")))}</title><path class="r66-back" d="M864 14h26q4 0 4 4v34q0 4-4 4h-26q-4 0-4-4v-34q0-4 4-4zM872 10h26q4 0 4 4v34q0 4-4 4h-4V18q0-4-4-4h-22q0-4 4-4z"/><path class="r66-speed-mark" d="M867 42a10.500 10.500 0 0 1 20 0M877 40l5-9"/></g><text id="speed-pile-n" class="r66-count" x="914" y="43"></text>`;
}

function roadway$at(along) {
  let away, centre, row, side, turn, westward, y;
  row = 0;
  while (((row < (3 - 1)) && (along > (800 + 172.78759594743863)))) {
    along = (along - (800 + 172.78759594743863));
    row = $.add_in(row, 1);
  }
  westward = ($.mod(row, 2) === 0);
  y = (120 + $.mul(row, 110));
  if (((along <= 800) || $.eq(row, (3 - 1)))) {
    return [($.truth(westward) ? (900 - along) : (100 + along)), y, (3.141592653589793 / 2)];
  }
  turn = ((along - 800) / 55);
  [centre, side] = ($.truth(westward) ? [100, (-1)] : [900, 1]);
  away = (turn - (3.141592653589793 / 2));
  return [$.add(centre, $.mul($.mul(side, 55), $.sin(turn))), ((y + 55) - $.mul(55, $.cos(turn))), ((side > 0) ? away : (3.141592653589793 - away))];
}

function roadway$stretch(start, end) {
  let _, along, bend, first, limit, path, row, sweep, x, y;
  [x, y, _] = roadway$at(start);
  path = [`M${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")}`];
  along = start;
  for (const one of $.arr($.range(3))) {
    row = one;
    first = $.mul(row, (800 + 172.78759594743863));
    for (const one of $.arr([[(first + 800), false], [((first + 800) + 172.78759594743863), true]])) {
      [limit, bend] = one;
      if ((along >= $.min(limit, end))) {
        continue;
      }
      along = $.min(limit, end);
      [x, y, _] = roadway$at(along);
      sweep = $.mod(row, 2);
      $.append(path, ($.truth(bend) ? `A${$.fmt(55, ".0f")} ${$.fmt(55, ".0f")} 0 0 ${$.str(sweep)} ${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")}` : `H${$.fmt(x, ".1f")}`));
    }
  }
  return $.join("", path);
}

function roadway$beside(along, distance) {
  let angle, x, y;
  [x, y, angle] = roadway$at(along);
  return [$.add(x, $.mul(distance, $.cos(angle))), $.add(y, $.mul(distance, $.sin(angle)))];
}

function roadway$straights(start, end) {
  let ends, first, found, high, low, row;
  found = [];
  for (const one of $.arr($.range(3))) {
    row = one;
    first = $.mul(row, (800 + 172.78759594743863));
    [low, high] = [$.max(start, first), $.min(end, (first + 800))];
    if ((high > low)) {
      ends = $.sorted([$.at(roadway$at(low), 0), $.at(roadway$at(high), 0)]);
      $.append(found, [$.at(ends, 0), $.at(ends, 1), (120 + $.mul(row, 110))]);
    }
  }
  return found;
}

const $$ICONS = ["M-17 0V-16H-9V0ZM-8 0V-26H-5V-34H-3V-26H0V-34H2V-26H5V0ZM6 0V-20H11V-12H17V0Z", "M-19 0Q-16-34 0-34Q16-34 19 0H15Q12-29 0-29Q-12-29-15 0Z", "M-1.500 0V-13H1.500V0ZM2 -2Q10-3 11-9Q3-9 2-2ZM0-34L3-29L8-31L8-26L13-25L10-21L13-17L8-16L8-11L3-13L0-9L-3-13L-8-11L-8-16L-13-17L-10-21L-13-25L-8-26L-8-31L-3-29ZM0-26A5 5 0 1 0 .1-26Z", "M-12 0L-3-34H3L12 0H8.500L6-10H-6L-8.500 0ZM-5-14H5L3-22H-3ZM-2.200-26H2.200L1.500-30H-1.500Z", "M0-33L4.700-20.500L18-20L7.600-11.700L11.200 1L0-6.400L-11.200 1L-7.600-11.700L-18-20L-4.700-20.500Z", "M-24 0Q-20-2-17-13L-14-15H7L10-13Q12-2 18 0ZM13-33A7 7 0 1 0 13.100-33Z", "M-4 0V-10H-9Q-15-10-15-16V-22Q-15-24.500-12.500-24.500T-10-22V-17Q-10-15-8-15H-4V-29Q-4-34 0-34T4-29V-19H8Q10-19 10-21V-25Q10-27.500 12.500-27.500T15-25V-20Q15-14 9-14H4V0Z", "M-3 0Q0-12 0-21Q-9-20-14-12Q-17-21-6-25Q-14-28-18-22Q-16-34 0-28Q8-36 17-27Q10-28 6-25Q17-24 15-12Q10-20 3-21Q3-10 3 0Z"];

function scenery$_landmark(number, x, y, scale, far = false) {
  let look, where;
  look = ($.truth(far) ? "r66-art r66-far" : "r66-art");
  where = `translate(${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")}) scale(${$.fmt(scale, ".2f")})`;
  return `<path class="${$.str(look)} r66-in-${$.str(number)}" transform="${$.str(where)}" d="${$.str($.at($$ICONS, number))}"/>`;
}

function scenery$_state(number, name, start, end, signs) {
  let beside_name, drawn, east, label, low, middle, offsets, room, west, y;
  [west, east, y] = $.max(roadway$straights(start, end), $.giveNamed({ key: ((part) => ($.at(part, 1) - $.at(part, 0))) }));
  label = (15.6 * $.len(name));
  middle = ($.add(west, east) / 2);
  beside_name = ((label / 2) + 30);
  room = (((east - west) / 2) - 22);
  offsets = $.arr($.range(3)).flatMap((k) => $.arr([$.add(beside_name, $.mul(62, k)), ((-beside_name) - $.mul(62, k))]).filter((side) => (($.abs(side) < room) && (($.at([190, 845], 0) < $.add(middle, side)) && ($.add(middle, side) < $.at([190, 845], 1))))).map((side) => side));
  if (!$.truth(offsets)) {
    middle = (middle - 24);
    offsets = [beside_name];
  }
  drawn = [`<text class="r66-name" x="${$.fmt(middle, ".1f")}" y="${$.fmt((y - 28), ".1f")}">${$.str(svg$text(name))}</text>`];
  drawn = $.add_in(drawn, $.arr($.enumerate($.slice(offsets, null, 5, null))).map(([i, side]) => scenery$_landmark(number, $.add(middle, side), (y - 23), (0.92 - (0.18 * ($.mod(i, 3) === 1))))));
  low = $.arr($.range(($.int(Math.floor(((east - west) - 40) / 74)) + 1))).map((step) => ((west + 34) + $.mul(step, 74)));
  drawn = $.add_in(drawn, $.arr(low).filter((x) => ($.all($.arr(signs).map((sign) => ($.abs((x - sign)) > 36))) && (($.at([190, 845], 0) < x) && (x < $.at([190, 845], 1))))).map((x) => scenery$_landmark(number, x, (y + 50), 0.66, true)));
  return $.join("", drawn);
}

function scenery$_tick(along) {
  let x1, x2, y1, y2;
  [[x1, y1], [x2, y2]] = [roadway$beside(along, (-19)), roadway$beside(along, 19)];
  return `<path class="r66-tick" d="M${$.fmt(x1, ".1f")} ${$.fmt(y1, ".1f")}L${$.fmt(x2, ".1f")} ${$.fmt(y2, ".1f")}"/>`;
}

function scenery$_two(along) {
  let rx, ry, x, y;
  [x, y] = roadway$beside(along, 37);
  [rx, ry] = $.slice(roadway$at(along), null, 2, null);
  return `<circle class="r66-two-spot" cx="${$.fmt(rx, ".1f")}" cy="${$.fmt(ry, ".1f")}" r="16"/><g transform="translate(${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")})"><path class="r66-sign" d="M0-18L18 0L0 18L-18 0Z"/><text class="r66-two" y="8">2</text></g>`;
}

function scenery$_city(x, y, name, anchor, at, outline) {
  return `<circle class="r66-city" cx="${$.str(x)}" cy="${$.str(y)}" r="44"/><path class="r66-skyline" transform="translate(${$.str(x)} ${$.str((y + 32))})" d="${$.str(outline)}"/><text class="r66-city-name" text-anchor="${$.str(anchor)}" x="${$.str(at)}" y="${$.str((y + 67))}">${$.str(svg$text(name))}</text>`;
}

const $$SKYLINE = "M-34 0V-14H-26V-26H-18V-12H-12V-40H-9V-52H-7V-40H-2V-30H6V-46H14V-18H20V-34H28V-10H34V0Z";

const $$BEACH = "M-38 0Q-20-8 0-6T38-2V0ZM-14-6Q-12-24-8-36Q-20-36-26-26Q-29-38-14-42Q-24-46-30-38Q-28-54-7-45Q3-56 14-43Q5-46-1-42Q14-41 10-26Q4-36-4-36Q-8-22-8-6ZM22-10A9 9 0 1 1 22.1-10Z";

function scenery$_map(names, tables) {
  let bands, cx, cy, end, ends, gap, land, lx, ly, marked, marks, name, number, signs, spaces, start, ticks, where, whole, x1, x2, y1, y2;
  gap = (2745.575191894877 / $.int(tables.los_angeles));
  where = $.arr($.range(($.int(tables.los_angeles) + 1))).map((place) => $.int($.at(tables.state, place)));
  [bands, land, signs] = [[], [], []];
  for (const one of $.arr($.enumerate(names))) {
    [number, name] = one;
    spaces = $.arr($.enumerate(where)).filter(([place, state]) => $.eq(state, number)).map(([place, state]) => place);
    [start, end] = [(($.at(spaces, 0) - 0.5) * gap), (($.at(spaces, (-1)) + 0.5) * gap)];
    $.append(bands, `<path class="r66-band r66-land-${$.str(number)}" d="${$.str(roadway$stretch(start, end))}"/>`);
    marked = $.arr(spaces).filter((place) => ($.at(tables.cards, place) > 1)).map((place) => $.at(roadway$beside($.mul(place, gap), 37), 0));
    $.append(land, scenery$_state(number, name, start, end, marked));
    if ($.truth(number)) {
      [x1, y1] = roadway$beside(start, (-52));
      [x2, y2] = roadway$beside(start, 52);
      $.append(signs, `<path class="r66-border" d="M${$.fmt(x1, ".1f")} ${$.fmt(y1, ".1f")}L${$.fmt(x2, ".1f")} ${$.fmt(y2, ".1f")}"/>`);
    }
  }
  whole = roadway$stretch(0, 2745.575191894877);
  [[cx, cy], [lx, ly]] = [$.slice(roadway$at(0), null, 2, null), $.slice(roadway$at(2745.575191894877), null, 2, null)];
  ends = `<path class="r66-band r66-land-0" d="M${$.str((cx + 44))} ${$.str(cy)}H${$.fmt(((cx - (gap / 2)) - 1), ".1f")}"/><circle class="r66-cap r66-in-0" cx="${$.str((cx + 26))}" cy="${$.str(cy)}" r="52"/><path class="r66-band r66-land-7" d="M${$.str((lx - 44))} ${$.str(ly)}H${$.fmt(((lx + (gap / 2)) + 1), ".1f")}"/><circle class="r66-cap r66-in-7" cx="${$.str((lx - 26))}" cy="${$.str(ly)}" r="52"/>`;
  ticks = $.join("", $.arr($.range($.int(tables.los_angeles))).map((place) => scenery$_tick(((place + 0.5) * gap))));
  marks = $.join("", $.arr($.range($.len(where))).filter((place) => ($.at(tables.cards, place) > 1)).map((place) => scenery$_two($.mul(place, gap))));
  return $.add($.add(`<rect class="r66-map" x="12" y="62" width="${$.str((1000 - $.mul(2, 12)))}" height="${$.str((416 - 62))}" rx="16"/><clipPath id="map"><rect x="12" y="62" width="${$.str((1000 - $.mul(2, 12)))}" height="${$.str((416 - 62))}" rx="16"/></clipPath><g clip-path="url(#map)">${$.str(ends)}${$.str($.join("", bands))}${$.str($.join("", signs))}</g>${$.str($.join("", land))}<path class="r66-verge" d="M${$.str((cx + 30))} ${$.str(cy)}L${$.str($.slice(whole, 1, null, null))}H${$.str((lx - 30))}"/><path class="r66-asphalt" d="M${$.str((cx + 30))} ${$.str(cy)}L${$.str($.slice(whole, 1, null, null))}H${$.str((lx - 30))}"/><path class="r66-dash" d="${$.str(whole)}"/>${$.str(ticks)}${$.str(marks)}`, scenery$_city((cx + 24), cy, $._("Chicago"), "end", ((1000 - 12) - 8), $$SKYLINE)), scenery$_city((lx - 24), ly, $._("Los Angeles"), "start", (12 + 8), $$BEACH));
}

function scenery$dial_width(players) {
  return $.min(300, ((1000 - $.mul(2, 12)) / players));
}

function scenery$dial_middle(players, player) {
  let wide;
  wide = scenery$dial_width(players);
  return ((1000 / 2) + ((player - ((players - 1) / 2)) * wide));
}

function scenery$dial_radius(players) {
  return $.min(74, ((scenery$dial_width(players) / 2) - 43));
}

function scenery$needle_angle(mph) {
  return ((-90) + ($.mul(180, mph) / 70));
}

function scenery$_arc(radius, low, high) {
  let x1, x2, y1, y2;
  [[x1, y1], [x2, y2]] = $.arr([low, high]).map((v) => [$.mul(radius, $.sin(((3.141592653589793 / 180) * scenery$needle_angle(v)))), $.mul((-radius), $.cos(((3.141592653589793 / 180) * scenery$needle_angle(v))))]);
  return `M${$.fmt(x1, ".1f")} ${$.fmt(y1, ".1f")}A${$.str(radius)} ${$.str(radius)} 0 0 1 ${$.fmt(x2, ".1f")} ${$.fmt(y2, ".1f")}`;
}

function scenery$_slot(players, p, i) {
  let h, name, w;
  [w, h] = [58, 68];
  name = `slot-${$.str(p)}-${$.str(i)}`;
  return `<g id="${$.str(name)}" class="r66-slot"><rect class="r66-slot-card" x="${$.str(((-w) / 2))}" y="${$.str(((-h) / 2))}" width="${$.str(w)}" height="${$.str(h)}" rx="8"/><path class="r66-slot-back" d="M-15 14a15.500 15.500 0 0 1 30 0M0 11l8-14"/><path class="r66-star" d="M0-33l2.900 6 6.600.7-4.900 4.500 1.400 6.500-6-3.400-6 3.400 1.400-6.500-4.900-4.500 6.600-.7z" transform="translate(23 -5)"/><text id="${$.str(name)}-t" class="r66-kind" y="0"></text><text id="${$.str(name)}-s" class="r66-then" y="26"></text></g>`;
}

const $$SHAPES = ["M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z", "M-15-18H15Q18-18 18-15V15Q18 18 15 18H-15Q-18 18-18 15V-15Q-18-18-15-18Z", "M-3.5-20.5Q0-26 3.5-20.5L22.5 11.5Q25 17 19 17H-19Q-25 17-22.5 11.5Z", "M-3-23Q0-26 3-23L23-3Q26 0 23 3L3 23Q0 26-3 23L-23 3Q-26 0-23-3Z", "M-10-19H10Q12-19 13-17.5L22-2Q23 0 22 2L13 17.5Q12 19 10 19H-10Q-12 19-13 17.5L-22 2Q-23 0-22-2L-13-17.5Q-12-19-10-19Z", "M0-25L7-9L24-7.5L11 4L15 21L0 12L-15 21L-11 4L-24-7.5L-7-9Z"];

const $$PLAYER_LETTERS = ["A", "B", "C", "D", "E", "F"];

function svg$badge(player, identity = "", x = 0, y = 0, scale = 1) {
  let drop, name;
  name = ($.truth(identity) ? ` id="${$.str(identity)}"` : "");
  drop = ((player === 2) ? 3 : 0);
  return `<g${$.str(name)} class="gk-token gk-token-${$.str(player)}" transform="translate(${$.str(x)} ${$.str(y)}) scale(${$.str(scale)})"><path d="${$.str($.at($$SHAPES, player))}"/><text y="${$.str((7 + drop))}">${$.str($.at($$PLAYER_LETTERS, player))}</text></g>`;
}

function scenery$cards_path(x, y, count, pitch) {
  let card, flat;
  flat = $.min(13, (pitch - 8));
  card = `h${$.fmt(flat, "g")}q3 0 3 3v26q0 3-3 3h${$.fmt((-flat), "g")}q-3 0-3-3v-26q0-3 3-3z`;
  return $.join("", $.arr($.range(count)).map((i) => `M${$.fmt($.add(x, $.mul(i, pitch)), ".1f")} ${$.fmt(y, ".1f")}${$.str(card)}`));
}

function scenery$_dial(players, p, limit) {
  let left, middle, radius, red, right, rim, slots, ticks, wide, y;
  [middle, wide] = [scenery$dial_middle(players, p), (scenery$dial_width(players) - 8)];
  [left, right] = [(middle - (wide / 2)), (middle + (wide / 2))];
  [y, radius] = [426, scenery$dial_radius(players)];
  rim = (radius + 6);
  ticks = $.join("", $.arr($.range(0, (70 + 1), 5)).map((v) => `<path class="r66-dial-tick" transform="rotate(${$.fmt(scenery$needle_angle(v), ".1f")})" d="M0 ${$.fmt((4 - radius), ".1f")}v${$.str((($.mod(v, 10) === 0) ? 12 : 7))}"/>`));
  red = ((limit < 70) ? `<path class="r66-red" d="${$.str(scenery$_arc((radius - 6), (limit + 2.5), 70))}"/>` : "");
  slots = $.join("", $.arr($.range(3)).map((i) => scenery$_slot(players, p, i)));
  return `<g id="panel-${$.str(p)}" class="r66-panel"><rect class="r66-frame" x="${$.fmt(left, ".1f")}" y="${$.str(y)}" width="${$.fmt(wide, ".1f")}" height="${$.str((212 - 2))}" rx="14"/><g id="dial-${$.str(p)}" transform="translate(${$.fmt(middle, ".1f")} ${$.str((y + 90))})"><path class="r66-face" d="M${$.fmt((-rim), ".1f")} 20V0A${$.fmt(rim, ".1f")} ${$.fmt(rim, ".1f")} 0 0 1 ${$.fmt(rim, ".1f")} 0V20Q${$.fmt(rim, ".1f")} 40 ${$.fmt((rim - 20), ".1f")} 40H${$.fmt((20 - rim), ".1f")}Q${$.fmt((-rim), ".1f")} 40 ${$.fmt((-rim), ".1f")} 20Z"/>${$.str(red)}${$.str(ticks)}<text class="r66-mph" x="${$.fmt((16 - radius), ".1f")}" y="26">0</text><text class="r66-mph" x="${$.fmt((radius - 19), ".1f")}" y="26">70</text></g><g id="needle-${$.str(p)}"><path class="r66-needle" d="M-4 8L-1.200 ${$.fmt((12 - radius), ".1f")}H1.200L4 8Z"/><circle class="r66-hub" r="8"/></g><text id="mph-${$.str(p)}" class="r66-speed" x="${$.fmt(middle, ".1f")}" y="${$.str(((y + 90) + 35))}"></text>${$.str(svg$badge(p, undefined, $.round((left + 28), 1), (y + 29)))}<path id="card-${$.str(p)}" class="r66-card" d="${$.str(scenery$cards_path((right - 30), (y + 10), 1, 22))}"/><text id="score-${$.str(p)}" class="r66-score" x="${$.fmt((right - 38), ".1f")}" y="${$.str((y + 37))}"></text></g>${$.str(slots)}`;
}

function scenery$cell(row, state) {
  return [$.add((12 + 64), $.mul((7 - state), 114)), $.add((646 + 72), $.mul(row, 50))];
}

function scenery$_column(short, state) {
  let middle, x, y;
  [x, y] = scenery$cell(0, state);
  middle = (x + (114 / 2));
  return `<path class="r66-art r66-in-${$.str(state)}" transform="translate(${$.fmt((x + 17), ".1f")} ${$.str((y - 8))}) scale(.68)" d="${$.str($.at($$ICONS, state))}"/><text class="r66-short" x="${$.fmt((x + 33), ".1f")}" y="${$.str((y - 8))}">${$.str(svg$text($.at(short, state)))}</text><text id="left-${$.str(state)}" class="r66-left" x="${$.fmt(((middle + (114 / 2)) - 8), ".1f")}" y="${$.str((y - 8))}"></text>`;
}

function scenery$pitch_of(copies) {
  return ((copies <= 3) ? 22 : (44 / (copies - 1)));
}

function scenery$_row(p, copies) {
  let cells, name, state, top, x, y;
  y = $.add((646 + 72), $.mul(p, 50));
  cells = [];
  for (const one of $.arr($.range(8))) {
    state = one;
    [x, top] = scenery$cell(p, state);
    name = `${$.str(p)}-${$.str(state)}`;
    $.append(cells, `<g id="cell-${$.str(name)}" class="r66-cell"><rect class="r66-cell-face" x="${$.fmt((x + 2), ".1f")}" y="${$.str((top + 2))}" width="${$.fmt((114 - 4), ".1f")}" height="${$.str((50 - 6))}" rx="8"/><path class="r66-missing" d="${$.str(scenery$cards_path((x + 12), (top + 9), $.at(copies, state), scenery$pitch_of($.at(copies, state))))}"/><path id="pips-${$.str(name)}" class="r66-pips r66-p${$.str(p)}" d=""/><g id="have-${$.str(name)}" class="r66-have r66-p${$.str(p)}"><path class="r66-hand-card" d="M${$.fmt(((x + 114) - 30), ".1f")} ${$.str((top + 4))}h18q5 0 5 5v30q0 5-5 5h-18q-5 0-5-5v-30q0-5 5-5z"/><path class="r66-hand-band" d="M${$.fmt(((x + 114) - 30), ".1f")} ${$.str((top + 9))}h18v11h-18z"/><text id="have-${$.str(name)}-n" class="r66-have-n" x="${$.fmt(((x + 114) - 21), ".1f")}" y="${$.str((top + 33))}"></text></g></g>`);
  }
  return `${$.str(svg$badge(p, undefined, (12 + (64 / 2)), ((y + (50 / 2)) - 2)))}${$.str($.join("", cells))}`;
}

function scenery$_table(players, short, tables) {
  let head, rows;
  head = $.join("", $.arr($.range(8)).map((state) => scenery$_column(short, state)));
  rows = $.join("", $.arr($.range(players)).map((p) => scenery$_row(p, $.arr($.slice(tables.copies, null, 8, null)).map((n) => $.int(n)))));
  return `<rect class="r66-frame" x="12" y="646" width="${$.str((1000 - $.mul(2, 12)))}" height="${$.str(((72 + $.mul(players, 50)) + 2))}" rx="14"/><text id="table-title" class="r66-table-title" x="${$.str((12 + 16))}" y="${$.str((646 + 31))}"></text><g id="table" class="r66-table">${$.str(head)}${$.str(rows)}</g>`;
}

function scenery$_tray(players) {
  let owners, top;
  top = scenery$tray_top(players);
  owners = $.join("", $.arr($.range(players)).map((p) => `<g id="owner-${$.str(p)}">${$.str(svg$badge(p, undefined, 73, (top + 82), 1.35))}</g>`));
  return `<rect class="r66-frame" x="12" y="${$.str(top)}" width="${$.str((1000 - $.mul(2, 12)))}" height="134" rx="14"/><text id="hand-title" class="r66-hand-title" x="73" y="${$.str((top + 35))}"></text>${$.str(owners)}`;
}

function scenery$_hand_card(name) {
  let h, w;
  [w, h] = [66, 100];
  return `<g id="${$.str(name)}" class="r66-hand"><rect class="r66-hand-face" x="${$.str(((-w) / 2))}" y="${$.str(((-h) / 2))}" width="${$.str(w)}" height="${$.str(h)}" rx="8"/><path class="r66-hand-back" d="M0-14l4.700 12.500 13.300.5-10.400 8.300 3.600 12.700-11.200-7.400-11.200 7.400 3.600-12.700-10.400-8.300 13.300-.5z"/><g id="${$.str(name)}-land" class="r66-hand-land"><path class="r66-hand-view" d="M${$.str((((-w) / 2) + 5))} ${$.str((((-h) / 2) + 32))}H${$.str(((w / 2) - 5))}V20H${$.str((((-w) / 2) + 5))}Z"/><path id="${$.str(name)}-icon" class="r66-art" transform="translate(0 18)" d=""/></g><g id="${$.str(name)}-owner" transform="translate(-16 -34) scale(.52)"><path id="${$.str(name)}-shape" d=""/></g><text id="${$.str(name)}-t" class="r66-hand-state" y="43"></text><text id="${$.str(name)}-n" class="r66-hand-n" x="12" y="-24"></text></g>`;
}

function scenery$_car(p) {
  return `<g id="car-${$.str(p)}" class="r66-car"><ellipse class="r66-halo" rx="35" ry="24" cy="-4"/><g id="car-${$.str(p)}-body" class="r66-p${$.str(p)}"><path class="r66-body" d="M-31 8Q-33-3-24-5L-19-6Q-14-17-4-17H8Q14-17 18-7L29-4Q33-2 32 8Q32 11 29 11H-28Q-31 11-31 8Z"/><circle class="r66-wheel" cx="-18" cy="11" r="7"/><circle class="r66-wheel" cx="18" cy="11" r="7"/></g><g class="gk-token gk-token-${$.str(p)}" transform="translate(0 -9) scale(.86)"><path d="${$.str($.at($$SHAPES, p))}"/><text y="${$.str(((p === 2) ? 10 : 8))}">${$.str($.at($$PLAYER_LETTERS, p))}</text></g></g>`;
}

function scenery$static_scene(players, title, names, short, tables) {
  let parts, tall;
  tall = scenery$height(players);
  parts = [`<svg xmlns="http://www.w3.org/2000/svg" class="r66 gk-look" viewBox="0 0 1000 ${$.str(tall)}" role="img" aria-label="${$.str(svg$text(title))}"><title>${$.str(svg$text(title))}</title><desc></desc><style>${$.str($$STYLE)}</style>`, `<rect class="r66-ground" width="1000" height="${$.str(tall)}" rx="18"/>`, scenery$_heading(title), scenery$_map(names, tables), ...$.arr($.arr($.range(players)).map((p) => scenery$_dial(players, p, $.int(tables.limit)))), scenery$_table(players, short, tables), scenery$_tray(players), ...$.arr($.arr($.range(14)).map((i) => scenery$_hand_card(`hand-${$.str(i)}`))), ...$.arr($.arr($.range(players)).map((p) => scenery$_car(p))), "</svg>"];
  return $.join("", parts);
}

const picture$letters_of_states$ = new Map([[0, ["IL", "MO", "KS", "OK", "TX", "NM", "AZ", "CA"]]]);
const picture$letters_of_states = (game) => given?.letters_of_states ?? picture$letters_of_states$.get(game.players) ?? picture$letters_of_states$.get(0);

function picture$scene(game) {
  let names;
  names = $.at(game.rulebook.words, "state");
  return scenery$static_scene(game.players, game.title, names, picture$letters_of_states(game), game.tables);
}

function picture$_view(game, position, viewer) {
  return ((viewer === null) ? position : game.view(position, viewer));
}

function picture$_find_hand(s, viewer) {
  return ((viewer === null) ? $.int(s.current) : viewer);
}

function picture$_is_dealing(s) {
  return $.has([0, 1], s.phase);
}

function picture$_way(s) {
  if ($.eq(s.phase, 9)) {
    return $._("the game is over");
  }
  return ($.truth(s.tide) ? $._("homeward, collecting") : $._("westward"));
}

function picture$_heading(game, s) {
  let state, table, title, when;
  title = $._("Rows of states");
  if ($.truth(s.tide)) {
    title = $._("Cards collected on the way home, and what each state has left");
  }
  when = ($.truth(picture$_is_dealing(s)) ? $._("The deal") : `${$.str(game.rulebook.heading(s))}, ${$.str(picture$_way(s))}`);
  table = $.dict([["heading", $.dict([["text", when]])], ["pile-n", $.dict([["text", $.str(s.pile_size)]])], ["speed-pile-n", $.dict([["text", $.str(s.speed_pile_size)]])], ["table-title", $.dict([["text", title]])], ["table", $.dict([["class", ($.truth(s.tide) ? "home" : "west")]])]]);
  for (const one of $.arr($.range(8))) {
    state = one;
    $.put(table, `left-${$.str(state)}`, $.dict([["text", ($.truth(s.tide) ? $.str($.at(s.supply, state)) : "")]]));
  }
  return table;
}

const $$PARKING = [[-21, -24], [23, -20], [-23, 8], [21, 12], [0, -6]];

function scenery$car_place(place, places, player) {
  let dx, dy, outside, x, y;
  [x, y] = $.slice(roadway$at(($.mul(2745.575191894877, place) / (places - 1))), null, 2, null);
  if (((0 < place) && (place < (places - 1)))) {
    return [x, y];
  }
  [dx, dy] = $.at($$PARKING, player);
  outside = ((place === 0) ? 24 : (-24));
  return [$.add($.add(x, outside), dx), $.add(y, dy)];
}

function picture$_step(s, p, places) {
  let ahead;
  ahead = ($.truth($.at(s.turned, p)) ? (-0.01) : 0.01);
  return (((0 <= $.add($.at(s.place, p), ahead)) && ($.add($.at(s.place, p), ahead) <= places)) ? ahead : (-ahead));
}

function picture$_choose_flip(game, s, p) {
  let ahead, here, places;
  places = $.int(game.tables.los_angeles);
  [here, ahead] = $.arr([0, picture$_step(s, p, places)]).map((d) => $.at(roadway$at(($.mul(2745.575191894877, $.add($.at(s.place, p), d)) / places)), 0));
  return ((ahead < here) ? "flipped" : "");
}

function picture$_car(game, s, p) {
  let acts, x, y;
  [x, y] = scenery$car_place($.int($.at(s.place, p)), ($.int(game.tables.los_angeles) + 1), p);
  acts = (!$.eq(s.phase, 9) && !$.truth(picture$_is_dealing(s)) && $.eq(s.current, p));
  return $.dict([[`car-${$.str(p)}`, $.dict([["x", $.round(x, 1)], ["y", $.round(y, 1)], ["class", ($.truth(acts) ? "acts" : "")]])], [`car-${$.str(p)}-body`, $.dict([["class", picture$_choose_flip(game, s, p)]])]]);
}

function moves$is_home(s, player) {
  return $.truth((($.at(s.turned, player) === 1) && ($.at(s.place, player) === 0)));
}

function picture$_dial(game, s, p) {
  let acts, home;
  home = moves$is_home(s, p);
  acts = (!$.eq(s.phase, 9) && $.eq(s.current, p));
  return $.dict([[`panel-${$.str(p)}`, $.dict([["class", ($.truth(acts) ? "acts" : ($.truth(home) ? "home" : ""))]])], [`needle-${$.str(p)}`, $.dict([["x", $.round(scenery$dial_middle(game.players, p), 1)], ["y", (426 + 90)], ["r", $.round(scenery$needle_angle($.int($.at(s.speed, p))), 1)]])], [`mph-${$.str(p)}`, $.dict([["text", $.str($.at(s.speed, p))]])], [`card-${$.str(p)}`, $.dict([["class", ($.truth(s.tide) ? "won" : "")]])], [`score-${$.str(p)}`, $.dict([["text", $.str(($.truth(s.tide) ? $.at(s.score, p) : $.at(s.hand_size, p)))]])]]);
}

function picture$_kinds(s, p) {
  return $.arr($.range(9)).filter((kind) => ($.at($.at(s.speed_hand, p), kind) > 0)).map((kind) => kind);
}

function scenery$slot_place(players, player, slot) {
  let pitch;
  pitch = $.min(((scenery$dial_width(players) / 3) - 3), 84);
  return [$.add(scenery$dial_middle(players, player), $.mul((slot - 1), pitch)), (426 + 172)];
}

function moves$speed_after(s, t, kind, target) {
  if (($.at(t.stops, kind) === 1)) {
    return 0;
  }
  return $.int($.add($.at(s.speed, target), $.at(t.change, kind)));
}

function moves$playable(s, t, player, kind, target) {
  let after;
  after = moves$speed_after(s, t, kind, target);
  if (((after < 0) || (after > 70))) {
    return false;
  }
  return !($.truth(moves$is_home(s, player)) && $.truth(moves$is_home(s, target)));
}

function picture$_speed_card(game, s, kind, owner, p, offers) {
  let after, caught, copies, look, sign, t;
  t = game.tables;
  look = ($.truth($.at(t.stops, kind)) ? "stop" : (($.at(t.change, kind) > 0) ? "faster" : "slower"));
  sign = ($.truth($.at(t.stops, kind)) ? $._("stop") : $.replace(`${$.fmt($.int($.at(t.change, kind)), "+d")}`, "-", "−"));
  if ($.truth($.at(t.patrol, kind))) {
    look = $.add_in(look, " patrol");
  }
  if (!$.truth(offers)) {
    copies = $.int($.at($.at(s.speed_hand, owner), kind));
    return [look, sign, ((copies > 1) ? `×${$.str(copies)}` : "")];
  }
  if (!$.truth(moves$playable(s, t, owner, kind, p))) {
    return [`${$.str(look)} faded`, sign, ""];
  }
  after = moves$speed_after(s, t, kind, p);
  caught = $.both($.at(t.patrol, kind), () => $.both((after > t.limit), () => !$.truth(moves$is_home(s, p))));
  return [($.truth(caught) ? `${$.str(look)} caught` : look), sign, `→${$.str(($.truth(caught) ? 0 : after))}`];
}

function picture$_slots(game, s, p, viewer) {
  let i, kinds, look, name, offers, owner, shown, sign, table, then, unseen, x, y;
  offers = ($.eq(s.phase, 5) && $.has([null, s.current], viewer));
  owner = ($.truth(offers) ? $.int(s.current) : p);
  kinds = picture$_kinds(s, owner);
  unseen = ($.int($.at(s.speed_size, owner)) - $.int($.sum($.at(s.speed_hand, owner))));
  table = $.dict([]);
  for (const one of $.arr($.range(3))) {
    i = one;
    name = `slot-${$.str(p)}-${$.str(i)}`;
    [x, y] = scenery$slot_place(game.players, p, i);
    shown = (i < $.add($.len(kinds), unseen));
    [look, sign, then] = [($.truth(shown) ? "down" : ""), "", ""];
    if ((i < $.len(kinds))) {
      [look, sign, then] = picture$_speed_card(game, s, $.at(kinds, i), owner, p, offers);
    }
    $.put(table, name, $.dict([["x", $.round(x, 1)], ["y", y], ["class", look], ["hidden", !$.truth(shown)]]));
    $.put(table, `${$.str(name)}-t`, $.dict([["text", sign]]));
    $.put(table, `${$.str(name)}-s`, $.dict([["text", then]]));
  }
  return table;
}

function picture$_cells(game, s, row, shown) {
  let card, count, held, most, pitch, state, table, x, y;
  table = $.dict([]);
  for (const one of $.arr($.range(8))) {
    state = one;
    [x, y] = scenery$cell(row, state);
    card = $.add($.mul(row, 8), state);
    count = ($.truth(s.tide) ? $.int($.at($.at(s.collected, row), state)) : $.int($.at(s.laid, card)));
    most = ($.truth(s.tide) ? 6 : $.int($.at(game.tables.copies, state)));
    pitch = ($.truth(s.tide) ? 10 : scenery$pitch_of(most));
    held = $.truth(((s.tide === 0) && ($.at($.at(s.hand, shown), card) > 0)));
    $.put(table, `pips-${$.str(row)}-${$.str(state)}`, $.dict([["d", scenery$cards_path((x + 12), (y + 9), $.min(count, most), pitch)]]));
    $.put(table, `have-${$.str(row)}-${$.str(state)}`, $.dict([["class", (($.truth(held) || ($.truth(s.tide) && $.truth(count))) ? "on" : "")]]));
    $.put(table, `have-${$.str(row)}-${$.str(state)}-n`, $.dict([["text", (($.truth(s.tide) && $.truth(count)) ? $.str(count) : "")]]));
    $.put(table, `cell-${$.str(row)}-${$.str(state)}`, $.dict([["class", ($.truth(held) ? "held" : "")]]));
  }
  return table;
}

function picture$_cards(s, p) {
  let west;
  west = $.list($.reversed($.range(8)));
  if ($.truth(s.tide)) {
    return $.arr(west).filter((state) => $.truth($.at($.at(s.collected, p), state))).map((state) => state);
  }
  return $.slice($.arr($.range(5)).flatMap((row) => $.arr(west).filter((state) => $.truth($.at($.at(s.hand, p), $.add($.mul(row, 8), state)))).map((state) => $.add($.mul(row, 8), state))), null, 14, null);
}

function scenery$hand_place(players, index, size) {
  let off, pitch;
  pitch = $.min(($.at([66, 100], 0) + 12), ((((982 - 134) - $.at([66, 100], 0)) - 6) / $.max((size - 1), 1)));
  off = (index - ((size - 1) / 2));
  return [(((134 + 982) / 2) + $.mul(off, pitch)), ((scenery$tray_top(players) + 61) + ((0.3 * off) * off)), (0.6 * off)];
}

function picture$_hand(game, s, p) {
  let cards, copies, i, known, name, names, owner, q, r, row, size, state, table, unseen, where, x, y;
  cards = picture$_cards(s, p);
  unseen = ($.truth(s.tide) ? 0 : ($.int($.at(s.hand_size, p)) - $.int($.sum($.at(s.hand, p)))));
  size = $.min($.add($.len(cards), unseen), 14);
  names = picture$letters_of_states(game);
  table = $.dict([["hand-title", $.dict([["text", ($.truth(s.tide) ? $._("Collected") : $._("Hand"))]])]]);
  for (const one of $.arr($.range(game.players))) {
    q = one;
    $.put(table, `owner-${$.str(q)}`, $.dict([["hidden", !$.eq(q, p)]]));
  }
  for (const one of $.arr($.range(14))) {
    i = one;
    [x, y, r] = scenery$hand_place(game.players, i, size);
    name = `hand-${$.str(i)}`;
    known = (i < $.len(cards));
    [row, state] = ($.truth(known) ? $.divmod($.at(cards, i), 8) : [0, 0]);
    copies = 0;
    if ($.truth(known)) {
      copies = ($.truth(s.tide) ? $.int($.at($.at(s.collected, p), state)) : $.int($.at($.at(s.hand, p), $.at(cards, i))));
    }
    where = $.dict([["x", $.round(x, 1)], ["y", $.round(y, 1)], ["r", $.round(r, 2)]]);
    owner = (($.truth(known) && !$.truth(s.tide)) ? `gk-token gk-token-${$.str(row)}` : "");
    $.put(table, name, $.dict([...$.items(where), ["class", ($.truth(known) ? "" : "down")], ["hidden", (i >= size)]]));
    $.put(table, `${$.str(name)}-land`, $.dict([["class", `r66-in-${$.str(state)}`]]));
    $.put(table, `${$.str(name)}-icon`, $.dict([["d", ($.truth(known) ? $.at($$ICONS, state) : "")]]));
    $.put(table, `${$.str(name)}-owner`, $.dict([["class", owner]]));
    $.put(table, `${$.str(name)}-shape`, $.dict([["d", ($.truth(owner) ? $.at($$SHAPES, row) : "")]]));
    $.put(table, `${$.str(name)}-t`, $.dict([["text", ($.truth(known) ? $.at(names, state) : "")]]));
    $.put(table, `${$.str(name)}-n`, $.dict([["text", ((copies > 1) ? `×${$.str(copies)}` : "")]]));
  }
  return table;
}

function picture$changes(game, position, viewer) {
  let p, s, shown, table;
  s = picture$_view(game, position, viewer);
  shown = picture$_find_hand(s, viewer);
  table = picture$_heading(game, s);
  for (const one of $.arr($.range(game.players))) {
    p = one;
    table = $.or_in(table, picture$_car(game, s, p));
    table = $.or_in(table, picture$_dial(game, s, p));
    table = $.or_in(table, picture$_slots(game, s, p, viewer));
    table = $.or_in(table, picture$_cells(game, s, p, shown));
  }
  return $.or(table, picture$_hand(game, s, shown));
}

function picture$targets(game, position, actions) {
  let action, card, cell_of, found, held, kind, kinds, s, target;
  s = position;
  kinds = picture$_kinds(s, $.int(s.current));
  held = picture$_cards(s, $.int(s.current));
  found = $.dict([]);
  for (const one of $.arr(actions)) {
    action = one;
    if ((action < 40)) {
      card = (action - 0);
      cell_of = `cell-${$.str(Math.floor(card / 8))}-${$.str($.mod(card, 8))}`;
      $.put(found, action, ($.has(held, card) ? `${$.str(cell_of)} hand-${$.str($.index(held, card))}` : cell_of));
    } else if ($.eq(action, 40)) {
      $.put(found, action, "pile");
    } else if (((43 <= action) && (action < 88))) {
      [kind, target] = $.divmod((action - 43), 5);
      if ($.has(kinds, kind)) {
        $.put(found, action, `slot-${$.str(target)}-${$.str($.index(kinds, kind))}`);
      }
    } else if ($.eq(action, 90)) {
      $.put(found, action, `car-${$.str(s.current)}`);
    } else if (((91 <= action) && (action < 131))) {
      $.put(found, action, `cell-${$.str(Math.floor((action - 91) / 8))}-${$.str($.mod((action - 91), 8))}`);
    }
  }
  return found;
}

function picture$_describe(game, s, p) {
  let names;
  names = $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["place", $.at($.at(game.rulebook.words, "place"), $.at(s.place, p))], ["mph", $.at(s.speed, p)], ["score", $.at(s.score, p)], ["hand", $.at(s.hand_size, p)]]);
  if ($.truth(moves$is_home(s, p))) {
    return $.format($._("{letter}: home in Chicago, speedometer {mph} mph, cards collected: {score}."), $.dict([...$.items(names)]));
  }
  if ($.truth($.at(s.turned, p))) {
    return $.format($._("{letter}: eastward, {place}, {mph} mph, cards collected: {score}."), $.dict([...$.items(names)]));
  }
  if ($.truth(s.tide)) {
    return $.format($._("{letter}: still westward, {place}, {mph} mph, nothing collected."), $.dict([...$.items(names)]));
  }
  return $.format($._("{letter}: westward, {place}, {mph} mph, state cards in hand: {hand}."), $.dict([...$.items(names)]));
}

function svg$join_words(words) {
  return $.join(", ", words);
}

function picture$_describe_row(game, s, p) {
  let laid, names;
  names = $.at(game.rulebook.words, "state");
  laid = $.arr($.reversed($.range(8))).filter((state) => $.truth($.at(s.laid, $.add($.mul(p, 8), state)))).map((state) => `${$.str($.at(names, state))} ${$.str($.int($.at(s.laid, $.add($.mul(p, 8), state))))}`);
  if (!$.truth(laid)) {
    return $.format($._("Row {letter}: empty."), $.dict([["letter", $.at($$PLAYER_LETTERS, p)]]));
  }
  return $.format($._("Row {letter}: {cards}."), $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["cards", svg$join_words(laid)]]));
}

function picture$_describe_hand(game, s, p) {
  let cards, words;
  words = game.rulebook.words;
  cards = $.arr($.range($.mul(game.players, 8))).flatMap((card) => $.arr($.range($.at($.at(s.hand, p), card))).map((_again) => $.at($.at(words, "card"), card)));
  cards = $.add_in(cards, $.arr($.range(9)).flatMap((kind) => $.arr($.range($.at($.at(s.speed_hand, p), kind))).map((_again) => $.at($.at(words, "kind"), kind))));
  if (!$.truth(cards)) {
    return "";
  }
  return $.format($._("Hand of {letter}: {cards}."), $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["cards", svg$join_words(cards)]]));
}

function picture$describe(game, position, viewer) {
  let left, parts, s;
  s = picture$_view(game, position, viewer);
  parts = [`${$.str(game.rulebook.heading(s))}. ${$.str(picture$_way(s))}.`];
  parts = $.add_in(parts, $.arr($.range(game.players)).map((p) => picture$_describe(game, s, p)));
  if ((s.tide === 0)) {
    parts = $.add_in(parts, $.arr($.range(game.players)).map((p) => picture$_describe_row(game, s, p)));
    $.append(parts, $.format($._("State cards in the pile: {n}."), $.dict([["n", s.pile_size]])));
  } else {
    left = svg$join_words($.arr($.zip($.at(game.rulebook.words, "state"), s.supply)).map(([name, n]) => `${$.str(name)} ${$.str($.int(n))}`));
    $.append(parts, $.format($._("Cards left to collect: {left}."), $.dict([["left", left]])));
  }
  $.append(parts, $.format($._("Speed cards in the pile: {n}."), $.dict([["n", s.speed_pile_size]])));
  $.append(parts, picture$_describe_hand(game, s, picture$_find_hand(s, viewer)));
  return $.join("\n", $.arr(parts).filter((part) => $.truth(part)).map((part) => part));
}

return { scene: picture$scene, changes: picture$changes, targets: picture$targets, describe: picture$describe, tables: { players: [0], num_actions: [1], start: [2], limit: [3], rounds: [4], los_angeles: [5], state_hand: [6], speed_hand: [7], copies: [8, 8], count: [16, 9], change: [25, 9], stops: [34, 9], patrol: [43, 9], state: [52, 120], cards: [172, 120], border: [292, 120] } };
};
