// The picture of auf_achse, translated from gamekit/games/auf_achse/picture.py and what it imports by
// `python -m gamekit.browser picture auf_achse`. Not written by hand: change the Python.

export default ($, given = null) => {
const scenery$road_map$ = new Map([[0, [[["Flensburg", 9.44, 54.78], ["Hamburg", 9.99, 53.55], ["Rostock", 12.1, 54.09], ["Bremen", 8.8, 53.08], ["Hannover", 9.73, 52.37], ["Magdeburg", 11.63, 52.12], ["Berlin", 13.4, 52.52], ["Amsterdam", 4.9, 52.37], ["Rotterdam", 4.48, 51.92], ["Osnabrück", 8.05, 52.28], ["Dortmund", 7.46, 51.51], ["Köln", 6.96, 50.94], ["Brüssel", 4.35, 50.85], ["Luxemburg", 6.13, 49.61], ["Kassel", 9.5, 51.31], ["Erfurt", 11.03, 50.98], ["Leipzig", 12.37, 51.34], ["Dresden", 13.74, 51.05], ["Frankfurt", 8.68, 50.11], ["Würzburg", 9.93, 49.79], ["Nürnberg", 11.08, 49.45], ["Prag", 14.42, 50.08], ["Straßburg", 7.75, 48.58], ["Stuttgart", 9.18, 48.78], ["München", 11.58, 48.14], ["Linz", 14.29, 48.31], ["Wien", 16.37, 48.21], ["Salzburg", 13.05, 47.8], ["Basel", 7.59, 47.56], ["Zürich", 8.54, 47.37], ["Bregenz", 9.75, 47.5], ["Innsbruck", 11.4, 47.27], ["Bozen", 11.35, 46.5], ["Villach", 13.85, 46.61], ["Graz", 15.44, 47.07], ["Mailand", 9.19, 45.46], ["Verona", 10.99, 45.44], ["Triest", 13.78, 45.65]], [["Flensburg", "Hamburg", [[9.66, 54.31], [9.93, 53.95]], 1], ["Hamburg", "Rostock", [[10.69, 53.87], [11.47, 53.89]], 1], ["Hamburg", "Bremen", [], 1], ["Hamburg", "Hannover", [[9.86, 52.99]], 1], ["Hamburg", "Berlin", [[11.3, 53.3], [12.4, 52.82]], 3], ["Rostock", "Berlin", [[12.7, 53.45], [13.15, 52.95]], 2], ["Bremen", "Hannover", [[9.35, 52.8]], 1], ["Bremen", "Osnabrück", [[8.25, 52.7]], 1], ["Bremen", "Amsterdam", [[8.2, 53.12], [7.3, 53.17], [6.57, 53.2], [5.75, 52.95]], 3], ["Amsterdam", "Osnabrück", [[5.97, 52.21], [6.85, 52.3]], 2], ["Amsterdam", "Rotterdam", [], 0], ["Rotterdam", "Brüssel", [[4.55, 51.5]], 1], ["Rotterdam", "Köln", [[5.85, 51.85], [6.55, 51.45]], 2], ["Hannover", "Osnabrück", [[8.95, 52.42]], 1], ["Hannover", "Magdeburg", [[10.7, 52.3]], 1], ["Hannover", "Kassel", [[9.95, 51.75]], 1], ["Hannover", "Dortmund", [[9.2, 52.02], [8.45, 51.75]], 2], ["Magdeburg", "Berlin", [[12.5, 52.3]], 1], ["Magdeburg", "Leipzig", [], 1], ["Berlin", "Leipzig", [[12.55, 51.9]], 1], ["Berlin", "Dresden", [[13.8, 51.8]], 1], ["Osnabrück", "Dortmund", [[7.62, 51.95]], 1], ["Dortmund", "Köln", [], 0], ["Dortmund", "Kassel", [[8.6, 51.55]], 1], ["Köln", "Frankfurt", [[7.75, 50.5]], 1], ["Köln", "Brüssel", [[6.08, 50.78], [5.57, 50.64]], 2], ["Köln", "Luxemburg", [[6.6, 50.3]], 1], ["Brüssel", "Luxemburg", [[5, 50.35], [5.75, 49.85]], 2], ["Luxemburg", "Straßburg", [[6.2, 49.1], [7.1, 48.8]], 2], ["Luxemburg", "Frankfurt", [[6.9, 49.65], [7.9, 49.85]], 2], ["Kassel", "Frankfurt", [[9.15, 50.85], [8.85, 50.45]], 1], ["Kassel", "Erfurt", [[9.75, 50.95], [10.35, 50.95]], 1], ["Kassel", "Würzburg", [[9.7, 50.5], [9.85, 50.2]], 2], ["Erfurt", "Leipzig", [[11.75, 51]], 1], ["Erfurt", "Dresden", [[11.7, 50.82], [12.3, 50.78], [13.1, 50.88]], 2], ["Erfurt", "Würzburg", [[10.55, 50.5]], 1], ["Leipzig", "Dresden", [], 1], ["Leipzig", "Nürnberg", [[12.15, 50.9], [11.85, 50.35], [11.55, 49.9]], 3], ["Dresden", "Prag", [[14.05, 50.55]], 1], ["Prag", "Nürnberg", [[13.4, 49.75], [12.3, 49.55]], 3], ["Prag", "Linz", [[14.65, 49.4], [14.45, 48.9]], 2], ["Prag", "Wien", [[15.4, 49.5], [16.6, 49.2], [16.75, 48.7]], 3], ["Frankfurt", "Würzburg", [[9.15, 49.95]], 1], ["Frankfurt", "Stuttgart", [[8.72, 49.55], [8.85, 49.1]], 2], ["Frankfurt", "Straßburg", [[8.2, 49.6], [7.95, 49.05]], 2], ["Würzburg", "Nürnberg", [], 0], ["Würzburg", "Stuttgart", [[9.5, 49.3]], 1], ["Nürnberg", "Stuttgart", [[10.3, 49.22]], 2], ["Nürnberg", "München", [[11.45, 48.8]], 1], ["Nürnberg", "Linz", [[12.1, 49], [13.4, 48.55]], 3], ["München", "Stuttgart", [[10.88, 48.4], [10, 48.42]], 2], ["München", "Bregenz", [[10.2, 47.95]], 1], ["München", "Innsbruck", [[11.15, 47.75], [11.2, 47.45]], 1], ["München", "Salzburg", [[12.3, 47.86]], 1], ["Straßburg", "Stuttgart", [[8.25, 48.72]], 1], ["Straßburg", "Basel", [[7.45, 48.05]], 1], ["Basel", "Zürich", [], 0], ["Basel", "Mailand", [[8.15, 47], [8.5, 46.5], [8.75, 45.95]], 3], ["Zürich", "Stuttgart", [[8.62, 47.75], [8.55, 48.25]], 2], ["Zürich", "Bregenz", [[9.2, 47.45]], 1], ["Bregenz", "Innsbruck", [[10.15, 47.2], [10.8, 47.17]], 2], ["Bregenz", "Mailand", [[9.5, 46.85], [9.4, 46.2]], 3], ["Innsbruck", "Salzburg", [[12.05, 47.45], [12.6, 47.6]], 1], ["Innsbruck", "Bozen", [], 1], ["Bozen", "Verona", [[11.1, 46]], 1], ["Bozen", "Villach", [[11.95, 46.78], [12.8, 46.78]], 2], ["Mailand", "Verona", [[10.1, 45.57]], 1], ["Verona", "Triest", [[12.2, 45.5], [13.1, 45.8]], 2], ["Villach", "Triest", [[13.3, 46.25]], 1], ["Villach", "Salzburg", [[13.45, 47.15]], 1], ["Villach", "Graz", [[14.75, 46.72]], 1], ["Graz", "Triest", [[15.5, 46.55], [14.6, 46.02]], 3], ["Graz", "Linz", [[14.7, 47.5], [14.1, 48]], 2], ["Graz", "Wien", [[16.15, 47.55]], 1], ["Linz", "Salzburg", [], 1], ["Linz", "Wien", [[15.4, 48.2]], 1]]]]]);
const scenery$road_map = (game) => given?.road_map ?? scenery$road_map$.get(game.players) ?? scenery$road_map$.get(0);

function landscape$_cone(latitude) {
  return $.tan($.radians((45 + (latitude / 2))));
}

function landscape$project(longitude, latitude) {
  let rho, turn;
  rho = (1.816286475593668 / (landscape$_cone(latitude) ** 0.7665222272728732));
  turn = $.mul(0.7665222272728732, $.radians((longitude - $.at([10.22, 50.17], 0))));
  return [((1000 / 2) + $.mul($.mul(6520, rho), $.sin(turn))), ((1172 / 2) - $.mul(6520, (0.8340502761308383 - $.mul(rho, $.cos(turn)))))];
}

function landscape$_between(a, b, c, d, t) {
  return (0.5 * $.add($.add($.add($.mul(2, b), $.mul((c - a), t)), $.mul($.mul(((($.mul(2, a) - $.mul(5, b)) + $.mul(4, c)) - d), t), t)), $.mul(((($.mul(3, b) - a) - $.mul(3, c)) + d), (t ** 3))));
}

function landscape$bend(points, pieces = 10) {
  let a, around, b, c, d, k, line, t;
  if (($.len(points) < 3)) {
    return $.list(points);
  }
  around = [$.at(points, 0), ...$.arr(points), $.at(points, (-1))];
  line = [$.at(points, 0)];
  for (const one of $.arr($.zip(around, $.slice(around, 1, null, null), $.slice(around, 2, null, null), $.slice(around, 3, null, null)))) {
    [a, b, c, d] = one;
    for (const one of $.arr($.range(1, (pieces + 1)))) {
      k = one;
      t = (k / pieces);
      $.append(line, [landscape$_between($.at(a, 0), $.at(b, 0), $.at(c, 0), $.at(d, 0), t), landscape$_between($.at(a, 1), $.at(b, 1), $.at(c, 1), $.at(d, 1), t)]);
    }
  }
  return line;
}

function scenery$on_map(places) {
  return $.all($.arr(places).map(([x, y]) => (((18 <= x) && (x <= (1000 - 18))) && ((18 <= y) && (y <= (1172 - 18))))));
}

function scenery$at_share(line, share) {
  let a, b, k, left, length, lengths;
  lengths = $.arr($.pairwise(line)).map(([[ax, ay], [bx, by]]) => ($.add(((bx - ax) ** 2), ((by - ay) ** 2)) ** 0.5));
  left = $.mul(share, $.sum(lengths));
  for (const one of $.arr($.zip($.pairwise(line), lengths))) {
    [[a, b], length] = one;
    if ((left <= length)) {
      k = ($.truth(length) ? (left / length) : 0);
      return [$.add($.at(a, 0), $.mul(k, ($.at(b, 0) - $.at(a, 0)))), $.add($.at(a, 1), $.mul(k, ($.at(b, 1) - $.at(a, 1))))];
    }
    left = (left - length);
  }
  return $.at(line, (-1));
}

function scenery$fitting(places) {
  let bottom, left, right, scale, top, xs, ys;
  [xs, ys] = [$.arr(places).map(([x, _y]) => x), $.arr(places).map(([_x, y]) => y)];
  [left, top, right, bottom] = [60, 130, ($.at([778, 14], 0) - 40), (1172 - 60)];
  scale = $.min(((right - left) / $.max(($.max(xs) - $.min(xs)), 1)), ((bottom - top) / $.max(($.max(ys) - $.min(ys)), 1)));
  return ((place) => [$.add(left, $.mul(($.at(place, 0) - $.min(xs)), scale)), $.add(top, $.mul(($.at(place, 1) - $.min(ys)), scale))]);
}

function scenery$geometry(game) {
  let _by, _one, _other, cities, fit, line, lines, places, roads, spaces, towns;
  [towns, roads] = scenery$road_map(game);
  cities = $.dict($.arr(towns).map(([name, x, y]) => [name, landscape$project(x, y)]));
  lines = $.arr(roads).map(([one, other, by, _n]) => landscape$bend([$.at(cities, one), ...$.arr($.arr(by).map((place) => landscape$project(...$.arr(place)))), $.at(cities, other)]));
  if (!$.truth(scenery$on_map($.values(cities)))) {
    lines = $.arr(lines).map((line) => $.add($.slice(line, null, 1, null), $.slice(line, (-1), null, null)));
  }
  places = $.list($.values(cities));
  for (const one of $.arr($.zip(roads, lines))) {
    [[_one, _other, _by, spaces], line] = one;
    places = $.add_in(places, $.arr($.range(1, (spaces + 1))).map((i) => scenery$at_share(line, (i / (spaces + 1)))));
  }
  if ($.truth(scenery$on_map($.values(cities)))) {
    return [places, lines];
  }
  fit = scenery$fitting(places);
  return [$.arr(places).map((place) => fit(place)), $.arr(lines).map((line) => $.arr(line).map((place) => fit(place)))];
}
scenery$geometry = $.kept(scenery$geometry);

function drawing$text(value) {
  return $.escape($.str(value));
}

function panels$open_top(players) {
  let rows;
  rows = (-Math.floor((-players) / 3));
  return (1322 + $.mul(rows, ($.mul($.at([214, 74], 1), 1.49) + 8)));
}

function panels$tray_top(players) {
  return ($.add((panels$open_top(players) + 56), $.mul(Math.floor(4 / 2), ($.mul($.at([274, 104], 1), 1.78) + 8))) + 8);
}

function panels$sizes(players) {
  let narrow, rows;
  rows = (-Math.floor((-10) / 4));
  narrow = ($.add((panels$tray_top(players) + 56), $.mul(rows, ($.mul($.at([190, 84], 1), 1.26) + 8))) + 8);
  return [[(1008 + 404), 1172], [1000, $.round(narrow)]];
}

const $$STYLE = "\n.aa-sea{fill:var(--gk-water)}.aa-land{fill:var(--gk-land)}.aa-shore{fill:none;stroke:var(--gk-water);stroke-width:12;stroke-linejoin:round;opacity:.5}\n.aa-hill{fill:var(--gk-land-2)}.aa-peak{fill:none;stroke:var(--gk-edge);stroke-width:1.8;stroke-linejoin:round;opacity:.55}\n.aa-river{fill:none;stroke:var(--gk-water);stroke-width:4.5;stroke-linecap:round;stroke-linejoin:round}\n.aa-border{fill:none;stroke:var(--gk-edge);stroke-width:1.6;stroke-dasharray:2 6;stroke-linecap:round;opacity:.75}\n.aa-verge{fill:none;stroke:var(--gk-road-edge);stroke-width:12;stroke-linejoin:round;stroke-linecap:round}\n.aa-road{fill:none;stroke:var(--gk-l,#c9782b) var(--gk-d,#8a5a2b);stroke-width:7.5;stroke-linejoin:round;stroke-linecap:round}\n.aa-line{fill:none;stroke:var(--gk-l,#ffe9c7) var(--gk-d,#d9b27c);stroke-width:1.6;stroke-linejoin:round}\n.aa-bead{fill:var(--gk-l,#fffdf6) var(--gk-d,#2a353c);stroke:var(--gk-l,#8a4b12) var(--gk-d,#e0b27a);stroke-width:2.6}\n.aa-tri{fill:#fff;stroke:#d0261f;stroke-width:4;stroke-linejoin:round}.aa-bang{fill:#20272c}\n.aa-city{fill:var(--gk-l,#1f2b33) var(--gk-d,#eef1ec);stroke:var(--gk-l,#fffdf6) var(--gk-d,#11181d);stroke-width:3}\n.aa-core{fill:var(--gk-l,#ffd166) var(--gk-d,#b07a12)}\n.aa text{font-family:var(--gk-font);fill:var(--gk-ink)}\n.aa .aa-name{font-size:26px;pointer-events:none;font-weight:700;paint-order:stroke;stroke:var(--gk-land);stroke-width:5.5;stroke-linejoin:round}\n.aa-truck{filter:drop-shadow(0 2px 2px var(--gk-shadow))}.aa-wheel{fill:#20272c;stroke:#f7f4e8;stroke-width:2}.aa-glass{fill:#dff1fb}\n.aa-hull{stroke:var(--gk-paper);stroke-width:2.5;paint-order:stroke}\n.p0>.aa-hull{fill:var(--gk-player-0)}.p1>.aa-hull{fill:var(--gk-player-1)}.p2>.aa-hull{fill:var(--gk-player-2)}.p3>.aa-hull{fill:var(--gk-player-3)}.p4>.aa-hull{fill:var(--gk-player-4)}.p5>.aa-hull{fill:var(--gk-player-5)}\n.aa-truck.acts .aa-halo{display:inline}.aa-halo{display:none;fill:none;stroke:var(--gk-glow);stroke-width:5}\n.aa-plate{fill:#fffdf6;stroke:#20272c;stroke-width:1.6}.aa .aa-load{font-size:17px;font-weight:800;text-anchor:middle;fill:#20272c}\n.aa-works{fill:#ffb000;stroke:#20272c;stroke-width:2.5}.aa-stripe{fill:#20272c}.aa-jam{fill:#d0261f;stroke:#fff;stroke-width:3}.aa .aa-jam-text{font-size:16px;font-weight:800;fill:#fff;text-anchor:middle}\n.aa .aa-letter .gk-token text{font-size:26px}\n.aa.gk-narrow .aa-name{font-size:28px}.aa.gk-narrow .aa-load{font-size:24.5px;transform:translateY(4px)}.aa.gk-narrow .aa-plate{x:-33px;width:66px;height:27px}\n.aa.gk-narrow .aa-letter .gk-token path{transform:scale(1.3)}.aa.gk-narrow .aa-letter .gk-token text{font-size:40px;transform:translateY(6px)}\n.aa.gk-narrow .aa-jam-text{font-size:25px;transform:translateY(4px)}\n";

const $$PANELS_STYLE = "\n.aa-panel{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5;opacity:.93}\n.aa .aa-title{font-size:30px;font-weight:800;letter-spacing:.5px}.aa .aa-heading{font-size:21px;font-weight:700}\n.aa .aa-small{font-size:19px;fill:var(--gk-muted)}.aa .aa-cash{font-size:25px;font-weight:800}.aa .aa-fact{font-size:19px}\n.aa .aa-kept{font-size:18.5px;font-weight:700;fill:var(--gk-accent)}\n.aa-purse.acts>.aa-panel{stroke:var(--gk-glow);stroke-width:4;opacity:1}\n.aa-paper{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.3}.aa-card{filter:drop-shadow(0 1.5px 2px var(--gk-shadow))}\n.aa .aa-card text{fill:var(--gk-card-ink)}.aa .aa-from{font-size:22px;font-weight:600}.aa .aa-to{font-size:24px;font-weight:800}\n.aa .aa-money{font-size:23px;font-weight:800;text-anchor:end}\n.aa .aa-card .aa-bids{font-size:19px;fill:#56636b}.aa-strip{fill:#c9782b}.aa-card.lot .aa-paper{stroke:var(--gk-glow);stroke-width:5}\n.aa-card.loaded .aa-strip{fill:#00704f}.aa-card.loaded .aa-paper{fill:#e2f4ea}\n.aa-box{fill:none;stroke:#8b958f;stroke-width:1.4}.g1>.aa-box:nth-of-type(-n+1),.g2>.aa-box:nth-of-type(-n+2),.g3>.aa-box:nth-of-type(-n+3),.g4>.aa-box:nth-of-type(-n+4),.g5>.aa-box:nth-of-type(-n+5),.g6>.aa-box:nth-of-type(-n+6){fill:#a0622a;stroke:#5b3413}\n.aa-state{display:none}.aa-card.loaded .aa-state{display:inline}.aa-state{fill:#00704f;stroke:#e2f4ea;stroke-width:1}\n.aa-tray{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5}\n.aa.gk-narrow .aa-fact{font-size:20px}.aa.gk-narrow .aa-kept{font-size:20px}.aa.gk-narrow .aa-hand .aa-from{font-size:24px}.aa.gk-narrow .aa-hand .aa-to{font-size:26px}.aa.gk-narrow .aa-hand .aa-money{font-size:25px}\n.aa .aa-hand .aa-card.loaded .aa-from{font-size:20.5px}\n";

function landscape$path(points, close = false) {
  return $.add($.add("M", $.join("L", $.arr(points).map(([x, y]) => `${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")}`))), ($.truth(close) ? "Z" : ""));
}

function landscape$drawn(flat, close = false, smooth = true) {
  let pairs, points;
  pairs = $.arr($.split(flat, ",")).map((pair) => $.split(pair));
  points = $.arr(pairs).map(([x, y]) => landscape$project($.float(x), $.float(y)));
  return landscape$path(($.truth(smooth) ? landscape$bend(points, 6) : points), close);
}

const $$LAND = "0 42, 0 50.2, 1.6 50.4, 1.7 50.9, 2.4 51.05, 2.9 51.22, 3.4 51.38, 3.8 51.38, 3.5 51.55, 3.9 51.62, 3.75 51.8, 4.1 51.97, 4.3 52.13, 4.56 52.45, 4.7 52.88, 4.85 52.93, 5.1 52.75, 5.2 52.9, 5.4 53.15, 5.8 53.35, 6.3 53.4, 6.85 53.44, 7.05 53.3, 7.2 53.35, 7.02 53.42, 7.1 53.6, 7.6 53.68, 8.0 53.7, 8.1 53.5, 8.2 53.42, 8.28 53.6, 8.5 53.5, 8.55 53.7, 8.65 53.88, 9.0 53.83, 9.3 53.82, 8.98 53.95, 8.85 54.08, 8.95 54.25, 8.6 54.32, 8.95 54.45, 8.85 54.62, 8.65 54.85, 8.62 55.3, 8.15 55.55, 8.1 56.6, 10.2 56.6, 10.2 56.1, 9.85 55.75, 9.55 55.5, 9.7 55.2, 9.45 55.03, 9.8 54.98, 9.95 54.9, 9.5 54.82, 9.95 54.8, 10.05 54.65, 9.85 54.48, 10.15 54.42, 10.18 54.35, 10.35 54.43, 10.7 54.3, 11.1 54.38, 10.85 54.1, 10.85 53.96, 11.2 54.0, 11.42 53.92, 11.6 54.1, 12.1 54.18, 12.45 54.45, 12.9 54.43, 13.1 54.3, 13.45 54.1, 13.75 54.15, 14.2 53.92, 14.8 54.02, 15.6 54.17, 16.3 54.42, 16.9 54.6, 17.8 54.8, 19.5 54.4, 21 54, 21 42";

const $$ISLANDS = ["13.15 54.3, 13.3 54.58, 13.45 54.67, 13.65 54.52, 13.7 54.35, 13.4 54.25", "10.98 54.43, 11.05 54.53, 11.28 54.5, 11.25 54.42", "9.75 55.5, 10.3 55.62, 10.78 55.35, 10.75 55.08, 10.2 55.08", "11.0 54.78, 11.2 54.95, 11.8 54.85, 12.15 54.9, 11.95 54.57, 11.4 54.65", "11.15 55.3, 11.2 55.75, 12.5 55.9, 12.4 55.3, 12.1 55.05, 11.7 55.1", "12.6 56.2, 13.0 55.4, 13.8 55.42, 14.3 55.55, 14.4 56.2", "4.75 53.05, 4.85 53.18, 4.92 53.1, 4.82 53.0", "8.3 54.75, 8.3 55.02, 8.42 54.9", "14.6 55.05, 14.75 55.28, 15.15 55.1, 15.05 55.0"];

const $$SEAS = ["12.6 43.6, 12.3 44.2, 12.45 44.9, 12.25 45.2, 12.3 45.45, 12.85 45.58, 13.35 45.66, 13.6 45.77, 13.72 45.6, 13.5 45.5, 13.6 45.1, 13.85 44.8, 14.05 44.95, 14.3 45.32, 14.75 45.08, 14.95 44.6, 15.5 43.6", "7.4 43.4, 8.0 43.9, 8.5 44.3, 8.93 44.42, 9.6 44.15, 10.1 43.9, 10.3 43.4"];

const $$PEAKS = [[6.9, 45.85], [7.7, 46.1], [8, 46.55], [8.9, 46.75], [9.8, 46.5], [10.5, 46.55], [10.9, 47], [12.7, 47.1], [12, 46.45], [13.3, 47.3], [14.3, 47.35], [13, 46.55], [10, 46.05], [12.2, 47.3], [14.6, 47], [7.1, 45.3], [10.65, 51.75], [8.25, 48.1], [13.1, 49.05], [15.75, 50.7]];

const $$MOUNTAINS = ["5.6 44.6, 6.2 46.0, 7.0 46.6, 8.0 46.95, 9.0 47.15, 10.2 47.45, 11.5 47.55, 12.8 47.62, 14.0 47.75, 15.2 47.7, 15.7 47.4, 14.9 46.85, 13.8 46.2, 12.6 46.1, 11.6 45.95, 10.4 45.9, 9.3 46.05, 8.2 46.0, 7.6 45.5, 7.2 44.4", "10.2 51.65, 10.6 51.9, 11.0 51.75, 10.8 51.55", "7.95 47.75, 8.2 48.4, 8.45 48.7, 8.55 48.3, 8.3 47.8", "12.5 49.4, 12.9 49.25, 13.5 49.0, 13.9 48.75, 13.5 48.72, 12.9 49.0", "12.4 50.35, 13.0 50.6, 13.7 50.75, 13.6 50.6, 12.9 50.35", "15.2 50.85, 15.8 50.85, 16.4 50.55, 16.2 50.45, 15.4 50.75", "9.9 50.3, 9.9 50.6, 10.2 50.55, 10.1 50.3", "10.2 50.75, 10.6 50.75, 11.1 50.5, 10.9 50.45"];

const $$BORDERS = ["7.15 53.25, 7.05 52.6, 6.75 52.1, 6.05 51.8, 6.2 51.3, 5.95 51.05, 6.05 50.75, 6.3 50.3, 6.1 50.1, 6.5 49.75, 6.4 49.45, 7.0 49.15, 7.6 49.05, 8.2 48.97, 7.8 48.5, 7.57 47.6", "7.57 47.6, 8.6 47.75, 9.55 47.53, 10.2 47.3, 10.5 47.55, 11.1 47.4, 12.2 47.65, 13.0 47.5, 12.8 48.15, 13.45 48.57, 13.8 48.77, 12.6 49.6, 12.15 50.3, 13.0 50.5, 14.3 50.95, 14.85 50.85, 15.0 51.2, 14.65 52.1, 14.3 52.9, 14.3 53.7", "13.8 48.77, 14.9 48.77, 15.3 48.98, 16.9 48.72, 17.1 48.1, 16.5 47.5, 16.1 46.85, 15.0 46.65, 13.7 46.52, 12.4 46.72, 12.1 47.02, 11.2 46.97, 10.45 46.87, 9.6 47.05, 9.55 47.5", "14.85 50.85, 16.2 50.55, 16.9 50.4, 18.2 50.0", "16.9 48.72, 18.0 49.1", "7.57 47.6, 6.9 47.3, 6.1 46.4, 6.9 46.35, 7.0 45.9, 8.0 46.0, 8.45 46.35, 9.0 45.85, 9.3 46.4, 10.1 46.3, 10.45 46.87", "13.7 46.52, 13.45 46.0, 13.8 45.6", "2.5 51.08, 3.2 50.55, 4.2 49.97, 4.85 50.1, 5.8 49.55, 6.4 49.45", "3.4 51.37, 4.4 51.47, 5.1 51.45, 5.8 51.15, 5.7 50.78, 6.05 50.75", "5.8 49.55, 5.75 49.9, 6.1 50.1", "8.65 54.9, 9.45 54.82", "7.0 45.9, 6.8 45.3, 7.0 44.4", "15.0 46.65, 15.6 46.2, 15.2 45.5, 13.8 45.45"];

const $$RIVERS = ["9.45 46.85, 9.6 47.45, 9.1 47.68, 8.4 47.58, 7.6 47.58, 7.62 48.0, 7.85 48.6, 8.35 49.05, 8.42 49.5, 8.25 50.0, 7.75 50.2, 7.55 50.4, 6.97 50.92, 6.72 51.45, 6.2 51.85, 5.5 51.88, 4.3 51.93", "8.5 47.95, 9.3 48.1, 9.98 48.4, 10.8 48.7, 11.5 48.77, 12.1 49.02, 12.8 48.85, 13.46 48.57, 14.3 48.3, 15.4 48.2, 16.4 48.22, 17.1 48.1, 17.8 47.75", "15.9 50.3, 15.3 50.03, 14.5 50.35, 14.1 50.6, 13.74 51.06, 12.8 51.65, 12.2 51.9, 11.65 52.13, 11.95 52.8, 11.2 53.05, 10.3 53.4, 9.8 53.56, 9.1 53.88", "9.65 51.4, 9.3 51.85, 8.95 52.25, 9.1 52.65, 8.8 53.07, 8.5 53.4, 8.52 53.6", "18 50.6, 17.0 51.1, 16.2 51.6, 15.0 51.95, 14.6 52.4, 14.4 52.95, 14.6 53.4, 14.5 53.75", "11.4 50.1, 10.85 49.9, 10.2 50.03, 9.93 49.79, 9.3 49.75, 9.05 50.05, 8.6 50.1, 8.27 50.0", "14.0 48.8, 14.45 49.0, 14.3 49.6, 14.42 50.08, 14.5 50.35", "9.8 46.45, 10.5 46.9, 11.4 47.28, 12.1 47.6, 12.3 48.15, 12.9 48.25, 13.46 48.57", "7.4 45.0, 8.4 45.15, 9.3 45.05, 10.3 45.0, 11.4 44.92, 12.45 44.95", "6.3 48.1, 6.15 48.8, 6.2 49.2, 6.55 49.7, 7.1 50.05, 7.6 50.36", "5.3 48.9, 4.9 49.8, 4.87 50.45, 5.57 50.64, 5.75 51.1, 6.1 51.5, 5.4 51.8", "11.0 46.8, 11.33 46.48, 11.05 45.95, 10.98 45.44, 11.6 45.15, 12.3 45.15", "13.4 47.15, 13.1 47.45, 13.05 47.8, 12.9 48.25", "13.8 46.6, 14.6 46.6, 15.6 46.6, 16.3 46.4"];

const $$LAKES = ["5.05 52.4, 5.15 52.75, 5.35 53.02, 5.6 52.85, 5.8 52.65, 5.6 52.5, 5.3 52.35", "9.0 47.78, 9.35 47.7, 9.7 47.54, 9.5 47.5, 9.2 47.62, 8.9 47.66", "6.15 46.22, 6.4 46.45, 6.9 46.42, 6.6 46.38, 6.3 46.3", "8.5 45.75, 8.6 45.95, 8.8 46.15, 8.72 45.95, 8.6 45.75", "9.08 45.82, 9.2 46.0, 9.4 46.15, 9.32 45.95, 9.4 45.85, 9.25 45.92", "10.55 45.45, 10.65 45.7, 10.85 45.88, 10.75 45.65, 10.72 45.45", "12.55 53.45, 12.7 53.52, 12.78 53.38, 12.65 53.33", "14.05 53.75, 14.3 53.85, 14.6 53.8, 14.5 53.68, 14.25 53.7", "12.35 47.88, 12.45 47.95, 12.55 47.87, 12.45 47.83", "16.7 47.72, 16.75 47.95, 16.85 47.85, 16.8 47.7", "8.55 47.33, 8.7 47.24, 8.82 47.21, 8.68 47.27"];

function scenery$_country() {
  let islands, land, peaks, seas;
  land = landscape$drawn($$LAND, true, false);
  islands = $.arr($$ISLANDS).map((flat) => landscape$drawn(flat, true));
  seas = $.arr($$SEAS).map((flat) => landscape$drawn(flat, true, false));
  peaks = $.join("", $.arr($.arr($$PEAKS).map((p) => landscape$project(...$.arr(p)))).map(([x, y]) => `<path class="aa-peak" d="M${$.fmt((x - 13), ".0f")} ${$.fmt((y + 9), ".0f")}l12-19l5 7l4-5l11 17"/>`));
  return $.add($.add($.add($.add($.add($.add($.add($.add($.add(`<svg width="1000" height="1172"><rect class="aa-sea" width="1000" height="1172"/><path class="aa-land" d="${$.str(land)}"/>`, $.join("", $.arr($$MOUNTAINS).map((flat) => `<path class="aa-hill" d="${$.str(landscape$drawn(flat, true))}"/>`))), $.join("", $.arr(islands).map((d) => `<path class="aa-land" d="${$.str(d)}"/>`))), $.join("", $.arr(seas).map((d) => `<path class="aa-sea" d="${$.str(d)}"/>`))), `<path class="aa-shore" d="${$.str(land)}"/>`), $.join("", $.arr($$BORDERS).map((flat) => `<path class="aa-border" d="${$.str(landscape$drawn(flat))}"/>`))), $.join("", $.arr($$RIVERS).map((flat) => `<path class="aa-river" d="${$.str(landscape$drawn(flat))}"/>`))), $.join("", $.arr($$LAKES).map((flat) => `<path class="aa-sea" d="${$.str(landscape$drawn(flat, true))}"/>`))), peaks), "</svg>");
}

function scenery$_roads(lines) {
  let ways;
  ways = $.arr(lines).map((line) => landscape$path(line));
  return $.join("", $.arr(["aa-verge", "aa-road", "aa-line"]).flatMap((look) => $.arr(ways).map((d) => `<path class="${$.str(look)}" d="${$.str(d)}"/>`)));
}

function scenery$_spaces(game, places) {
  let names, parts, shape, t, v, x, y;
  t = game.tables;
  names = $.at(game.rulebook.words, "space");
  parts = [];
  for (const one of $.arr($.enumerate(places))) {
    [v, [x, y]] = one;
    if ((v < t.cities)) {
      shape = "<circle class=\"aa-city\" r=\"14\"/><circle class=\"aa-core\" r=\"7\"/>";
    } else if (($.at(t.is_event, v) === 1)) {
      shape = "<path class=\"aa-tri\" d=\"M0-15L15 11H-15Z\"/><path class=\"aa-bang\" d=\"M-2-7H2L1.3 3H-1.3ZM-1.8 5H1.8V8.4H-1.8Z\"/>";
    } else {
      shape = "<circle class=\"aa-bead\" r=\"8.5\"/>";
    }
    $.append(parts, `<g id="space-${$.str(v)}" transform="translate(${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")})"><title>${$.str(drawing$text($.at(names, v)))}</title>${$.str(shape)}</g>`);
  }
  return $.join("", parts);
}

function drawing$placed(part, wide, narrow) {
  return `<g class="gk-at" style="--wide:${$.str(wide.css())};--narrow:${$.str(narrow.css())}">${$.str(part)}</g>`;
}

function panels$_notice(title) {
  let across, part;
  across = ((1000 - $.mul(2, 8)) / 1.7);
  part = `<rect class="aa-panel gk-if-wide" width="${$.str($.at([362, 128], 0))}" height="${$.str($.at([362, 128], 1))}" rx="12"/><rect class="aa-panel gk-if-narrow" y="44" width="${$.fmt(across, ".1f")}" height="${$.str((($.at([362, 128], 1) - 44) - 6))}" rx="8"/><text class="aa-title gk-if-wide" x="16" y="38">${$.str(drawing$text(title))}</text><text id="heading" class="aa-heading" x="16" y="66"></text><text id="piles" class="aa-small" x="16" y="90"></text><text class="aa-small" x="16" y="114">${$.str(drawing$text($._("Map and contracts: our reconstruction")))}</text>`;
  return drawing$placed(part, drawing$Spot.make(...$.arr([14, 14])), drawing$Spot.make(8, (1180 - $.mul(44, 1.7)), 1.7));
}

const $$SHAPES = ["M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z", "M-15-18H15Q18-18 18-15V15Q18 18 15 18H-15Q-18 18-18 15V-15Q-18-18-15-18Z", "M-3.5-20.5Q0-26 3.5-20.5L22.5 11.5Q25 17 19 17H-19Q-25 17-22.5 11.5Z", "M-3-23Q0-26 3-23L23-3Q26 0 23 3L3 23Q0 26-3 23L-23 3Q-26 0-23-3Z", "M-10-19H10Q12-19 13-17.5L22-2Q23 0 22 2L13 17.5Q12 19 10 19H-10Q-12 19-13 17.5L-22 2Q-23 0-22-2L-13-17.5Q-12-19-10-19Z", "M0-25L7-9L24-7.5L11 4L15 21L0 12L-15 21L-11 4L-24-7.5L-7-9Z"];

const $$PLAYER_LETTERS = ["A", "B", "C", "D", "E", "F"];

function drawing$badge(player, identity = "", x = 0, y = 0, scale = 1) {
  let drop, name;
  name = ($.truth(identity) ? ` id="${$.str(identity)}"` : "");
  drop = ((player === 2) ? 3 : 0);
  return `<g${$.str(name)} class="gk-token gk-token-${$.str(player)}" transform="translate(${$.str(x)} ${$.str(y)}) scale(${$.str(scale)})"><path d="${$.str($.at($$SHAPES, player))}"/><text y="${$.str((7 + drop))}">${$.str($.at($$PLAYER_LETTERS, player))}</text></g>`;
}

function panels$_purse(p) {
  let column, narrow, part, row;
  [row, column] = $.divmod(p, 3);
  part = `<g id="purse-${$.str(p)}" class="aa-purse"><rect class="aa-panel" width="${$.str($.at([214, 74], 0))}" height="${$.str($.at([214, 74], 1))}" rx="11"/></g>${$.str(drawing$badge(p, undefined, 26, 24, 0.86))}<text id="cash-${$.str(p)}" class="aa-cash" x="52" y="26"></text><text id="fact-${$.str(p)}" class="aa-fact" x="52" y="47"></text><text id="kept-${$.str(p)}" class="aa-kept" x="10" y="67"></text>`;
  narrow = drawing$Spot.make((8 + $.mul(column, (($.mul($.at([214, 74], 0), 1.49) + 8) + 4))), (1322 + $.mul(row, ($.mul($.at([214, 74], 1), 1.49) + 8))), 1.49);
  return drawing$placed(part, drawing$Spot.make($.at([778, 14], 0), $.add($.at([778, 14], 1), $.mul(p, 78))), narrow);
}

function panels$_contract(identity, size) {
  let boxes, h, w;
  [w, h] = size;
  boxes = $.join("", $.arr($.range(6)).map((i) => `<rect class="aa-box" x="${$.str($.mul(16, i))}" y="0" width="13" height="13" rx="2"/>`));
  return `<g id="${$.str(identity)}" class="aa-card"><rect class="aa-paper" width="${$.str(w)}" height="${$.str(h)}" rx="9"/><path class="aa-strip" d="M0 9Q0 0 9 0H11V${$.str(h)}H9Q0 ${$.str(h)} 0 ${$.str((h - 9))}Z"/><text id="${$.str(identity)}-from" class="aa-from" x="20" y="24"></text><text id="${$.str(identity)}-to" class="aa-to" x="20" y="49"></text><text id="${$.str(identity)}-money" class="aa-money" x="${$.str((w - 9))}" y="74"></text><path class="aa-state" transform="translate(${$.str((w - 38))} 8)" d="M0 0H17V14H0ZM19 4H25L29 9V14H19ZM4 13a3 3 0 1 0 .1 0ZM23 13a3 3 0 1 0 .1 0Z"/><g id="${$.str(identity)}-goods" transform="translate(20 59)">${$.str(boxes)}</g><text id="${$.str(identity)}-bids" class="aa-bids" x="20" y="${$.str((h - 9))}"></text></g>`;
}

function panels$_open_panel(players) {
  let bottom, column, h, heading, i, narrow, parts, row, top, w, wide;
  [top, bottom] = [panels$open_top(players), panels$tray_top(players)];
  heading = "<text id=\"open-title\" class=\"aa-heading\"></text>";
  parts = [`<rect class="aa-tray gk-if-wide" x="1008" y="4" width="${$.str((404 - 2))}" height="${$.str((662 - 12))}" rx="14"/>`, `<rect class="aa-tray gk-if-narrow" x="2" y="${$.fmt(top, "g")}" width="${$.str((1000 - 4))}" height="${$.fmt(((bottom - top) - 8), "g")}" rx="14"/>`, drawing$placed(heading, drawing$Spot.make((1008 + 12), 36, 1.2), drawing$Spot.make(20, (top + 40), 1.7))];
  for (const one of $.arr($.range(4))) {
    i = one;
    [row, column] = $.divmod(i, 2);
    [w, h] = [$.mul($.at([274, 104], 0), 1.78), $.mul($.at([274, 104], 1), 1.78)];
    wide = drawing$Spot.make((1008 + 10), (52 + $.mul(i, (($.mul($.at([274, 104], 1), 1.4) + 8) - 1))), 1.4);
    narrow = drawing$Spot.make((8 + $.mul(column, ((w + 8) + 2))), $.add((top + 56), $.mul(row, (h + 8))), 1.78);
    $.append(parts, drawing$placed(panels$_contract(`open-${$.str(i)}`, [274, 104]), wide, narrow));
  }
  return $.join("", parts);
}

function panels$_tray(players) {
  let bottom, heading, owners, top;
  [top, bottom] = [panels$tray_top(players), $.at($.at(panels$sizes(players), 1), 1)];
  owners = $.join("", $.arr($.range(players)).map((p) => `<g id="owner-${$.str(p)}">${$.str(drawing$badge(p, undefined, 18, (-7), 0.86))}</g>`));
  heading = `${$.str(owners)}<text id="hand-title" class="aa-heading" x="46"></text>`;
  return $.add(`<rect class="aa-tray gk-if-wide" x="1008" y="662" width="${$.str((404 - 2))}" height="${$.str(((1172 - 662) - 4))}" rx="14"/><rect class="aa-tray gk-if-narrow" x="2" y="${$.fmt(top, "g")}" width="${$.str((1000 - 4))}" height="${$.fmt(((bottom - top) - 4), "g")}" rx="14"/>`, drawing$placed(heading, drawing$Spot.make((1008 + 12), (662 + 30)), drawing$Spot.make(14, (top + 40), 1.7)));
}

function panels$_in_hand(i, players) {
  let column, narrow, row, wide;
  [row, column] = $.divmod(i, 2);
  wide = drawing$Spot.make($.add((1008 + 8), $.mul(column, ($.at([190, 84], 0) + 8))), (708 + $.mul(row, ($.at([190, 84], 1) + 8))));
  [row, column] = $.divmod(i, 4);
  narrow = drawing$Spot.make((8 + $.mul(column, ($.mul($.at([190, 84], 0), 1.26) + 8))), $.add((panels$tray_top(players) + 56), $.mul(row, ($.mul($.at([190, 84], 1), 1.26) + 8))), 1.26);
  return `<g class="aa-hand">${$.str(drawing$placed(panels$_contract(`hand-${$.str(i)}`, [190, 84]), wide, narrow))}</g>`;
}

function panels$panels(title, players) {
  return $.join("", [panels$_notice(title), ...$.arr($.arr($.range(players)).map((p) => panels$_purse(p))), panels$_open_panel(players), panels$_tray(players), ...$.arr($.arr($.range(10)).map((i) => panels$_in_hand(i, players)))]);
}

function scenery$_works() {
  return `<g id="roadworks"><g transform="translate(0 -4)"><rect class="aa-works" x="-22" y="-15" width="44" height="20" rx="3"/><path class="aa-stripe" d="M-18-14H-9L-17 4H-21V-7ZM-3-14H6L-2 4H-11ZM12-14H21V-13L13 4H4Z"/><path class="aa-stripe" d="M-16 6h4v10h-4zM12 6h4v10h-4z"/></g><title>${$.str(drawing$text($._("Roadworks")))}</title></g>`;
}

function scenery$_jam() {
  return `<g id="jam"><g transform="translate(0 -2)"><rect class="aa-jam" x="-24" y="-14" width="48" height="26" rx="6"/><text class="aa-jam-text" y="4">${$.str(drawing$text($._("JAM")))}</text></g><title>${$.str(drawing$text($._("Traffic jam")))}</title></g>`;
}

function scenery$_truck(p) {
  return `<g id="truck-${$.str(p)}" class="aa-truck p${$.str(p)}"><circle class="aa-halo" cy="-9" r="37"/><path class="aa-hull" d="M-31-27Q-31-30-28-30H8Q11-30 11-27V5H-31ZM14-19H22Q24-19 25.5-17L31-8Q32-6 32-4V5H14Z"/><path class="aa-glass" d="M18-15H22L27-7H18Z"/><circle class="aa-wheel" cx="-22" cy="6" r="5.5"/><circle class="aa-wheel" cx="-8" cy="6" r="5.5"/><circle class="aa-wheel" cx="23" cy="6" r="5.5"/><g id="load-${$.str(p)}"><rect class="aa-plate" x="-25" y="11" width="50" height="20" rx="5"/><text id="load-${$.str(p)}-t" class="aa-load" y="26"></text></g></g>`;
}

const scenery$name_places$ = new Map([[2, [["Flensburg", 468, 72, "start"], ["Hamburg", 470, 189, "end"], ["Rostock", 645, 149, "start"], ["Bremen", 403, 221, "middle"], ["Hannover", 480, 323, "start"], ["Magdeburg", 579, 374, "end"], ["Berlin", 739, 324, "start"], ["Amsterdam", 145, 310, "start"], ["Rotterdam", 98, 419, "middle"], ["Osnabrück", 335, 376, "end"], ["Dortmund", 291, 462, "end"], ["Köln", 286, 504, "start"], ["Brüssel", 79, 459, "middle"], ["Luxemburg", 180, 651, "end"], ["Kassel", 463, 444, "start"], ["Erfurt", 544, 481, "end"], ["Leipzig", 667, 438, "start"], ["Dresden", 766, 468, "start"], ["Frankfurt", 374, 579, "end"], ["Würzburg", 493, 617, "start"], ["Nürnberg", 583, 677, "start"], ["Prag", 820, 575, "start"], ["Straßburg", 295, 774, "end"], ["Stuttgart", 441, 753, "start"], ["München", 617, 803, "start"], ["Linz", 822, 776, "start"], ["Wien", 951, 777, "end"], ["Salzburg", 735, 861, "start"], ["Basel", 284, 911, "end"], ["Zürich", 385, 935, "start"], ["Bregenz", 450, 877, "end"], ["Innsbruck", 605, 947, "start"], ["Bozen", 608, 1013, "start"], ["Villach", 798, 1016, "start"], ["Graz", 923, 934, "start"], ["Mailand", 432, 1153, "start"], ["Verona", 576, 1156, "start"], ["Triest", 802, 1103, "start"]]], [3, [["Flensburg", 468, 72, "start"], ["Hamburg", 470, 189, "end"], ["Rostock", 645, 149, "start"], ["Bremen", 403, 221, "middle"], ["Hannover", 480, 323, "start"], ["Magdeburg", 579, 374, "end"], ["Berlin", 739, 324, "start"], ["Amsterdam", 145, 310, "start"], ["Rotterdam", 98, 419, "middle"], ["Osnabrück", 335, 376, "end"], ["Dortmund", 291, 462, "end"], ["Köln", 286, 504, "start"], ["Brüssel", 79, 459, "middle"], ["Luxemburg", 180, 651, "end"], ["Kassel", 463, 444, "start"], ["Erfurt", 544, 481, "end"], ["Leipzig", 667, 438, "start"], ["Dresden", 766, 468, "start"], ["Frankfurt", 374, 579, "end"], ["Würzburg", 493, 617, "start"], ["Nürnberg", 583, 677, "start"], ["Prag", 820, 575, "start"], ["Straßburg", 295, 774, "end"], ["Stuttgart", 441, 753, "start"], ["München", 617, 803, "start"], ["Linz", 822, 776, "start"], ["Wien", 951, 777, "end"], ["Salzburg", 735, 861, "start"], ["Basel", 284, 911, "end"], ["Zürich", 385, 935, "start"], ["Bregenz", 450, 877, "end"], ["Innsbruck", 605, 947, "start"], ["Bozen", 608, 1013, "start"], ["Villach", 798, 1016, "start"], ["Graz", 923, 934, "start"], ["Mailand", 432, 1153, "start"], ["Verona", 576, 1156, "start"], ["Triest", 802, 1103, "start"]]], [4, [["Flensburg", 468, 72, "start"], ["Hamburg", 470, 189, "end"], ["Rostock", 645, 149, "start"], ["Bremen", 403, 221, "middle"], ["Hannover", 480, 323, "start"], ["Magdeburg", 579, 374, "end"], ["Berlin", 720, 281, "middle"], ["Amsterdam", 145, 310, "start"], ["Rotterdam", 98, 419, "middle"], ["Osnabrück", 335, 376, "end"], ["Dortmund", 291, 462, "end"], ["Köln", 286, 504, "start"], ["Brüssel", 79, 459, "middle"], ["Luxemburg", 180, 651, "end"], ["Kassel", 463, 444, "start"], ["Erfurt", 544, 481, "end"], ["Leipzig", 667, 438, "start"], ["Dresden", 766, 468, "start"], ["Frankfurt", 374, 579, "end"], ["Würzburg", 493, 617, "start"], ["Nürnberg", 583, 677, "start"], ["Prag", 820, 575, "start"], ["Straßburg", 295, 774, "end"], ["Stuttgart", 441, 753, "start"], ["München", 617, 803, "start"], ["Linz", 822, 776, "start"], ["Wien", 951, 777, "end"], ["Salzburg", 735, 861, "start"], ["Basel", 284, 911, "end"], ["Zürich", 385, 935, "start"], ["Bregenz", 450, 877, "end"], ["Innsbruck", 605, 947, "start"], ["Bozen", 608, 1013, "start"], ["Villach", 798, 1016, "start"], ["Graz", 923, 934, "start"], ["Mailand", 432, 1153, "start"], ["Verona", 576, 1156, "start"], ["Triest", 802, 1103, "start"]]], [5, [["Flensburg", 468, 72, "start"], ["Hamburg", 470, 189, "end"], ["Rostock", 645, 149, "start"], ["Bremen", 403, 221, "middle"], ["Hannover", 480, 323, "start"], ["Magdeburg", 579, 374, "end"], ["Berlin", 720, 281, "middle"], ["Amsterdam", 145, 310, "start"], ["Rotterdam", 98, 419, "middle"], ["Osnabrück", 335, 376, "end"], ["Dortmund", 291, 462, "end"], ["Köln", 286, 504, "start"], ["Brüssel", 79, 459, "middle"], ["Luxemburg", 180, 651, "end"], ["Kassel", 463, 444, "start"], ["Erfurt", 544, 481, "end"], ["Leipzig", 667, 438, "start"], ["Dresden", 766, 468, "start"], ["Frankfurt", 374, 579, "end"], ["Würzburg", 493, 617, "start"], ["Nürnberg", 583, 677, "start"], ["Prag", 820, 575, "start"], ["Straßburg", 295, 774, "end"], ["Stuttgart", 441, 753, "start"], ["München", 617, 803, "start"], ["Linz", 822, 776, "start"], ["Wien", 951, 777, "end"], ["Salzburg", 735, 861, "start"], ["Basel", 284, 911, "end"], ["Zürich", 385, 935, "start"], ["Bregenz", 450, 877, "end"], ["Innsbruck", 605, 947, "start"], ["Bozen", 608, 1013, "start"], ["Villach", 798, 1016, "start"], ["Graz", 923, 934, "start"], ["Mailand", 432, 1153, "start"], ["Verona", 576, 1156, "start"], ["Triest", 802, 1103, "start"]]], [6, [["Flensburg", 468, 72, "start"], ["Hamburg", 470, 189, "end"], ["Rostock", 645, 149, "start"], ["Bremen", 403, 221, "middle"], ["Hannover", 480, 323, "start"], ["Magdeburg", 579, 374, "end"], ["Berlin", 720, 281, "middle"], ["Amsterdam", 145, 310, "start"], ["Rotterdam", 98, 419, "middle"], ["Osnabrück", 335, 376, "end"], ["Dortmund", 291, 462, "end"], ["Köln", 286, 504, "start"], ["Brüssel", 79, 459, "middle"], ["Luxemburg", 180, 651, "end"], ["Kassel", 463, 444, "start"], ["Erfurt", 544, 481, "end"], ["Leipzig", 667, 438, "start"], ["Dresden", 766, 512, "start"], ["Frankfurt", 374, 579, "end"], ["Würzburg", 493, 617, "start"], ["Nürnberg", 583, 677, "start"], ["Prag", 820, 575, "start"], ["Straßburg", 295, 774, "end"], ["Stuttgart", 441, 753, "start"], ["München", 617, 803, "start"], ["Linz", 822, 776, "start"], ["Wien", 951, 777, "end"], ["Salzburg", 735, 861, "start"], ["Basel", 284, 911, "end"], ["Zürich", 385, 935, "start"], ["Bregenz", 450, 877, "end"], ["Innsbruck", 605, 947, "start"], ["Bozen", 608, 1013, "start"], ["Villach", 798, 1016, "start"], ["Graz", 923, 934, "start"], ["Mailand", 432, 1153, "start"], ["Verona", 576, 1156, "start"], ["Triest", 802, 1103, "start"]]]]);
const scenery$name_places = (game) => given?.name_places ?? scenery$name_places$.get(game.players) ?? scenery$name_places$.get(0);

function scenery$_names(game) {
  return $.join("", $.arr(scenery$name_places(game)).map(([name, x, y, anchor]) => `<text class="aa-name" x="${$.str(x)}" y="${$.str(y)}" text-anchor="${$.str(anchor)}">${$.str(drawing$text(name))}</text>`));
}

function scenery$static_scene(game) {
  let height, lines, narrow_height, narrow_width, ours, parts, places, title, width;
  [places, lines] = scenery$geometry(game);
  ours = scenery$on_map($.arr($.at(scenery$road_map(game), 0)).map(([_name, x, y]) => landscape$project(x, y)));
  title = drawing$text(game.title);
  [[width, height], [narrow_width, narrow_height]] = panels$sizes(game.players);
  parts = [`<svg xmlns="http://www.w3.org/2000/svg" class="aa gk-look" viewBox="0 0 ${$.str(width)} ${$.str(height)}" data-narrow="0 0 ${$.str(narrow_width)} ${$.str(narrow_height)}" role="img" aria-label="${$.str(title)}"><title>${$.str(title)}</title><desc></desc><style>${$.str($$STYLE)}${$.str($$PANELS_STYLE)}</style>`, ($.truth(ours) ? scenery$_country() : `<rect class="aa-land" width="1000" height="1172" rx="18"/>`), scenery$_roads(lines), scenery$_spaces(game, places), panels$panels(game.title, game.players), scenery$_works(), scenery$_jam(), ...$.arr($.arr($.range(game.players)).map((p) => scenery$_truck(p))), scenery$_names(game), ...$.arr($.arr($.range(game.players)).map((p) => `<g id="letter-${$.str(p)}" class="aa-letter">${$.str(drawing$badge(p, undefined, (-10), (-13), 0.62))}</g>`)), "</svg>"];
  return $.join("", parts);
}

function picture$scene(game) {
  return scenery$static_scene(game);
}

function picture$_seen(game, position, viewer) {
  return ((viewer === null) ? position : game.view(position, viewer));
}

function picture$_shown_hand(game, s, viewer) {
  if (!(viewer === null)) {
    return viewer;
  }
  return $.int((((game.player(s) >= 0) || (s.round_number === 0)) ? s.decider : s.mover));
}

function picture$_heading(game, s) {
  let head, opened, piles;
  head = ($.truth(s.round_number) ? game.rulebook.heading(s) : $._("Setting up"));
  piles = $.format($._("{n} events unseen, {m} under the pile"), $.dict([["n", s.unseen_events], ["m", s.under_size]]));
  opened = $.format($._("Stack {n}, reserve {m}"), $.dict([["n", s.stack], ["m", s.reserve]]));
  if ($.eq(s.phase, 11)) {
    opened = $.format($._("{letter} holds bid {n}"), $.dict([["letter", $.at($$PLAYER_LETTERS, s.holder)], ["n", s.bid]]));
  }
  return $.dict([["heading", $.dict([["text", head]])], ["piles", $.dict([["text", piles]])], ["open-title", $.dict([["text", opened]])]]);
}

const scenery$sign_places$ = new Map([[2, [[[0, 0], [16, 0], [0, 0], [0, 16], [0, 0], [16, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 16], [0, 16], [0, -8], [0, 0], [16, 0], [0, 0], [0, 8], [16, 0], [0, 0], [0, 0], [0, 0], [0, -8], [0, 0], [0, 0], [0, 0], [16, 0], [0, 0], [0, 0], [0, 22], [16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [40, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 16], [0, 16], [0, -32], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 8], [0, 0], [-30, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, -16], [0, 0], [0, 0], [0, 0], [24, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, 16], [0, 16], [0, 0], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, -8], [0, 0], [32, -32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 8], [0, 22], [0, 0], [0, 0], [8, 0], [0, -40]], [[-16, 0], [8, 0], [-16, 0], [0, 0], [0, 48], [16, 0], [-16, 0], [0, 0], [0, -64], [24, 0], [24, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [24, 8], [-24, 0], [40, 0], [-24, 0], [-16, 0], [-24, 0], [-16, 0], [-24, 0], [0, 40], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 40], [0, 48], [0, 40], [32, 8], [0, 48], [-8, 0], [0, 40], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 8], [0, 0], [0, 40], [0, 0], [0, 0], [-24, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 0], [0, 0], [0, 40], [0, 32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [32, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-24, 40], [0, 0], [0, 48], [8, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -72], [8, 0], [0, -64], [0, 48], [0, 0], [0, 0], [32, 0], [0, -64], [16, 0], [0, 0], [0, 0], [0, 0], [0, 24], [0, 0], [0, 48], [0, 0]]]], [3, [[[0, 0], [16, 0], [0, 0], [0, 16], [0, 0], [16, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 16], [0, 16], [0, -8], [0, 0], [16, 0], [0, 0], [0, 8], [16, 0], [0, 0], [0, 0], [0, 0], [0, -8], [0, 0], [0, 0], [0, 0], [16, 0], [0, 0], [0, 0], [0, 22], [16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [40, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 16], [0, 16], [0, -32], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 8], [0, 0], [-30, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, -16], [0, 0], [0, 0], [0, 0], [24, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, 16], [0, 16], [0, 0], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, -8], [0, 0], [32, -32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 8], [0, 22], [0, 0], [0, 0], [8, 0], [0, -40]], [[-16, 0], [8, 0], [-16, 0], [0, 0], [0, 48], [16, 0], [-16, 0], [0, 0], [0, -64], [24, 0], [24, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [24, 8], [-24, 0], [40, 0], [-24, 0], [-16, 0], [-24, 0], [-16, 0], [-24, 0], [0, 40], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 40], [0, 48], [0, 40], [32, 8], [0, 48], [-8, 0], [0, 40], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 8], [0, 0], [0, 40], [0, 0], [0, 0], [-24, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 0], [0, 0], [0, 40], [0, 32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [32, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-24, 40], [0, 0], [0, 48], [8, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -72], [8, 0], [0, -64], [0, 48], [0, 0], [0, 0], [32, 0], [0, -64], [16, 0], [0, 0], [0, 0], [0, 0], [0, 24], [0, 0], [0, 48], [0, 0]]]], [4, [[[0, 0], [16, 0], [0, 0], [0, 16], [0, 0], [16, 8], [0, 16], [0, 0], [0, 0], [0, 0], [0, 0], [0, 16], [0, 16], [0, -8], [0, 0], [16, 0], [0, 0], [0, 8], [16, 0], [0, 0], [0, 0], [0, 0], [0, -8], [0, 0], [0, 0], [0, 0], [16, 0], [0, 0], [0, 0], [0, 22], [16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [40, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 16], [0, 16], [0, -32], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 8], [0, 0], [-30, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, -16], [0, 0], [0, 0], [0, 0], [24, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, 16], [0, 16], [0, 0], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, -8], [0, 0], [32, -32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 8], [0, 22], [0, 0], [0, 0], [8, 0], [0, -40]], [[-16, 0], [8, 0], [-16, 0], [0, 0], [0, 48], [16, 0], [0, 0], [0, 0], [0, -64], [24, 0], [24, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [24, 8], [-24, 0], [40, 0], [-24, 0], [-16, 0], [-24, 0], [-16, 0], [-24, 0], [0, 40], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 40], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 40], [0, 48], [0, 40], [32, 8], [0, 48], [-8, 0], [0, 40], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 8], [0, 0], [0, 40], [0, 0], [0, 0], [-24, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 0], [0, 0], [0, 40], [0, 32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [32, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-24, 40], [0, 0], [0, 48], [8, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -72], [8, 0], [0, -64], [0, 48], [0, 0], [0, 0], [32, 0], [0, -64], [16, 0], [0, 0], [0, 0], [0, 0], [0, 24], [0, 0], [0, 48], [0, 0]]]], [5, [[[0, 0], [16, 0], [0, 0], [0, 16], [0, 0], [16, 8], [0, 16], [0, 0], [0, 0], [0, 0], [0, 0], [0, 16], [0, 16], [0, -8], [0, 0], [16, 0], [0, 0], [0, 8], [16, 0], [0, 0], [0, 0], [0, 0], [0, -8], [0, 0], [0, 0], [0, 0], [16, 0], [0, 0], [0, 0], [0, 22], [16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [40, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 16], [0, 16], [0, -32], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 8], [0, 0], [-30, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, -16], [0, 0], [0, 0], [0, 0], [24, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, 16], [0, 16], [0, 0], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, -8], [0, 0], [32, -32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 8], [0, 22], [0, 0], [0, 0], [8, 0], [0, -40]], [[-16, 0], [8, 0], [-16, 0], [0, 0], [0, 48], [16, 0], [0, 0], [0, 0], [0, -64], [24, 0], [24, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [24, 8], [-24, 0], [40, 0], [-24, 0], [-16, 0], [-24, 0], [-16, 0], [-24, 0], [0, 40], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 40], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 40], [0, 48], [0, 40], [32, 8], [0, 48], [-8, 0], [0, 40], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 8], [0, 0], [0, 40], [0, 0], [0, 0], [-24, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 0], [0, 0], [0, 40], [0, 32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [32, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-24, 40], [0, 0], [0, 48], [8, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -72], [8, 0], [0, -64], [0, 48], [0, 0], [0, 0], [32, 0], [0, -64], [16, 0], [0, 0], [0, 0], [0, 0], [0, 24], [0, 0], [0, 48], [0, 0]]]], [6, [[[0, 0], [16, 0], [0, 0], [0, 16], [0, 0], [16, 8], [0, 16], [0, 0], [0, 0], [0, 0], [0, 0], [0, 16], [0, 16], [0, -8], [0, 0], [16, 0], [0, 0], [0, 8], [16, 0], [0, 0], [0, 0], [0, 0], [0, -8], [0, 0], [0, 0], [0, 0], [16, 0], [0, 0], [0, 0], [0, 22], [16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [40, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 16], [0, 16], [0, -32], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 8], [0, 0], [-30, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, -16], [0, 22], [0, 0], [0, 0], [24, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 22], [0, 0], [0, 0], [0, 16], [0, 16], [0, 0], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, -8], [0, 0], [32, -32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -40], [0, 22], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -24], [0, 8], [0, 22], [0, 0], [0, 0], [8, 0], [0, -40]], [[-16, 0], [8, 0], [-16, 0], [0, 0], [0, 48], [16, 0], [0, 0], [0, 0], [0, -64], [24, 0], [24, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [-24, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [16, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [24, 8], [-24, 0], [40, 0], [-24, 0], [-16, 0], [-24, 0], [-16, 0], [-24, 0], [0, 40], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 40], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 40], [0, 48], [0, 40], [32, 8], [0, 48], [-8, 0], [0, 40], [0, 0], [0, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 8], [0, 0], [0, 40], [0, 0], [0, 0], [-24, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-16, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -64], [0, 0], [0, 0], [0, 40], [0, 32], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 48], [0, 0], [0, 0], [0, 0], [32, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-24, 40], [0, 0], [0, 48], [8, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, -72], [8, 0], [0, -64], [0, 48], [0, 0], [0, 0], [32, 0], [0, -64], [16, 0], [0, 0], [0, 0], [0, 0], [0, 24], [0, 0], [0, 48], [0, 0]]]]]);
const scenery$sign_places = (game) => given?.sign_places ?? scenery$sign_places$.get(game.players) ?? scenery$sign_places$.get(0);

function picture$_room(game, s, p) {
  let t;
  t = game.tables;
  return $.int($.add($.add(t.capacity, $.mul($.at(s.small, p), t.small_capacity)), $.mul($.at(s.large, p), t.large_capacity)));
}

function picture$_truck(game, s, p) {
  let acts, aside, away, below, where, x, y;
  away = $.eq($.at(s.truck, p), (-1));
  [x, y] = ($.truth(away) ? [0, 0] : $.at($.at(scenery$geometry(game), 0), $.at(s.truck, p)));
  [aside, below] = ($.truth(away) ? [[0, 0], [0, 0]] : $.arr(scenery$sign_places(game)).map((shift) => $.at(shift, $.at(s.truck, p))));
  acts = ($.eq(game.player(s), p) || ($.eq(game.player(s), (-1)) && $.eq(s.mover, p) && !$.eq(s.phase, 0)));
  where = $.dict([["x", $.round(x, 1)], ["y", $.round((y + (-9)), 1)], ["hidden", $.truth(away)]]);
  return $.dict([[`truck-${$.str(p)}`, $.dict([...$.items(where), ["class", ($.truth(acts) ? "acts" : "")]])], [`letter-${$.str(p)}`, $.dict([...$.items(where), ["x", $.round($.add(x, $.at(aside, 0)), 1)], ["y", $.round($.add((y + (-9)), $.at(aside, 1)), 1)]])], [`load-${$.str(p)}`, $.dict([["x", $.at(below, 0)], ["y", $.at(below, 1)], ["hidden", $.truth(($.at(s.goods, p) === 0))]])], [`load-${$.str(p)}-t`, $.dict([["text", ($.truth($.at(s.goods, p)) ? `${$.str($.at(s.goods, p))}/${$.str(picture$_room(game, s, p))}` : "")]])]]);
}

function picture$_kept(game, s, p) {
  let names;
  names = $.at(game.rulebook.words, "event");
  return $.arr($.range(31)).filter((e) => $.has([(3 + p), (9 + p)], $.at(s.event, e))).map((e) => $.at(names, e));
}

function picture$_misses(turns) {
  if ((turns > 1)) {
    return $.format($._("misses {n} turns"), $.dict([["n", turns]]));
  }
  return ($.truth(turns) ? $._("misses a turn") : "");
}

function drawing$listed(words) {
  return $.join(", ", words);
}

function picture$_purse(game, s, p) {
  let fact, kept, line, trailers;
  fact = $.format($._("{hand} in hand, {done} done"), $.dict([["hand", $.at(s.hand, p)], ["done", $.at(s.done, p)]]));
  trailers = $.times([$.add("+", $.str(game.tables.small_capacity))], $.int($.at(s.small, p)));
  trailers = $.add_in(trailers, $.times([$.add("+", $.str(game.tables.large_capacity))], $.int($.at(s.large, p))));
  kept = picture$_kept(game, s, p);
  line = $.join(" ", [...$.arr(trailers), (($.len(kept) === 1) ? $.at(kept, 0) : "")]);
  if (($.len(kept) > 1)) {
    line = $.join(" ", [...$.arr(trailers), $.format($._("{n} cards kept"), $.dict([["n", $.len(kept)]]))]);
  }
  line = $.either($.strip(line), () => picture$_misses($.int($.at(s.skip, p))));
  return $.dict([[`purse-${$.str(p)}`, $.dict([["class", ($.eq(game.player(s), p) ? "acts" : "")]])], [`cash-${$.str(p)}`, $.dict([["text", `${$.fmt($.int($.at(s.cash, p)), ",")} DM`]])], [`fact-${$.str(p)}`, $.dict([["text", fact]])], [`kept-${$.str(p)}`, $.dict([["text", (($.len(line) <= 19) ? line : $.add($.slice(line, null, (19 - 1), null), "…"))], ["label", drawing$listed(kept)]])]]);
}

function picture$_markers(game, s) {
  let name, space, table, x, y;
  table = $.dict([]);
  for (const one of $.arr([["roadworks", $.int(s.roadworks)], ["jam", $.int(s.jam)]])) {
    [name, space] = one;
    [x, y] = ($.eq(space, (-1)) ? [0, 0] : $.at($.at(scenery$geometry(game), 0), space));
    if (((name === "jam") && ($.has($.slice(s.truck, null, game.players, null), space) || $.eq(space, s.roadworks)))) {
      [x, y] = [$.add(x, $.at([20, 14], 0)), $.add(y, $.at([20, 14], 1))];
    }
    $.put(table, name, $.dict([["x", $.round(x, 1)], ["y", $.round(y, 1)], ["hidden", $.eq(space, (-1))]]));
  }
  return table;
}

function picture$_lying(s) {
  let lying;
  lying = $.arr($.enumerate(s.where)).filter(([c, where]) => $.eq(where, 1)).map(([c, where]) => c);
  return $.slice(lying, null, 4, null);
}

const scenery$routes$ = new Map([[0, ["space-0 space-38 space-1 space-41 space-4 space-59 space-14 space-80 space-81 space-19 space-20 space-107 space-24", "space-1 space-41 space-4 space-59 space-14", "space-1 space-41 space-4 space-59 space-14 space-80 space-81 space-19 space-20 space-107 space-24 space-114 space-31 space-130 space-32 space-131 space-36", "space-2 space-39 space-1 space-41 space-4 space-60 space-61 space-10", "space-2 space-45 space-46 space-6 space-65 space-17 space-90 space-21 space-94 space-95 space-25 space-144 space-143 space-34", "space-3 space-47 space-4 space-59 space-14 space-80 space-81 space-19 space-20 space-107 space-24", "space-5 space-58 space-4 space-59 space-14 space-78 space-18", "space-6 space-62 space-5 space-58 space-4 space-60 space-61 space-10 space-11 space-69 space-70 space-12", "space-6 space-65 space-17 space-90 space-21 space-94 space-95 space-25 space-146 space-27 space-138 space-33 space-137 space-37", "space-7 space-52 space-53 space-9 space-57 space-4 space-59 space-14 space-79 space-15", "space-8 space-55 space-56 space-11 space-68 space-18 space-99 space-19 space-20 space-108 space-109 space-110 space-25 space-147 space-26", "space-9 space-57 space-4 space-58 space-5", "space-10 space-67 space-14 space-79 space-15 space-82 space-16", "space-11 space-56 space-55 space-8", "space-12 space-54 space-8 space-7 space-51 space-50 space-49 space-3 space-40 space-1 space-39 space-2", "space-13 space-71 space-11 space-10 space-66 space-9", "space-14 space-80 space-81 space-19 space-20 space-107 space-24 space-114 space-31", "space-15 space-85 space-19 space-20 space-108 space-109 space-110 space-25", "space-15 space-85 space-19 space-20 space-107 space-24 space-114 space-31 space-130 space-32", "space-17 space-65 space-6 space-44 space-43 space-42 space-1 space-40 space-3", "space-17 space-65 space-6 space-62 space-5 space-58 space-4", "space-18 space-78 space-14 space-59 space-4 space-41 space-1 space-38 space-0", "space-19 space-20 space-107 space-24 space-114 space-31 space-130 space-32 space-131 space-36", "space-20 space-19 space-99 space-18 space-77 space-76 space-13", "space-21 space-90 space-17 space-65 space-6 space-44 space-43 space-42 space-1", "space-21 space-90 space-17 space-65 space-6 space-62 space-5 space-58 space-4 space-57 space-9 space-53 space-52 space-7", "space-21 space-91 space-92 space-93 space-20 space-19 space-104 space-23 space-116 space-22", "space-22 space-103 space-102 space-18 space-78 space-14", "space-23 space-101 space-100 space-18 space-68 space-11 space-10", "space-23 space-104 space-19 space-85 space-15 space-82 space-16", "space-24 space-115 space-27 space-146 space-25 space-147 space-26", "space-25 space-95 space-94 space-21 space-90 space-17 space-65 space-6 space-62 space-5", "space-25 space-110 space-109 space-108 space-20 space-19", "space-26 space-147 space-25 space-146 space-27 space-115 space-24 space-113 space-30 space-123 space-29", "space-27 space-115 space-24 space-107 space-20 space-19 space-99 space-18 space-68 space-11", "space-28 space-117 space-22 space-116 space-23 space-104 space-19 space-85 space-15 space-82 space-16 space-64 space-6", "space-29 space-28 space-117 space-22 space-75 space-74 space-13 space-71 space-11 space-10 space-66 space-9", "space-29 space-28 space-117 space-22 space-75 space-74 space-13 space-73 space-72 space-12", "space-30 space-113 space-24 space-107 space-20", "space-30 space-126 space-127 space-128 space-35 space-134 space-36", "space-31 space-114 space-24 space-107 space-20 space-19 space-81 space-80 space-14 space-59 space-4", "space-31 space-114 space-24 space-107 space-20 space-19 space-99 space-18 space-68 space-11 space-56 space-55 space-8", "space-32 space-130 space-31 space-114 space-24 space-107 space-20 space-89 space-88 space-87 space-16", "space-32 space-130 space-31 space-125 space-124 space-30 space-123 space-29 space-28", "space-33 space-138 space-27 space-115 space-24 space-107 space-20", "space-33 space-138 space-27 space-115 space-24 space-111 space-112 space-23", "space-33 space-138 space-27 space-115 space-24 space-113 space-30", "space-34 space-139 space-33 space-138 space-27", "space-35 space-120 space-119 space-118 space-28 space-117 space-22 space-103 space-102 space-18", "space-35 space-134 space-36 space-131 space-32 space-132 space-133 space-33 space-139 space-34", "space-35 space-134 space-36 space-135 space-136 space-37", "space-37 space-137 space-33 space-138 space-27 space-115 space-24 space-107 space-20 space-19 space-81 space-80 space-14 space-59 space-4"]]]);
const scenery$routes = (game) => given?.routes ?? scenery$routes$.get(game.players) ?? scenery$routes$.get(0);

function picture$_card(game, name, contract, look) {
  let bids, blank, cities, ends, t;
  ends = [`${$.str(name)}-from`, `${$.str(name)}-to`, `${$.str(name)}-money`, `${$.str(name)}-bids`];
  if ((contract === null)) {
    blank = $.dict($.arr(ends).map((end) => [end, $.dict([["text", ""]])]));
    blank = $.or_in(blank, $.dict([[name, $.dict([["hidden", true], ["class", ""], ["lights", ""]])], [`${$.str(name)}-goods`, $.dict([["class", ""]])]]));
    return blank;
  }
  t = game.tables;
  cities = $.at(game.rulebook.words, "space");
  bids = $.join(" ", $.arr($.slice($.at(t.price, contract), 1, null, null)).map((price) => $.str(price)));
  return $.dict([[name, $.dict([["hidden", false], ["class", look], ["lights", $.at(scenery$routes(game), contract)]])], [`${$.str(name)}-from`, $.dict([["text", `${$.str($.at(cities, $.at(t.origin, contract)))} →`]])], [`${$.str(name)}-to`, $.dict([["text", $.at(cities, $.at(t.target, contract))]])], [`${$.str(name)}-money`, $.dict([["text", `${$.fmt($.int($.at(t.revenue, contract)), ",")}`]])], [`${$.str(name)}-bids`, $.dict([["text", (($.truth($.startswith(name, "open")) && !$.truth(t.children)) ? bids : "")]])], [`${$.str(name)}-goods`, $.dict([["class", `g${$.str($.at(t.goods, contract))}`]])]]);
}

function picture$_open(game, s) {
  let contract, i, lying, table;
  table = $.dict([]);
  lying = picture$_lying(s);
  for (const one of $.arr($.range(4))) {
    i = one;
    contract = ((i < $.len(lying)) ? $.at(lying, i) : null);
    table = $.or_in(table, picture$_card(game, `open-${$.str(i)}`, contract, ((!(contract === null) && $.eq(contract, s.lot)) ? "lot" : "")));
  }
  return table;
}

function picture$_contracts(s, p) {
  let loaded;
  loaded = $.arr($.enumerate(s.where)).filter(([c, where]) => $.eq(where, (9 + p))).map(([c, where]) => c);
  return $.add(loaded, $.arr($.enumerate(s.where)).filter(([c, where]) => $.eq(where, (3 + p))).map(([c, where]) => c));
}

function picture$_hand(game, s, p) {
  let cards, contract, i, loaded, more, q, table, title;
  cards = picture$_contracts(s, p);
  table = $.dict([]);
  for (const one of $.arr($.range(10))) {
    i = one;
    contract = ((i < $.len(cards)) ? $.at(cards, i) : null);
    loaded = (!(contract === null) && $.eq($.at(s.where, contract), (9 + p)));
    table = $.or_in(table, picture$_card(game, `hand-${$.str(i)}`, contract, ($.truth(loaded) ? "loaded" : "")));
  }
  for (const one of $.arr($.range(game.players))) {
    q = one;
    $.put(table, `owner-${$.str(q)}`, $.dict([["hidden", !$.eq(q, p)]]));
  }
  more = ($.len(cards) - 10);
  title = $._("Contracts: {n} loaded, {m} in hand");
  if ((more > 0)) {
    title = $._("{n} loaded, {m} in hand, {more} not shown");
  }
  $.put(table, "hand-title", $.dict([["text", $.format(title, $.dict([["n", $.at(s.carried, p)], ["m", $.at(s.hand, p)], ["more", more]]))]]));
  return table;
}

function picture$changes(game, position, viewer) {
  let p, s, shown, table;
  s = picture$_seen(game, position, viewer);
  shown = picture$_shown_hand(game, s, viewer);
  table = picture$_heading(game, s);
  for (const one of $.arr($.range(game.players))) {
    p = one;
    table = $.or_in(table, picture$_truck(game, s, p));
    table = $.or_in(table, picture$_purse(game, s, p));
  }
  table = $.or_in(table, picture$_markers(game, s));
  table = $.or_in(table, picture$_open(game, s));
  table = $.or_in(table, picture$_hand(game, s, shown));
  return table;
}

function picture$targets(game, position, actions) {
  let action, contract, first, found, held, lying, s;
  s = position;
  held = $.slice(picture$_contracts(s, picture$_shown_hand(game, s, null)), null, 10, null);
  lying = picture$_lying(s);
  found = $.dict([]);
  for (const one of $.arr(actions)) {
    action = one;
    if (((147 <= action) && (action < 787))) {
      first = $.next($.arr([627, 467, 307, 147]).filter((verb) => (action >= verb)).map((verb) => verb));
      $.put(found, action, `space-${$.str((action - first))}`);
    } else if ((((787 <= action) && (action < 839)) || ((943 <= action) && (action < 1047)))) {
      first = ((action < 839) ? 787 : ((action < 995) ? 943 : 995));
      if ($.has(held, (action - first))) {
        $.put(found, action, `hand-${$.str($.index(held, (action - first)))}`);
      }
    } else if (((839 <= action) && (action < 943))) {
      contract = (action - ((action < 891) ? 839 : 891));
      if ($.has(lying, contract)) {
        $.put(found, action, `open-${$.str($.index(lying, contract))}`);
      }
    } else if (((1047 <= action) && (action < 1053))) {
      $.put(found, action, `purse-${$.str((action - 1047))}`);
    }
  }
  return found;
}

function picture$hints(game, position, actions) {
  let price;
  if (!$.eq(position.phase, 11)) {
    return $.dict([]);
  }
  price = $.at(game.tables.price, position.lot);
  return $.dict($.arr(actions).filter((action) => ((1053 <= action) && (action < (1053 + 5)))).map((action) => [action, $.format($._("{price:,} DM"), $.dict([["price", $.int($.at(price, ((action - 1053) + 1)))]]))]));
}

function picture$_described(game, s, p) {
  let kept, parts, trailers, where;
  where = (!$.eq($.at(s.truck, p), (-1)) ? $.at($.at(game.rulebook.words, "space"), $.at(s.truck, p)) : $._("not on the map yet"));
  parts = $.format($._("{letter}: {space}, {cash:,} DM, goods {goods}, contracts in hand {hand}, delivered {done}"), $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["space", where], ["cash", $.int($.at(s.cash, p))], ["goods", $.at(s.goods, p)], ["hand", $.at(s.hand, p)], ["done", $.at(s.done, p)]]));
  trailers = $.int($.add($.at(s.small, p), $.at(s.large, p)));
  if ($.truth(trailers)) {
    parts = $.add_in(parts, $.add(", ", $.format($._("trailers: {n}"), $.dict([["n", trailers]]))));
  }
  if ($.truth($.at(s.skip, p))) {
    parts = $.add_in(parts, $.add(", ", picture$_misses($.int($.at(s.skip, p)))));
  }
  kept = picture$_kept(game, s, p);
  return $.add($.add(parts, ($.truth(kept) ? $.add(", ", $.format($._("keeps: {list}"), $.dict([["list", drawing$listed(kept)]]))) : "")), ".");
}

function picture$describe(game, position, viewer) {
  let cards, names, parts, s, shown, spaces;
  s = picture$_seen(game, position, viewer);
  parts = ($.truth(s.round_number) ? [$.add(game.rulebook.heading(s), ".")] : [$._("The game is being set up.")]);
  parts = $.add_in(parts, $.arr($.range(game.players)).map((p) => picture$_described(game, s, p)));
  spaces = $.at(game.rulebook.words, "space");
  if (!$.eq(s.roadworks, (-1))) {
    $.append(parts, $.format($._("Roadworks: {space}."), $.dict([["space", $.at(spaces, s.roadworks)]])));
  }
  if (!$.eq(s.jam, (-1))) {
    $.append(parts, $.format($._("Traffic jam: {space}."), $.dict([["space", $.at(spaces, s.jam)]])));
  }
  names = $.at(game.rulebook.words, "contract");
  if ($.truth(picture$_lying(s))) {
    $.append(parts, $.format($._("Open contracts: {list}."), $.dict([["list", $.join("; ", $.arr(picture$_lying(s)).map((c) => $.at(names, c)))]])));
  }
  $.append(parts, $.format($._("Contracts in the stack: {n}, in the reserve: {m}."), $.dict([["n", s.stack], ["m", s.reserve]])));
  shown = picture$_shown_hand(game, s, viewer);
  if ($.truth(picture$_contracts(s, shown))) {
    cards = $.join("; ", $.arr(picture$_contracts(s, shown)).map((c) => $.at(names, c)));
    $.append(parts, $.format($._("Contracts of {letter}: {list}."), $.dict([["letter", $.at($$PLAYER_LETTERS, shown)], ["list", cards]])));
  }
  return $.join(" ", parts);
}

class drawing$Spot extends Array {
static make(x, y, scale = 1) { const made = new this(); made.push(x, y, scale); return made; }
get x() { return this[0]; }
get y() { return this[1]; }
get scale() { return this[2]; }
css() {
  const self = this;
  return `translate(${$.fmt(self.x, "g")}px,${$.fmt(self.y, "g")}px) scale(${$.fmt(self.scale, "g")})`;
}
}

return { scene: picture$scene, changes: picture$changes, targets: picture$targets, hints: picture$hints, describe: picture$describe, tables: { players: [0], num_actions: [1], start: [2], children: [3], cash: [4], public: [5], open: [6], rounds: [7], capacity: [8], stock: [9], small_number: [10], small_capacity: [11], small_price: [12], large_number: [13], large_capacity: [14], large_price: [15], fine: [16], festival: [17], help: [18], insurance: [19], rail_fee: [20], special_pay: [21], unfinished: [22], cities: [23], spaces: [24], contracts: [25], munich: [26], special: [27, 2], jams: [29, 3], degree: [32, 160], neighbour: [192, 160, 8], is_event: [1472, 160], sheltered: [1632, 160], distance: [1792, 160, 160], origin: [27392, 52], target: [27444, 52], goods: [27496, 52], revenue: [27548, 52], price: [27600, 52, 6] } };
};
