// The picture of ausgebremst, translated from gamekit/games/ausgebremst/picture.py and what it imports by
// `python -m tools.js.pictures ausgebremst`. Not written by hand: change the Python. Sources: 398beb40083c976c

export default ($, given = null) => {
function track$list_circuits(game) {
  return $.sorted($.set($.arr($.slice(game.tables.programme, null, game.tables.races, null)).map((number) => ($.int(number) + 1))));
}

const track$read_course$ = new Map([[0, new Map([[1, ["Bleifuß-Drom", true, [[[235.12732347947633, 34.70862273358654, 104], 170.75, 0, [3, 3, 3], [false, false], "start", false], [[193.81915980583307, 200.38661799521293, 104], 139.27727430914751, 76, [3, 2, 1], [true, true], "bend", false], [[91.93810854685343, 279.98481895724785, 180], 91.9, 0, [1, 1, 1], [false, false], "straight", false], [[0, 280, 180], 160, 0, [2, 2, 2], [false, false], "straight", false], [[-160, 280, 180], 282.7433388230814, 90, [5, 4, 3], [true, true], "bend", false], [[-340, 100.00000000000003, 270], 82, 0, [1, 1, 1], [false, false], "straight", false], [[-340, 18.00000000000003, 270], 90, 0, [0, 1, 0], [false, false], "chicane", false], [[-340, -71.99999999999997, 270], 108, 0, [1, 1, 1], [false, false], "straight", false], [[-340, -179.99999999999997, 270], 157.07963267948966, 90, [3, 2, 1], [false, false], "bend", false], [[-240.00000000000003, -280, 0], 240, 0, [3, 3, 3], [false, false], "straight", false], [[0, -280, 0], 80, 0, [1, 1, 1], [false, false], "straight", false], [[80, -280, 0], 80, 0, [0, 1, 0], [false, false], "chicane", false], [[160, -280, 0], 217.81709064889233, 104, [4, 3, 2], [false, false], "bend", false], [[276.4354871531196, -130.96937252803986, 104], 170.75, 0, [3, 3, 3], [false, false], "start", false]], 5, 3, 3, 42]], [2, ["Plattfuß-Circuit", true, [[[218.7411507046946, -21.187144203794958, 80], 174.7, 0, [3, 3, 3], [false, false], "start", false], [[249.07748734310735, 150.85877024743777, 80], 191.98621771937624, 100, [3, 2, 1], [false, false], "bend", false], [[140.74863451176446, 279.96006979080016, 180], 62, 0, [0, 1, 0], [false, false], "chicane", false], [[78.74863451176446, 279.96006979080016, 180], 78.8, 0, [1, 1, 1], [false, false], "straight", false], [[0, 280, 180], 229.7, 0, [3, 3, 3], [false, false], "straight", false], [[-229.7, 280, 180], 230.3834612632515, 120, [4, 3, 2], [true, true], "bend", false], [[-324.96279441628826, 115, 300], 69, 0, [0, 1, 0], [false, false], "chicane", false], [[-290.46279441628826, 55.24424713887374, 300], 115.19173063162575, -60, [1, 2, 2], [false, false], "bend", false], [[-290.46279441628826, -54.755752861126304, 240], 69.6, 0, [1, 1, 1], [false, false], "straight", false], [[-325.2627944162883, -115.03112096452321, 240], 230.3834612632515, 120, [4, 3, 2], [false, false], "bend", false], [[-230.00000000000006, -280.03112096452327, 0], 230, 0, [3, 3, 3], [false, false], "straight", false], [[0, -280, 0], 85, 0, [1, 1, 1], [false, false], "straight", false], [[85, -280, 0], 146.60765716752368, 80, [3, 2, 1], [true, true], "bend", false], [[188.40481406628186, -193.2330586550277, 80], 174.7, 0, [3, 3, 3], [false, false], "start", false]], 7, 3, 3, 42]], [3, ["Nürburg-Ring", true, [[[245, 0, 90], 165, 0, [3, 3, 3], [false, false], "start", false], [[245.00000000000003, 165, 90], 180.64157758141312, 90, [0, 3, 2], [false, false], "bend", false], [[130.00000000000003, 280, 180], 130, 0, [1, 1, 1], [false, false], "straight", false], [[0, 280, 180], 80, 0, [1, 1, 1], [false, false], "straight", false], [[-80, 280, 180], 188.49555921538757, 90, [4, 3, 2], [true, true], "bend", false], [[-200, 160.00000000000006, 270], 68, 0, [0, 1, 0], [false, false], "chicane", false], [[-200, 92.00000000000006, 270], 149.22565104551518, -90, [1, 2, 3], [false, false], "bend", false], [[-295, -2.999999999999929, 180], 80, 0, [1, 1, 1], [false, false], "straight", false], [[-375, -2.999999999999919, 180], 149.22565104551518, 90, [3, 2, 1], [false, false], "bend", false], [[-470, -97.9999999999999, 270], 62, 0, [1, 1, 1], [false, false], "straight", false], [[-470, -159.9999999999999, 270], 188.49555921538757, 90, [4, 3, 2], [true, false], "bend", false], [[-350.00000000000006, -279.9999999999999, 0], 350, 0, [4, 4, 4], [false, false], "straight", false], [[0, -280, 0], 130, 0, [1, 1, 1], [false, false], "straight", false], [[130, -280, 0], 180.64157758141312, 90, [4, 3, 2], [true, true], "bend", false], [[245, -165, 90], 165, 0, [3, 3, 3], [false, false], "start", false]], 5, 3, 3, 42]], [4, ["Bleifuß-Circuit", false, [[[188.40481406628186, -193.2330586550277, 80], 174.7, 0, [3, 3, 3], [false, false], "start", true], [[85, -280, 0], 146.60765716752368, 80, [1, 2, 3], [true, true], "bend", true], [[0, -280, 0], 85, 0, [1, 1, 1], [false, false], "straight", true], [[-240.00000000000003, -280, 0], 240, 0, [3, 3, 3], [false, false], "straight", true], [[-340, -179.99999999999997, 270], 157.07963267948966, 90, [1, 2, 3], [false, false], "bend", true], [[-340, -71.99999999999997, 270], 108, 0, [1, 1, 1], [false, false], "straight", true], [[-340, 18.00000000000003, 270], 90, 0, [0, 1, 0], [false, false], "chicane", true], [[-340, 100.00000000000003, 270], 82, 0, [1, 1, 1], [false, false], "straight", true], [[-160, 280, 180], 282.7433388230814, 90, [3, 4, 5], [true, true], "bend", true], [[0, 280, 180], 160, 0, [2, 2, 2], [false, false], "straight", true], [[78.74863451176446, 279.96006979080016, 180], 78.8, 0, [1, 1, 1], [false, false], "straight", true], [[140.74863451176446, 279.96006979080016, 180], 62, 0, [0, 1, 0], [false, false], "chicane", true], [[249.07748734310735, 150.85877024743777, 80], 191.98621771937624, 100, [1, 2, 3], [false, false], "bend", true], [[218.7411507046946, -21.187144203794958, 80], 174.7, 0, [3, 3, 3], [false, false], "start", true]], 7, 3, 3, 42]], [5, ["Nürburg-Drom", false, [[[276.4354871531196, -130.96937252803986, 104], 170.75, 0, [3, 3, 3], [false, false], "start", true], [[160, -280, 0], 217.81709064889233, 104, [2, 3, 4], [false, false], "bend", true], [[80, -280, 0], 80, 0, [0, 1, 0], [false, false], "chicane", true], [[0, -280, 0], 80, 0, [1, 1, 1], [false, false], "straight", true], [[-350.00000000000006, -279.9999999999999, 0], 350, 0, [4, 4, 4], [false, false], "straight", true], [[-470, -159.9999999999999, 270], 188.49555921538757, 90, [2, 3, 4], [false, true], "bend", true], [[-470, -97.9999999999999, 270], 62, 0, [1, 1, 1], [false, false], "straight", true], [[-375, -2.999999999999919, 180], 149.22565104551518, 90, [1, 2, 3], [false, false], "bend", true], [[-295, -2.999999999999929, 180], 80, 0, [1, 1, 1], [false, false], "straight", true], [[-200, 92.00000000000006, 270], 149.22565104551518, -90, [3, 2, 1], [false, false], "bend", true], [[-200, 160.00000000000006, 270], 68, 0, [0, 1, 0], [false, false], "chicane", true], [[-80, 280, 180], 188.49555921538757, 90, [2, 3, 4], [true, true], "bend", true], [[0, 280, 180], 80, 0, [1, 1, 1], [false, false], "straight", true], [[91.93810854685343, 279.98481895724785, 180], 91.9, 0, [1, 1, 1], [false, false], "straight", true], [[193.81915980583307, 200.38661799521293, 104], 139.27727430914751, 76, [1, 2, 3], [true, true], "bend", true], [[235.12732347947633, 34.70862273358654, 104], 170.75, 0, [3, 3, 3], [false, false], "start", true]], 5, 3, 3, 42]], [6, ["Plattfuß-Ring", false, [[[245, -165, 90], 165, 0, [3, 3, 3], [false, false], "start", true], [[130, -280, 0], 180.64157758141312, 90, [2, 3, 4], [true, true], "bend", true], [[0, -280, 0], 130, 0, [1, 1, 1], [false, false], "straight", true], [[-230.00000000000006, -280.03112096452327, 0], 230, 0, [3, 3, 3], [false, false], "straight", true], [[-325.2627944162883, -115.03112096452321, 240], 230.3834612632515, 120, [2, 3, 4], [false, false], "bend", true], [[-290.46279441628826, -54.755752861126304, 240], 69.6, 0, [1, 1, 1], [false, false], "straight", true], [[-290.46279441628826, 55.24424713887374, 300], 115.19173063162575, -60, [2, 2, 1], [false, false], "bend", true], [[-324.96279441628826, 115, 300], 69, 0, [0, 1, 0], [false, false], "chicane", true], [[-229.7, 280, 180], 230.3834612632515, 120, [2, 3, 4], [true, true], "bend", true], [[0, 280, 180], 229.7, 0, [3, 3, 3], [false, false], "straight", true], [[130.00000000000003, 280, 180], 130, 0, [1, 1, 1], [false, false], "straight", true], [[245.00000000000003, 165, 90], 180.64157758141312, 90, [2, 3, 0], [false, false], "bend", true], [[245, 0, 90], 165, 0, [3, 3, 3], [false, false], "start", true]], 5, 3, 3, 42]], [7, ["Nürburg-Circuit", true, [[[218.7411507046946, -21.187144203794958, 80], 174.7, 0, [3, 3, 3], [false, false], "start", false], [[249.07748734310735, 150.85877024743777, 80], 191.98621771937624, 100, [3, 2, 1], [false, false], "bend", false], [[140.74863451176446, 279.96006979080016, 180], 62, 0, [0, 1, 0], [false, false], "chicane", false], [[78.74863451176446, 279.96006979080016, 180], 78.8, 0, [1, 1, 1], [false, false], "straight", false], [[0, 280, 180], 80, 0, [1, 1, 1], [false, false], "straight", false], [[-80, 280, 180], 188.49555921538757, 90, [4, 3, 2], [true, true], "bend", false], [[-200, 160.00000000000006, 270], 68, 0, [0, 1, 0], [false, false], "chicane", false], [[-200, 92.00000000000006, 270], 149.22565104551518, -90, [1, 2, 3], [false, false], "bend", false], [[-295, -2.999999999999929, 180], 80, 0, [1, 1, 1], [false, false], "straight", false], [[-375, -2.999999999999919, 180], 149.22565104551518, 90, [3, 2, 1], [false, false], "bend", false], [[-470, -97.9999999999999, 270], 62, 0, [1, 1, 1], [false, false], "straight", false], [[-470, -159.9999999999999, 270], 188.49555921538757, 90, [4, 3, 2], [true, false], "bend", false], [[-350.00000000000006, -279.9999999999999, 0], 350, 0, [4, 4, 4], [false, false], "straight", false], [[0, -280, 0], 85, 0, [1, 1, 1], [false, false], "straight", false], [[85, -280, 0], 146.60765716752368, 80, [3, 2, 1], [true, true], "bend", false], [[188.40481406628186, -193.2330586550277, 80], 174.7, 0, [3, 3, 3], [false, false], "start", false]], 7, 3, 3, 42]], [8, ["Plattfuß-Drom", false, [[[276.4354871531196, -130.96937252803986, 104], 170.75, 0, [3, 3, 3], [false, false], "start", true], [[160, -280, 0], 217.81709064889233, 104, [2, 3, 4], [false, false], "bend", true], [[80, -280, 0], 80, 0, [0, 1, 0], [false, false], "chicane", true], [[0, -280, 0], 80, 0, [1, 1, 1], [false, false], "straight", true], [[-230.00000000000006, -280.03112096452327, 0], 230, 0, [3, 3, 3], [false, false], "straight", true], [[-325.2627944162883, -115.03112096452321, 240], 230.3834612632515, 120, [2, 3, 4], [false, false], "bend", true], [[-290.46279441628826, -54.755752861126304, 240], 69.6, 0, [1, 1, 1], [false, false], "straight", true], [[-290.46279441628826, 55.24424713887374, 300], 115.19173063162575, -60, [2, 2, 1], [false, false], "bend", true], [[-324.96279441628826, 115, 300], 69, 0, [0, 1, 0], [false, false], "chicane", true], [[-229.7, 280, 180], 230.3834612632515, 120, [2, 3, 4], [true, true], "bend", true], [[0, 280, 180], 229.7, 0, [3, 3, 3], [false, false], "straight", true], [[91.93810854685343, 279.98481895724785, 180], 91.9, 0, [1, 1, 1], [false, false], "straight", true], [[193.81915980583307, 200.38661799521293, 104], 139.27727430914751, 76, [1, 2, 3], [true, true], "bend", true], [[235.12732347947633, 34.70862273358654, 104], 170.75, 0, [3, 3, 3], [false, false], "start", true]], 5, 3, 3, 42]]])]]);
const track$read_course = (game, number) => $.at(given?.read_course ?? track$read_course$.get(game.players) ?? track$read_course$.get(0), number);

function track$join_circuit(game, number) {
  let clockwise, entry, lane_width, leave, ring, sections, spaces, title;
  [title, clockwise, sections, spaces, entry, leave, lane_width] = track$read_course(game, number);
  ring = $.arr($.enumerate(sections)).map(([i, [start, length, turn, cells, solid, kind, flipped]]) => circuits$Section.make(circuits$Pose.make(...$.arr(start)), length, turn, cells, solid, kind, i, flipped));
  return circuits$Circuit.make(title, clockwise, $.list(ring), spaces, entry, leave, lane_width);
}

const track$read_infield$ = new Map([[0, new Map([[1, [[[401.7, 547.2, 10.2], [92.7, 735.4, 12.5], [897.6, 674.9, 15.6], [549.5, 465.8, 12.4], [62.6, 28.8, 9.1], [930.5, 707.6, 13.8], [912.9, 65.5, 12.1], [575.4, 510.3, 14.9], [986.5, 385.4, 10.6], [55.5, 345.1, 9.1], [983.1, 21, 10.3], [42, 718, 10.1], [506.5, 515.2, 15], [964.2, 573.6, 9.2], [72.2, 393.5, 9.3], [172.9, 753, 10.4], [971.8, 671.3, 12.3], [98.4, 709.2, 15.7], [900.8, 542.7, 14.8], [60.6, 252.2, 14.8], [961.4, 375.8, 8.5], [429.3, 405.1, 9.6], [146.7, 16.8, 11], [867.7, 643.2, 14], [963.2, 306.2, 9.1], [964.3, 751.8, 14.3], [611.8, 253.1, 8], [86.9, 665.5, 13.7], [55.5, 750.7, 12], [812.3, 685.1, 15.2], [360.2, 432.3, 8.5], [59.2, 535.8, 10.3], [84.6, 81.5, 15.3], [113.8, 60.4, 11.4], [973, 97.2, 8.6], [42.1, 682.7, 14.4], [843.6, 649.2, 14.6], [353.9, 518.2, 14.6], [897.4, 728.9, 15.6], [858.8, 591.2, 11.4], [69.3, 734.1, 10.9], [484.7, 461, 15.6], [803.1, 712.6, 14.5], [23.3, 301.4, 9], [48.2, 384.6, 9.6], [590.7, 488.1, 13.2], [950, 446.7, 9.5], [37.5, 494.4, 15.4], [876.2, 604.7, 10.6], [82.5, 643.4, 12.8], [841, 747.2, 8.3], [955.2, 50, 14], [20.5, 401.4, 10], [959.2, 242.5, 8.7], [62.3, 50.3, 14.4], [940.2, 190.7, 15.8], [12.8, 372.2, 14.8], [976.2, 699.4, 12.7], [862.8, 744.2, 12.9], [934.9, 619.7, 13.6], [950.9, 592.3, 9.1], [609, 279, 9.6], [425.4, 480.1, 12.9], [496.9, 415.8, 11.2], [971.5, 67.8, 12.4], [475.4, 405.6, 9.7], [962.3, 432.9, 13.2], [931.6, 654, 13.9], [68.1, 420.9, 12.1], [66.1, 501.6, 11.4], [858.8, 562.1, 13], [963.4, 646.2, 12.1], [432.8, 430.4, 8.6], [372, 535.1, 9.1], [78.6, 337.4, 13.3], [954, 401.9, 8.1], [379.5, 461.8, 9.3], [875, 13.6, 8.9], [535.9, 488.6, 8.9], [108.4, 80.7, 11.4], [583.8, 249.2, 13.9], [830.5, 674.6, 9.9], [544, 523.2, 15.5], [896.1, 653.8, 8.1], [859, 692.1, 14.3], [34.8, 116.5, 15], [952.7, 96.8, 13.2], [335.5, 497.1, 9.7], [24.8, 76.5, 15.1], [962.4, 226.6, 9.1]], [440, 260], [80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 53, 54, 92, 93, 94, 95, 96, 61, 97, 98, 99, 100, 101]]], [2, [[[906.4, 704.3, 11.5], [943.3, 286.8, 13.2], [48, 394.6, 8.8], [56.3, 462.2, 15.6], [22.2, 743.1, 15.9], [94.2, 739.7, 14.6], [910.4, 664.1, 10.3], [924.6, 29.2, 9.1], [91.6, 439.2, 12], [503.9, 223.2, 10.1], [969.9, 389, 14.9], [840.5, 145.1, 14.7], [917.5, 304.8, 8.3], [942.5, 618.5, 8.5], [25.3, 102.6, 9.4], [139.3, 423.9, 10.1], [56.3, 57.1, 13.6], [840.6, 750.4, 8.9], [409.1, 247, 8.6], [912.6, 620.2, 15.2], [911.6, 724.7, 14], [931.2, 209.5, 10.7], [973.4, 284.5, 13.8], [950.7, 681, 11], [401.2, 359, 14.2], [419.5, 294.1, 13.2], [101.7, 416.1, 14.4], [938.9, 644.1, 14.8], [963.6, 305, 9.4], [396.4, 403.5, 15.9], [77.9, 69.1, 11.5], [447.2, 447.9, 9.1], [882.1, 747.7, 15.7], [903.2, 37.1, 14.1], [938.6, 57.6, 14.1], [963.9, 633.7, 14.4], [344.6, 228.3, 13.6], [853.9, 15.6, 14.2], [953.5, 354.9, 13.1], [68.6, 337.5, 13.2], [12.2, 362.9, 10.1], [33.4, 430.4, 12.8], [489.6, 254.1, 11.4], [429.8, 271.6, 14.3], [909.2, 235.3, 13.2], [49.5, 292.7, 14], [28.3, 681.1, 9], [947.8, 228, 8.2], [85.6, 101.3, 13.8], [128.5, 55.9, 10.5], [943.8, 384.8, 13.1], [985.9, 19.7, 12.3], [965.6, 15.7, 11.6], [29.3, 306.7, 15.4], [422.4, 377.1, 10.6], [878.9, 711.2, 11.3], [940.6, 418, 11.2], [431.8, 401.8, 15.3], [512.3, 240.3, 10], [951.4, 747.7, 8.7], [483.4, 437.9, 15.1], [919.2, 394.9, 12.7], [79, 456.7, 12.9], [385.3, 262.8, 13], [96.3, 23.4, 9.6], [66.5, 728.8, 11.2], [819.7, 21, 8.6], [13.5, 706.8, 12.1], [45.4, 489.1, 8.4], [912.9, 267.6, 8.2], [934, 16.9, 8.7], [66.3, 416.3, 13.8], [987, 319.7, 14.4], [57.1, 82.2, 14.2], [904.8, 193.9, 9.7], [445.9, 425.9, 15.6], [929.1, 666.1, 9.4], [137.4, 27.6, 8.3], [121.3, 756.7, 9.7], [94.3, 394.9, 12.3], [470.5, 245.1, 9.1], [426.9, 240.3, 12.2], [17.3, 502.3, 15.5], [814, 744.7, 13.4], [963, 714.2, 14.4], [540.6, 243.3, 15.9], [956.6, 257.3, 11], [88.3, 42.2, 9.8], [77.7, 682, 8.5], [863.1, 58.7, 9.1]], [440, 530], [80, 81, 82, 83, 45, 46, 47, 48, 49, 88, 89, 53, 14, 56, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102]]], [3, [[[695.2, 289.8, 10.3], [717.6, 527.4, 12], [686.2, 516.1, 12.6], [884.1, 12.3, 14.5], [17, 82.7, 14.8], [661.8, 531.5, 9.6], [855.5, 714, 8.9], [21.1, 417.4, 10.1], [913.3, 665.3, 15.1], [256.4, 518.4, 9.4], [274.5, 498.8, 15.8], [79.7, 29.3, 10.7], [21, 29.5, 8.1], [58.6, 729.9, 11.2], [664.3, 250.5, 12.1], [296.7, 231.9, 10.9], [685.2, 224.3, 13.9], [278.6, 729, 13.2], [18.7, 690.4, 14.8], [254.4, 546.7, 8.4], [891.8, 738.3, 11.2], [686.8, 252.9, 10.6], [20.7, 52.2, 9.7], [838.4, 724.6, 10.9], [241.4, 503.9, 8.3], [683.6, 539.3, 9.9], [339.6, 247.1, 15.3], [881.5, 721.8, 9.6], [237.5, 757.5, 14.3], [299.8, 747.4, 13], [659.8, 288.5, 9.6], [936, 737.9, 8.3], [698.4, 551.6, 9.2], [279.1, 565.2, 11.5], [29, 445.5, 8.3], [22, 384.4, 11], [259.4, 746.1, 15.9], [864.8, 751.8, 13.7], [360.3, 231.6, 9.1], [68.7, 15.6, 11.2], [288.4, 536.2, 14.7], [808.2, 737.3, 10.8], [708.5, 507.8, 11.7], [55, 392, 10.4], [329.2, 751.5, 9.6], [299.5, 710.1, 8.4], [940.1, 705.1, 15.8], [42.7, 404.7, 9.9], [298.1, 500.6, 13.2], [369.6, 266.5, 9.3], [15.2, 748.3, 11.9]], [520, 250], [80, 81, 82, 83, 84, 85, 86, 87, 88, 51, 9, 54, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106]]], [4, [[[589.3, 248.3, 15.4], [383.6, 480.3, 14], [572.9, 220.5, 9.4], [860.6, 697.6, 14.2], [352, 456.9, 11], [761.8, 16.9, 12.7], [337.3, 414.2, 14.5], [333.4, 478.9, 9.2], [128.8, 46.9, 13.7], [435.3, 541.4, 8.4], [355, 425.4, 8.1], [397.8, 525.6, 10.4], [142.7, 742.4, 15.1], [150.4, 21.9, 12.5], [726.7, 12.1, 14.8], [614, 548.7, 10], [330.8, 444.4, 8.5], [421, 487.1, 13.5], [356.4, 399.6, 12.1], [398.3, 463.7, 11.2], [544.9, 541.3, 13], [165.3, 752.8, 9.1], [377.5, 412.7, 13.4], [882.6, 705.9, 11], [175.6, 28.1, 12.6], [323.9, 382.4, 8.6], [117.9, 745.5, 9.9], [374.7, 526.5, 10.3], [567.8, 536.9, 15], [444.3, 513.1, 9.3], [345.8, 373.8, 15.4], [149.4, 57.1, 8.5], [342.3, 512.6, 12.3], [672, 551.6, 8.6], [586.1, 530.2, 9]], [400, 270], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 52, 53, 11, 12, 13, 14, 15, 16, 61, 17, 18, 19, 20]]], [5, [[[649.5, 354.7, 15.9], [554, 465.2, 8.4], [663.5, 320, 14.8], [588.6, 319.7, 8.9], [550, 503.5, 8.2], [231, 523.2, 13.6], [941.9, 708.7, 11.9], [603.8, 454.7, 11.8], [157.9, 558.4, 9.1], [178.6, 701.1, 8.5], [211.1, 552, 15], [48.9, 724.2, 8.4], [521.4, 532.6, 13.2], [238.7, 504.4, 11.3], [38.1, 407.2, 12.7], [986.5, 320.4, 10.7], [710.9, 241.2, 13.5], [546.2, 531.9, 10.8], [622.3, 492.1, 8.1], [210.8, 717.6, 8.3], [55.7, 743.3, 9.2], [986.6, 36.7, 10.7], [27, 387.1, 10.7], [61, 425.2, 12.3], [102.3, 694.2, 12.1], [78.3, 27.5, 8.9], [280.1, 535.2, 10.4], [182.8, 506.8, 13.9], [983.9, 689.5, 13.4], [649.5, 467.5, 12], [121.1, 494, 12.2], [525.5, 493.7, 15.3], [601.1, 532.3, 13.4], [290.9, 756.5, 8.2], [153.3, 743, 11.5], [943.7, 675, 9.8], [248.1, 553.4, 11.3], [154.4, 694.8, 15.6], [569.1, 491.7, 13.4], [980, 660.6, 11.1], [682.9, 297.6, 13.7], [104.9, 754.9, 14.7], [281.4, 742.4, 10.4], [196.8, 527.7, 14.1], [167.3, 734.3, 8.1], [587.3, 486.2, 9.7], [127.1, 716.1, 10.2], [657.9, 539.5, 10.7], [106.7, 17.1, 10.8], [641.1, 488.9, 10.9], [578, 540.7, 11.9], [144.6, 492.9, 11.9], [223.2, 693.8, 13.4], [633.2, 446.5, 10.5], [194.5, 681, 10.8], [961.2, 658, 8.5], [610.3, 321.4, 9.6], [656.5, 268.7, 11.2], [66.5, 42.5, 14.9], [972.9, 340.1, 9], [614.2, 345.9, 13.1], [266.7, 496.4, 8.3], [74.3, 461, 8.6], [979.7, 374.7, 8.9], [590.2, 510.2, 8.5], [945.3, 728, 8.3], [230.5, 750.1, 9]], [510, 250], [0, 1, 2, 3, 4, 46, 47, 48, 49, 50, 51, 10, 11, 12, 13, 58, 101, 61, 18, 19, 20, 21, 22, 23, 24, 25]]], [6, [[[74.3, 351.2, 10.4], [928.5, 21.6, 14.6], [450.6, 520.2, 9], [960.4, 365.5, 14.6], [119.9, 351.7, 10.7], [983.4, 345.5, 13.4], [486, 509, 9.3], [76.3, 77.2, 15], [80.5, 709.9, 14.8], [44, 54.2, 10.4], [27.3, 671.7, 14], [187.1, 27.1, 12.2], [971.4, 218.8, 12.4], [441.6, 488.2, 10.2], [985.8, 302.4, 10.7], [953.5, 711, 15.4], [69.7, 455.3, 9.4], [940, 616.7, 8.4], [579.6, 338.1, 9.5], [884.9, 671.8, 12.7], [31.9, 453.8, 13.6], [466, 511, 12.5], [910.8, 631.3, 10], [536.4, 418.4, 11.9], [559.4, 481.5, 15.6], [962.6, 417.2, 15.1], [19.3, 40.4, 12.6], [115.2, 386.6, 11.1], [51.3, 280.3, 13.4], [611.2, 304.6, 13], [562.7, 526.3, 11], [623, 511.9, 9.4], [62.1, 437.6, 9], [597.9, 275.6, 9.7], [69.8, 485, 8.9], [589.4, 542.2, 12.7], [93.6, 660.8, 8.7], [473.9, 488.6, 10.5], [100.7, 86.2, 8.6], [984.6, 237.8, 9.4], [978.5, 435.7, 8.2], [162.5, 729, 15.5], [871.7, 708.5, 14.4], [82.8, 33.4, 10.9], [951.7, 59.4, 9.9], [143.6, 409.4, 8.1], [879.3, 622.3, 11.6], [610, 474.5, 10.1], [905.7, 729, 14.1], [104.4, 67.5, 13.9], [631.1, 273.2, 14.7], [134, 727, 8], [28.8, 417.2, 13.6], [517, 519.3, 8.7], [918.2, 335.1, 15.9], [986.7, 416.8, 10.7], [980.5, 17.3, 10.9], [401.2, 506.3, 12], [552.8, 326.1, 13.6], [513, 438.2, 9.3], [978.5, 572.3, 9.2], [210.6, 15.1, 10.2], [507.3, 480.2, 10.4], [114, 307.4, 9.2], [28.2, 333.2, 15], [583.3, 419.7, 8.1], [914.3, 287.9, 11.6], [138.7, 55.8, 10.1], [875.8, 645.2, 12.6], [952.3, 606.7, 10], [62.1, 130.6, 10], [946.5, 337.4, 14.9], [422.3, 473.1, 11.4], [132.7, 417.1, 8.4], [455.6, 467.8, 8.7], [136, 32.7, 14.9], [82, 282, 12.1], [102.7, 457.2, 15.5], [625.9, 543.4, 13.6], [74.2, 499.8, 9.8], [977.7, 696.1, 11.1], [99.2, 164.7, 13.3], [933.5, 591.7, 15.9], [15.3, 440.2, 9.5], [38.4, 379.4, 14.8], [913.5, 249, 11.2], [74.3, 669.5, 13.4], [932.7, 652, 15.4], [63.7, 102.8, 13.6], [525.2, 545.8, 15]], [460, 240], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 53, 96, 56, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]]], [7, [[[932.3, 35.1, 14.4], [93.6, 745, 14.9], [33.8, 348.6, 8.1], [947.1, 96.1, 15.5], [79.4, 514.6, 12.1], [108.8, 480.9, 14.9], [89, 642.3, 16], [34.8, 728.6, 11.5], [979.7, 694.7, 11.3], [607.5, 258.1, 9.5], [12.6, 352.8, 12], [73.1, 735.4, 9.6], [904.6, 38.7, 8.5], [84.5, 26.4, 8], [64.4, 21.9, 14.7], [595, 475.6, 8.5], [19.2, 474.1, 14.2], [47.4, 476.2, 14.4], [32.2, 506.2, 11.6], [186.5, 746, 10.3], [915.6, 62.5, 10.4], [57.3, 721.6, 12], [951.2, 726.6, 13.8], [14.2, 660.3, 12.7], [567.6, 225.8, 15.6], [123.7, 720.7, 8.5], [532.1, 437.1, 8.8], [928, 710.6, 15], [109.3, 725.7, 8.8], [973.1, 61.1, 12.6], [58, 494.1, 10.5], [152.7, 717.3, 11.7], [536.2, 269.6, 9.5], [64.2, 620.3, 13.9], [979.2, 744.5, 8.7], [118.1, 739.9, 11.8], [576.7, 287.4, 8.3], [612.4, 281, 9.1], [975.7, 426.9, 14.7], [661.4, 219, 8.4], [44.1, 44.7, 8.3], [43, 684.1, 11], [528, 323.2, 12.8], [16.9, 331.2, 14.1], [892.6, 757.4, 13.8], [559.9, 524.5, 9.5], [23.5, 124.6, 11.3], [54.1, 446.4, 9.7], [523.1, 420.9, 12.5], [565.6, 269, 12.8], [22.8, 263.3, 15.4], [16.9, 400.1, 10.6], [46.8, 649.1, 8.5], [621.4, 248.5, 8.7], [59.6, 537.1, 8.4], [170.9, 731.6, 15.4], [70.7, 704.4, 11.5], [527.4, 463.6, 11.5], [621.3, 547.4, 13.4], [12.2, 450.6, 9.1], [42.7, 371.8, 11.3], [656.9, 249.6, 8.4], [119.6, 666.1, 9.1], [104.3, 514.5, 12.4], [145, 511.4, 14.3], [99.4, 671.1, 14.1], [965.6, 29.4, 9], [55.4, 106.9, 14.3], [79.1, 68.9, 8.4], [164, 490.8, 11.7], [150.3, 696.1, 8.9], [30.6, 149.7, 15.3], [17.2, 288.9, 12.9], [139.2, 18.6, 9.6], [26.9, 36.7, 11.4], [37.8, 17.2, 14.6], [557.9, 502.8, 15.9], [579, 532.4, 13.2], [132.8, 754.4, 12.5], [54.7, 418.1, 14.7], [556.6, 475.9, 13.1], [545.1, 308.2, 8.3], [30.9, 60.4, 9.2], [520.1, 528.6, 11.6], [110.5, 25.3, 12.4], [970.4, 214, 12.1], [65.6, 673.6, 9.3], [34.8, 627.1, 13], [934.5, 13.3, 10.1], [616.5, 526.6, 10]], [400, 240], [80, 81, 82, 83, 45, 46, 47, 86, 87, 51, 12, 54, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104]]], [8, [[[506, 479.3, 12.8], [917, 34, 13.1], [927.1, 365.9, 9.8], [918, 331.3, 9.3], [92.6, 350.7, 8.1], [925, 614.6, 12.1], [913.4, 703.8, 13], [925.7, 587, 11.5], [117.7, 736.1, 9.9], [950, 340.2, 11.6], [409.1, 525.8, 14.4], [53.2, 683, 12.9], [907, 570.3, 8.2], [424.4, 452.6, 15.6], [891.8, 45.4, 15.9], [22.8, 733, 10.4], [582.4, 540.7, 13.3], [58.5, 122.6, 13.5], [923.3, 299.3, 9.3], [977, 38.6, 13.1], [957.7, 289.7, 14.7], [952.3, 261.9, 12.7], [72.3, 28, 10.8], [128.6, 414.9, 12.7], [385.7, 452.4, 8.5], [975.3, 754.4, 13.1], [393.7, 471.6, 13.7], [144.8, 56.6, 9.7], [495.6, 436.7, 10.8], [833.6, 750.3, 10.4], [514.8, 445.5, 15], [900.6, 599.3, 8.9], [342.9, 480.4, 8.5], [945.4, 733.7, 9.8], [926.1, 671.8, 8.4], [861.6, 23.9, 11.2], [45.4, 408.8, 11.4], [962, 671.8, 13.6], [938.8, 418.7, 10.5], [421.9, 407, 8.5], [38.8, 58.1, 14.7], [539.1, 482.3, 8.6], [950.4, 235.2, 9.1], [911.2, 348.1, 9.1], [13.6, 396.6, 11.1], [971.1, 268.1, 10.4], [881.4, 737, 9.5], [862.5, 729.6, 9.2], [604.8, 548.4, 12.3], [116, 384.5, 9.4], [443.3, 429.7, 11.2], [378.6, 427.9, 8.7], [984.9, 247.9, 14.6], [18.5, 470.2, 11], [118.7, 50.4, 8.5], [930, 314.9, 10.6], [882.5, 405.6, 8.6], [27, 361.3, 10.1], [50.8, 750.2, 12.8], [925.4, 234.5, 13.4], [978.7, 718.6, 11], [400.1, 390.2, 12], [54.6, 439.1, 14], [458.6, 477.8, 14.8], [87.8, 50.6, 11.2], [93.3, 325.2, 15.2], [102.4, 30, 8.4], [133.1, 751.5, 12.8], [70.6, 428.7, 8.6], [34.8, 651.9, 11.6], [28.3, 381.6, 9.5], [958.1, 32, 8.7], [435.7, 547.4, 8.3], [42.8, 261.8, 10.9], [558.5, 555.2, 8.7], [891.6, 719.7, 14.6], [75.1, 297, 9.8], [37.3, 502.8, 10], [77.2, 460.1, 14.4], [70.7, 71.9, 11.6], [414.8, 548.9, 14.8], [95.7, 702.1, 14.7], [53.9, 499, 11], [938.2, 435.4, 9.3], [923.4, 271.6, 8.4], [853.1, 703.4, 9.3], [35.8, 341.2, 14.7], [986.9, 23, 9.3], [951.1, 588.1, 13.6], [971.7, 360.5, 13.6]], [460, 250], [0, 1, 2, 3, 4, 46, 47, 48, 49, 50, 9, 10, 54, 96, 57, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]]]])]]);
const track$read_infield = (game, number) => $.at(given?.read_infield ?? track$read_infield$.get(game.players) ?? track$read_infield$.get(0), number);

function track$load_drawing(game, number) {
  return track$CircuitDrawing.make(track$join_circuit(game, number), number, track$read_infield(game, number));
}
track$load_drawing = $.remember(track$load_drawing);

const track$read_entry$ = new Map([[0, new Map([[1, ["Bleifuß-Drom", "easy", true, 74]], [2, ["Plattfuß-Circuit", "medium", true, 76]], [3, ["Nürburg-Ring", "hard", true, 80]], [4, ["Bleifuß-Circuit", "easy", false, 73]], [5, ["Nürburg-Drom", "hard", false, 80]], [6, ["Plattfuß-Ring", "medium", false, 77]], [7, ["Nürburg-Circuit", "hard", true, 79]], [8, ["Plattfuß-Drom", "medium", false, 77]]])]]);
const track$read_entry = (game, number) => $.at(given?.read_entry ?? track$read_entry$.get(game.players) ?? track$read_entry$.get(0), number);

function picture$_facts(game, number) {
  let clockwise, how_hard, level, spaces, title, turning;
  [title, how_hard, clockwise, spaces] = track$read_entry(game, number);
  level = $.at($.dict([["easy", $._("easy")], ["medium", $._("medium")], ["hard", $._("hard")]]), how_hard);
  turning = ($.truth(clockwise) ? $._("clockwise") : $._("anticlockwise"));
  return [title, $.format($._("{spaces} spaces, {turning}, {level}"), $.dict([["spaces", spaces], ["turning", turning], ["level", level]]))];
}

function svg$text(value) {
  return $.escape($.str(value));
}

const $$STYLE = "\n.ab{--ab-red:var(--gk-l,#c4412b) var(--gk-d,#e0674f);--ab-grass:var(--gk-l,#dbe9c6) var(--gk-d,#1f322b);--ab-meadow:var(--gk-l,#cadfb2) var(--gk-d,#263d33);\n--ab-sand:var(--gk-l,#ecdfbd) var(--gk-d,#4a442f);--ab-asphalt:var(--gk-l,#59636b) var(--gk-d,#46525b);--ab-pit-asphalt:var(--gk-l,#78838a) var(--gk-d,#5b6871);--ab-tree-1:var(--gk-l,#8fb573) var(--gk-d,#33594a);--ab-tree-2:var(--gk-l,#76a263) var(--gk-d,#2b4f41);\n--ab-wing:var(--gk-l,#20272c) var(--gk-d,#0b0f12);--ab-white:#fffdf4;font-family:var(--gk-font)}\n.ab text{fill:var(--gk-ink);text-anchor:middle}\n.ab-land{fill:var(--ab-grass)}.ab-infield{fill:var(--ab-meadow)}.ab-gravel{fill:var(--ab-sand)}\n.ab-verge{fill:none;stroke:var(--ab-sand);stroke-width:22;stroke-linejoin:round;opacity:.75}\n.ab-road{fill:var(--ab-asphalt)}.ab-edge{fill:none;stroke:var(--ab-white);stroke-width:2.6;stroke-linejoin:round}\n.ab-kerb{fill:none;stroke:var(--ab-white);stroke-width:9}.ab-kerb-red{fill:none;stroke:var(--ab-red);stroke-width:9;stroke-dasharray:10 10}\n.ab-dash{fill:none;stroke:var(--ab-white);stroke-width:1.8;stroke-dasharray:9 9;opacity:.75}.ab-solid{fill:none;stroke:var(--ab-white);stroke-width:4.6}\n.ab-tick{fill:none;stroke:var(--ab-white);stroke-width:1.3;opacity:.38}\n.ab-cell path{fill:var(--ab-asphalt);fill-opacity:.01;stroke:none}.ab-cell.gk-legal path{fill:var(--gk-glow);fill-opacity:.9;stroke:var(--ab-white);stroke-width:2.5}\n.ab-cell.gk-legal.gk-hover path{fill-opacity:1}\n.ab .ab-cell text{font-size:16.5px;fill:var(--ab-white);fill-opacity:.85;paint-order:stroke;stroke:var(--ab-asphalt);stroke-width:5px;stroke-linejoin:round}\n.ab .ab-cell.gk-legal text{fill:#20272c;fill-opacity:1;font-weight:700;font-size:17px;stroke:none}\n.ab-box{fill:none;stroke:var(--ab-white);stroke-width:2.6}.ab text.ab-place{font-size:16px;font-weight:700;fill:var(--ab-white);paint-order:stroke;stroke:var(--ab-asphalt);stroke-width:4px}\n.ab-flag{fill:var(--ab-white)}.ab-check{fill:#14191d}.ab-arrow{fill:var(--gk-ink);opacity:.8}\n.ab-finish.gk-legal .ab-flag{fill:var(--gk-glow)}\n.ab-pit-verge{fill:none;stroke:var(--ab-white);stroke-width:40;stroke-linejoin:round}.ab-pit{fill:none;stroke:var(--ab-pit-asphalt);stroke-width:35;stroke-linejoin:round}\n.ab-garage{fill:var(--gk-panel);stroke:var(--gk-edge);stroke-width:1.5}.ab text.ab-pit-sign{font-size:19px;font-weight:800;letter-spacing:3px;fill:var(--gk-muted)}\n.ab-stand{fill:none;stroke:var(--gk-panel);stroke-width:8}.ab-crowd{fill:none;stroke:var(--gk-edge);stroke-width:4.5;stroke-linecap:round;stroke-dasharray:.1 7.3}\n.ab-tree{fill:var(--ab-tree-1)}.ab-tree.dark{fill:var(--ab-tree-2)}.ab-top{fill:#fff;opacity:.14}.ab-shade{fill:var(--gk-shadow)}\n.ab-ideal{fill:none;stroke:var(--gk-glow);stroke-width:4;stroke-dasharray:.1 11;stroke-linecap:round;opacity:.95}\n.ab text.ab-title{font-size:30px;font-weight:800;letter-spacing:.5px}.ab text.ab-facts{font-size:17px;fill:var(--gk-muted)}\n.ab text.ab-sub{font-size:19px;font-weight:600}\n.ab-car .ab-wheel{fill:var(--ab-wing)}.ab-car .ab-body{stroke:var(--gk-paper);stroke-width:1.6}.ab-car .ab-glass{fill:#10171c;opacity:.85}\n.ab-car .ab-shadow{fill:#000;opacity:.22}.ab-body.unowned{fill:url(#ab-hatch)!important}\n.ab-plate.acts .ab-ring{stroke:var(--gk-glow);stroke-width:5;opacity:1}.ab-ring{fill:none;opacity:0}\n.ab-plate.unowned .gk-token path{fill:#d8dcda}.ab-plate.unowned .gk-token text,.ab-line.unowned .gk-token text{fill:#20272c}.ab-line.unowned .gk-token path{fill:#d8dcda}\n.ab-panel{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5}\n.ab text.ab-head{font-size:16.5px;fill:var(--gk-muted)}.ab text.ab-figure{font-size:21px;font-weight:600}.ab text.ab-note{font-size:18px;fill:var(--gk-muted)}\n.ab-line-back{fill:var(--gk-yours);opacity:0}.ab-line.acts .ab-line-back{opacity:1;stroke:var(--gk-glow);stroke-width:2}.ab-line.gone .ab-fade{opacity:.5}\n.ab-card{filter:drop-shadow(0 1.5px 2px var(--gk-shadow))}.ab-face{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.4}\n.ab-card .ab-value{font-size:58px;font-weight:800;fill:var(--gk-card-ink)}.ab-card .ab-corner{font-size:20px;font-weight:700;fill:var(--gk-card-ink)}\n.ab-card.small .ab-value{font-size:34px}.ab-card.small .ab-corner{display:none}.ab-card .ab-pips{fill:none;stroke:var(--gk-card-ink);stroke-width:6;stroke-dasharray:6.5 4.5}\n.ab-card.small .ab-pips{stroke-width:4;stroke-dasharray:5 3}.ab-card.down .ab-face{fill:var(--gk-card-back);stroke:var(--gk-card)}.ab-card.down :is(.ab-value,.ab-corner,.ab-pips){display:none}\n.ab-back{display:none;fill:none;stroke:var(--gk-card);stroke-width:2;stroke-dasharray:6 5}.ab-card.down .ab-back{display:inline}\n.ab-card.shown .ab-face{stroke:var(--gk-accent);stroke-width:3.5}.ab-card.empty .ab-face{fill:none;stroke:var(--gk-edge);stroke-dasharray:5 5}.ab-card.empty :is(.ab-value,.ab-corner,.ab-pips){display:none}\n.ab-card.v6 .ab-pips{stroke:var(--ab-red)}.ab-card.v5 .ab-pips{stroke:#b26a00}\n.ab text.ab-count{font-size:18px;font-weight:700}.ab-stop{fill:var(--gk-good)}.ab-due{fill:none;stroke:var(--gk-edge);stroke-width:2}\n.ab-laps{fill:none;stroke:var(--gk-line);stroke-width:9;stroke-linecap:round}.ab-done{fill:none;stroke:var(--gk-accent);stroke-width:9;stroke-linecap:round}\n.ab.gk-narrow text.ab-place{font-size:max(22px,var(--ab-least))}.ab.gk-narrow text.ab-note{font-size:22px}\n.ab.gk-narrow text.ab-count{font-size:24px}.ab.gk-narrow text.ab-pit-sign{font-size:max(22px,var(--ab-least))}.ab.gk-narrow text.ab-title{font-size:36px}.ab.gk-narrow text.ab-sub{font-size:25px}.ab.gk-narrow .ab-card .ab-corner{display:none}.ab.gk-narrow .ab-plate .gk-token{transform:scale(.85)}.ab.gk-narrow .ab-plate text{font-size:max(26px,calc(var(--ab-least)/.85))}.ab.gk-narrow .ab-ring{r:25px}\n.ab.gk-narrow .ab-cell text{font-size:26px}.ab.gk-narrow .ab-cell.gk-legal text{font-size:24px}.ab.gk-narrow .ab-cell:not(.gk-legal) .ab-lane{display:none}\n.ab.gk-narrow .ab-raised{transform:translateY(-18px)}.ab.gk-narrow text.ab-sub{transform:translateY(12px)}\n.ab.gk-narrow text.ab-head{font-size:18px}.ab.gk-narrow text.ab-figure{font-size:24px}.ab.gk-narrow text.ab-facts{font-size:max(23px,var(--ab-least))}\n";

function scenery$_hatches(players) {
  if ($.eq(players, 6)) {
    return "";
  }
  return "<defs><pattern id=\"ab-hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"#c9cfcc\"/><rect width=\"3\" height=\"7\" fill=\"#8d9895\"/></pattern></defs>";
}

function scenery$_circuit(number, drawing, facts, ideal) {
  let manner, size, x, y;
  [x, y] = drawing.sign;
  [size, ...manner] = $.split($.at(facts, 1), ", ");
  function line(look, down, words) {
    return `<text class="${$.str(look)}" x="${$.fmt(x, ".0f")}" y="${$.fmt($.add(y, down), ".0f")}">${$.str(svg$text(words))}</text>`;
  }
  return `<g id="circuit-${$.str(number)}">${$.str(drawing.svg(ideal))}<g class="ab-raised">${$.str(line("ab-title", (-20), $.at(facts, 0)))}</g>${$.str(line("ab-facts gk-if-wide", 8, $.at(facts, 1)))}${$.str(line("ab-facts gk-if-narrow", (-8), size))}${$.str(line("ab-facts gk-if-narrow", 20, $.join(", ", manner)))}<text id="heading-${$.str(number)}" class="ab-sub" x="${$.fmt(x, ".0f")}" y="${$.fmt((y + 40), ".0f")}"></text></g>`;
}

function svg$place(part, wide, narrow) {
  return `<g class="gk-at" style="--wide:${$.str(wide.css())};--narrow:${$.str(narrow.css())}">${$.str(part)}</g>`;
}

const $$SHAPES = ["M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z", "M-15-18H15Q18-18 18-15V15Q18 18 15 18H-15Q-18 18-18 15V-15Q-18-18-15-18Z", "M-3.5-20.5Q0-26 3.5-20.5L22.5 11.5Q25 17 19 17H-19Q-25 17-22.5 11.5Z", "M-3-23Q0-26 3-23L23-3Q26 0 23 3L3 23Q0 26-3 23L-23 3Q-26 0-23-3Z", "M-10-19H10Q12-19 13-17.5L22-2Q23 0 22 2L13 17.5Q12 19 10 19H-10Q-12 19-13 17.5L-22 2Q-23 0-22-2L-13-17.5Q-12-19-10-19Z", "M0-25L7-9L24-7.5L11 4L15 21L0 12L-15 21L-11 4L-24-7.5L-7-9Z"];

const $$PLAYER_LETTERS = ["A", "B", "C", "D", "E", "F"];

function svg$badge(player, identity = "", x = 0, y = 0, scale = 1) {
  let drop, name;
  name = ($.truth(identity) ? ` id="${$.str(identity)}"` : "");
  drop = ((player === 2) ? 3 : 0);
  return `<g${$.str(name)} class="gk-token gk-token-${$.str(player)}" transform="translate(${$.str(x)} ${$.str(y)}) scale(${$.str(scale)})"><path d="${$.str($.at($$SHAPES, player))}"/><text y="${$.str((7 + drop))}">${$.str($.at($$PLAYER_LETTERS, player))}</text></g>`;
}

function scenery$card(identity, size) {
  let h, small, w;
  [w, h] = size;
  small = ($.eq(size, [58, 80]) ? " small" : "");
  return `<g id="${$.str(identity)}" class="ab-card${$.str(small)}"><rect class="ab-face" x="${$.str(((-w) / 2))}" y="${$.str(((-h) / 2))}" width="${$.str(w)}" height="${$.str(h)}" rx="9"/><path class="ab-back" d="M${$.str((((-w) / 2) + 9))} ${$.str((((-h) / 2) + 9))}L${$.str(((w / 2) - 9))} ${$.str(((h / 2) - 9))}M${$.str(((w / 2) - 9))} ${$.str((((-h) / 2) + 9))}L${$.str((((-w) / 2) + 9))} ${$.str(((h / 2) - 9))}"/><text id="${$.str(identity)}-v" class="ab-value" y="${$.str(($.truth(small) ? 12 : 14))}"></text><text id="${$.str(identity)}-c" class="ab-corner" x="${$.str((((-w) / 2) + 16))}" y="${$.str((((-h) / 2) + 24))}"></text><path id="${$.str(identity)}-p" class="ab-pips" d=""/></g>`;
}

function scenery$pile_place(pile) {
  return [(66 + $.mul(93, pile)), (778 + 186)];
}

function scenery$_hand(advanced) {
  let k, name, parts, size;
  size = ($.truth(advanced) ? 2 : 3);
  parts = [`<rect class="ab-panel gk-if-wide" x="16" y="778" width="392" height="250" rx="14"/>`, ...$.arr($.arr($.range(6)).map((car) => `<g id="owner-${$.str(car)}">${$.str(svg$badge(car, undefined, 48, (778 + 34), 0.88))}</g>`)), `<text id="hand-title" class="ab-note" x="76" y="${$.str((778 + 41))}" style="text-anchor:start"></text>`];
  if ($.truth(advanced)) {
    parts = $.add_in(parts, $.arr($.range((size + 1))).map((i) => scenery$card(`hand-${$.str(i)}`, [58, 80])));
    parts = $.add_in(parts, $.arr($.range(4)).map((k) => scenery$card(`pile-${$.str(k)}`, [58, 80])));
    parts = $.add_in(parts, $.arr($.range(4)).map((k) => `<text id="pile-${$.str(k)}-n" class="ab-count" x="${$.str($.at(scenery$pile_place(k), 0))}" y="${$.str(($.at(scenery$pile_place(k), 1) + 57))}"></text>`));
    parts = $.add_in(parts, $.arr($.range(2)).map((i) => scenery$card(`aside-${$.str(i)}`, [58, 80])));
    parts = $.add_in(parts, [`<text id="aside-title" class="ab-note" x="402" y="${$.str((778 + 41))}" style="text-anchor:end">${$.str(svg$text($._("pit cards")))}</text>`]);
    for (const one of $.arr($.enumerate([$._("fast"), $._("medium"), $._("slow")]))) {
      [k, name] = one;
      $.append(parts, `<g id="setup-${$.str(k)}"><rect class="ab-panel" x="${$.str((34 + $.mul(122, k)))}" y="${$.str((778 + 84))}" width="112" height="120" rx="12"/><text class="ab-figure" x="${$.str((90 + $.mul(122, k)))}" y="${$.str((778 + 122))}">${$.str(svg$text(name))}</text><text id="setup-${$.str(k)}-n" class="ab-note" x="${$.str((90 + $.mul(122, k)))}" y="${$.str((778 + 152))}"></text></g>`);
    }
  } else {
    parts = $.add_in(parts, $.arr($.range(size)).map((i) => scenery$card(`hand-${$.str(i)}`, [92, 128])));
    $.append(parts, `<text id="deck-n" class="ab-note" x="212" y="${$.str((778 + 240))}"></text>`);
  }
  return $.join("", parts);
}

function scenery$under(x, left, top, scale) {
  return svg$Spot.make($.round((left - $.mul(x, scale)), 1), $.round((top - $.mul(778, scale)), 1), $.round(scale, 3));
}

const $$COLUMNS = [24, 70, 176, 288, 376, 456, 526];

function scenery$_line(car, players) {
  let cards, laps, left, owned, place, points, start, stop, who;
  [place, who, laps, left, stop, cards, points] = $$COLUMNS;
  owned = ((car < players) ? "" : " unowned");
  start = (laps - 52);
  return `<g id="line-${$.str(car)}" class="ab-line${$.str(owned)}"><rect class="ab-line-back" x="-4" y="-16" width="562" height="32" rx="8"/><g class="ab-fade"><text id="line-${$.str(car)}-place" class="ab-figure" x="${$.str(place)}" y="7"></text>${$.str(svg$badge(car, undefined, who, undefined, 0.72))}<path class="ab-laps" d="M${$.str(start)} 0h104"/><path id="line-${$.str(car)}-laps" class="ab-done" d=""/><text id="line-${$.str(car)}-left" class="ab-figure" x="${$.str(left)}" y="7"></text><circle id="line-${$.str(car)}-due" class="ab-due" cx="${$.str(stop)}" r="9"/><path id="line-${$.str(car)}-stop" class="ab-stop" transform="translate(${$.str(stop)})" d="M0-11A11 11 0 1 1 0 11A11 11 0 1 1 0-11ZM-6 0L-2 5L6-5L4-7L-2 0L-4-2Z" fill-rule="evenodd"/><text id="line-${$.str(car)}-cards" class="ab-figure" x="${$.str(cards)}" y="7"></text><text id="line-${$.str(car)}-points" class="ab-figure" x="${$.str(points)}" y="7"></text></g></g>`;
}

function scenery$_table(players) {
  let heads, parts;
  heads = [$._("place"), $._("car"), $._("laps"), $._("to go"), $._("pit stop"), $._("cards"), $._("points")];
  parts = [`<rect class="ab-panel" x="${$.str((430 - 8))}" y="778" width="570" height="250" rx="14"/>`];
  parts = $.add_in(parts, $.arr($.zip($$COLUMNS, heads)).map(([x, name]) => `<text class="ab-head" x="${$.str((430 + x))}" y="${$.str((778 + 24))}">${$.str(svg$text(name))}</text>`));
  parts = $.add_in(parts, $.arr($.range(6)).map((car) => scenery$_line(car, players)));
  return $.join("", parts);
}

const $$BODY = "M26 0C26-3 21-4 16-5L8-7.5L4-11H-9L-13-8L-22-8V-12H-27V12H-22V8L-13 8L-9 11H4L8 7.5L16 5C21 4 26 3 26 0Z";

const $$WHEELS = "M8-15h11v6H8zM8 9h11v6H8zM-23-16h13v7H-23zM-23 9h13v7H-23z";

function scenery$_car(car, players) {
  let owned;
  owned = ((car < players) ? "" : " unowned");
  return `<g id="car-${$.str(car)}" class="ab-car"><path class="ab-shadow" d="${$.str($$BODY)}" transform="translate(2 3)"/><path class="ab-wheel" d="${$.str($$WHEELS)}"/><path class="ab-wheel" d="${$.str("M20-11h5V11h-5z")}"/><path class="ab-body${$.str(owned)}" style="fill:var(--gk-player-${$.str(car)})" d="${$.str($$BODY)}"/></g>`;
}

function scenery$_plate(car, players) {
  let owned;
  owned = ((car < players) ? "" : " unowned");
  return `<g id="plate-${$.str(car)}" class="ab-plate${$.str(owned)}"><circle class="ab-ring" r="20"/>${$.str(svg$badge(car, undefined, undefined, undefined, 0.72))}</g>`;
}

function scenery$static_scene(title, players, advanced, drawings, facts, ideal) {
  let hand_height, hand_left, left, low, right, roads, table_scale, table_top;
  roads = $.arr($.values(drawings)).flatMap((drawing) => $.arr($.add(drawing.left, drawing.right)).map(([x, _y]) => x));
  [left, right] = [($.round($.min(roads)) - 48), ($.round($.max(roads)) + 48)];
  hand_height = $.mul(250, 1.15);
  table_top = ((778 + hand_height) + 8);
  table_scale = (((right - left) - 16) / 570);
  low = $.round(($.add(table_top, $.mul(250, table_scale)) + 8));
  hand_left = (($.add(left, right) - $.mul(392, 1.15)) / 2);
  return $.join("", [`<svg xmlns="http://www.w3.org/2000/svg" class="ab gk-look" style="--ab-least:${$.fmt(($.mul(9.1, (right - left)) / 355), ".1f")}px" viewBox="0 0 1000 1040" data-narrow="${$.str(left)} 0 ${$.str((right - left))} ${$.str(low)}" role="img" aria-label="${$.str(svg$text(title))}"><title>${$.str(svg$text(title))}</title><desc></desc><style>${$.str($$STYLE)}</style>${$.str(scenery$_hatches(players))}`, `<rect class="ab-land gk-if-wide" width="1000" height="1040" rx="18"/>`, `<rect class="ab-land gk-if-narrow" width="1000" height="${$.str(low)}"/>`, ...$.arr($.arr($.items(drawings)).map(([number, drawing]) => scenery$_circuit(number, drawing, $.at(facts, number), ideal))), `<rect class="ab-panel gk-if-narrow" x="${$.str((left + 8))}" y="778" width="${$.str(((right - left) - 16))}" height="${$.fmt(hand_height, "g")}" rx="14"/>`, svg$place(scenery$_hand(advanced), svg$Spot.make(0, 0), scenery$under(16, hand_left, 778, 1.15)), svg$place(scenery$_table(players), svg$Spot.make(0, 0), scenery$under((430 - 8), (left + 8), table_top, table_scale)), ...$.arr($.arr($.range(6)).map((car) => scenery$_car(car, players))), ...$.arr($.arr($.range(6)).map((car) => scenery$_plate(car, players))), "</svg>"]);
}

function picture$scene(game) {
  let drawings, facts;
  drawings = $.dict($.arr(track$list_circuits(game)).map((number) => [number, track$load_drawing(game, number)]));
  facts = $.dict($.arr(drawings).map((number) => [number, picture$_facts(game, number)]));
  return scenery$static_scene(game.title, game.players, $.truth(game.tables.advanced), drawings, facts, $.truth($.at(game.options, "ideal_line")));
}

function picture$_view(game, position, viewer) {
  return ((viewer === null) ? position : game.view(position, viewer));
}

const $$AWAY = new Map([["hidden", true]]);

function picture$_cars(game, s) {
  let acting, car, heading, place, spots, table, x, y;
  spots = track$load_drawing(game, (s.circuit + 1));
  acting = game.player(s);
  table = $.dict([]);
  for (const one of $.arr($.range(6))) {
    car = one;
    if ($.eq($.at(s.space, car), (-1))) {
      { const shared = $$AWAY; $.put(table, `car-${$.str(car)}`, shared); $.put(table, `plate-${$.str(car)}`, shared); }
      continue;
    }
    [x, y, heading] = spots.pose($.int($.at(s.space, car)));
    place = $.dict([["x", $.round(x, 1)], ["y", $.round(y, 1)]]);
    $.put(table, `car-${$.str(car)}`, $.dict([...$.items(place), ["r", $.round(heading, 1)], ["hidden", false]]));
    $.put(table, `plate-${$.str(car)}`, $.dict([...$.items(place), ["class", ($.eq(car, acting) ? "acts" : "")], ["hidden", false]]));
  }
  return table;
}

function picture$_to_go(game, s, car) {
  return $.int($.at($.at($.at(game.tables.left, s.circuit), $.at(s.lines, car)), $.at(s.space, car)));
}

function picture$_rank_cars(game, s) {
  function rank(car) {
    let seat;
    seat = $.index($.list(s.order), car);
    if ($.eq($.at(s.status, car), 1)) {
      return [0, $.int($.at(s.place, car)), seat];
    }
    if (!$.eq($.at(s.status, car), 0)) {
      return [2, $.int($.at(s.rest, car)), seat];
    }
    return [1, (!$.eq($.at(s.space, car), (-1)) ? picture$_to_go(game, s, car) : 0), seat];
  }
  return $.sorted($.range(6), $.giveNamed({ key: rank }));
}

function scenery$line_place(rank) {
  return [430, ((812 + 22) + $.mul(35, rank))];
}

function scenery$laps_done(share) {
  let start;
  start = ($.at($$COLUMNS, 2) - 52);
  return ((share > 0.01) ? `M${$.str(start)} 0h${$.fmt($.mul($.max(share, 0), 104), ".1f")}` : "");
}

function picture$_is_countable(game, car, viewer) {
  return ((viewer === null) || $.eq(viewer, car) || !$.truth(game.tables.advanced) || (car >= game.players));
}

function picture$_cards_left(s, car) {
  return $.int($.add($.add($.at(s.hand_size, car), $.at(s.deck_size, car)), $.sum($.at(s.height, car))));
}

function picture$_cards_shown(game, s, car, viewer) {
  let more;
  if ($.truth(picture$_is_countable(game, car, viewer))) {
    return $.str(picture$_cards_left(s, car));
  }
  more = ($.any($.arr($.at(s.height, car)).map((height) => ($.int(height) > 0))) ? "+" : "");
  return `${$.str($.int($.at(s.hand_size, car)))}${$.str(more)}`;
}

function picture$_standings(game, s, viewer) {
  let acts, car, gone, left, name, on_board, place, rank, share, started, t, table, told, whole, x, y;
  table = $.dict([]);
  t = game.tables;
  whole = $.int($.at($.at($.at(t.left, s.circuit), 0), $.at($.at(t.grid, s.circuit), 0)));
  for (const one of $.arr($.enumerate(picture$_rank_cars(game, s)))) {
    [rank, car] = one;
    [x, y] = scenery$line_place(rank);
    name = `line-${$.str(car)}`;
    on_board = !$.eq($.at(s.space, car), (-1));
    gone = $.has([2, 3], $.at(s.status, car));
    left = ($.truth(on_board) ? picture$_to_go(game, s, car) : $.int($.at(s.rest, car)));
    acts = ($.eq(game.player(s), car) || (!$.has([0, 11, 12], s.phase) && $.eq($.int($.at(s.order, $.mod(s.turn, 6))), car)));
    started = $.either(on_board, () => !$.eq($.at(s.status, car), 0));
    share = ($.eq($.at(s.status, car), 1) ? 1 : ($.truth(started) ? (1 - (left / whole)) : 0));
    place = ($.truth($.at(s.place, car)) ? $.str($.at(s.place, car)) : ($.truth(gone) ? "–" : $.str((rank + 1))));
    $.put(table, name, $.dict([["x", x], ["y", y], ["class", $.strip(`${$.str(($.truth(acts) ? "acts" : ""))} ${$.str(($.truth(gone) ? "gone" : ""))}`)]]));
    $.put(table, `${$.str(name)}-place`, $.dict([["text", place]]));
    $.put(table, `${$.str(name)}-laps`, $.dict([["d", scenery$laps_done($.min($.max(share, 0), 1))]]));
    told = ($.eq($.at(s.status, car), 1) ? $._("home") : ($.truth(gone) ? $._("out") : ($.truth(started) ? $.str(left) : "")));
    $.put(table, `${$.str(name)}-left`, $.dict([["text", told]]));
    $.put(table, `${$.str(name)}-stop`, $.dict([["hidden", !$.truth($.at(s.stopped, car))]]));
    $.put(table, `${$.str(name)}-due`, $.dict([["hidden", $.either($.truth($.at(s.stopped, car)), () => $.truth(game.tables.advanced))]]));
    $.put(table, `${$.str(name)}-cards`, $.dict([["text", picture$_cards_shown(game, s, car, viewer)]]));
    $.put(table, `${$.str(name)}-points`, $.dict([["text", ((car < game.players) ? $.str($.at(s.points, car)) : "")]]));
  }
  return table;
}

function picture$_hand_kinds(s, p) {
  let known;
  known = $.arr($.range(6)).flatMap((kind) => $.arr($.range($.at($.at(s.hand, p), kind))).map((_again) => kind));
  return $.add(known, $.times([(-1)], ($.int($.at(s.hand_size, p)) - $.len(known))));
}

function scenery$hand_place(advanced, index, size) {
  if ($.truth(advanced)) {
    return [(62 + $.mul(68, index)), (778 + 96)];
  }
  return [(212 + ((index - ((size - 1) / 2)) * ($.at([92, 128], 0) + 18))), (938 - 20)];
}

function scenery$pips(value, size) {
  let h, length, y;
  h = $.at(size, 1);
  length = ($.eq(size, [92, 128]) ? ($.mul(11, value) - 4.5) : ($.mul(8, value) - 3));
  y = ((h / 2) - ($.eq(size, [92, 128]) ? 22 : 12));
  return ($.truth(value) ? `M${$.fmt(((-length) / 2), ".1f")} ${$.fmt(y, ".1f")}h${$.fmt(length, ".1f")}` : "");
}

function picture$_card(name, kind, place, size, also = "") {
  let look, sign, value;
  value = ((kind >= 0) ? (kind + 1) : 0);
  look = ($.truth(value) ? `v${$.str(value)}` : ($.eq(kind, (-1)) ? "down" : "empty"));
  sign = ($.truth(value) ? $.str(value) : "");
  return $.dict([[name, $.dict([["x", $.at(place, 0)], ["y", $.at(place, 1)], ["class", $.strip(`${$.str(look)} ${$.str(also)}`)], ["hidden", false]])], [`${$.str(name)}-v`, $.dict([["text", sign]])], [`${$.str(name)}-c`, $.dict([["text", sign]])], [`${$.str(name)}-p`, $.dict([["d", scenery$pips(value, size)]])]]);
}

function picture$_no_card(name) {
  return $.dict([[name, $$AWAY], [`${$.str(name)}-v`, $.dict([["text", ""]])], [`${$.str(name)}-c`, $.dict([["text", ""]])], [`${$.str(name)}-p`, $.dict([["d", ""]])]]);
}

function picture$_cards(n) {
  let many;
  many = ($.truth(n) ? $._("{n} cards") : $._("0 cards"));
  return ((n === 1) ? $._("1 card") : $.format(many, $.dict([["n", n]])));
}

function scenery$aside_place(index) {
  return [(294 + $.mul(66, index)), (778 + 96)];
}

function picture$_hand(game, s, p) {
  let advanced, cards, choosing, height, i, k, kind, kinds, named, place, seen, shown, size, slots, sorting, table, title, top;
  advanced = $.truth(game.tables.advanced);
  table = $.dict($.arr($.range(6)).map((car) => [`owner-${$.str(car)}`, $.dict([["hidden", !$.eq(car, p)]])]));
  kinds = picture$_hand_kinds(s, p);
  sorting = ($.eq(s.phase, 3) && $.eq(game.player(s), p));
  if ($.truth(sorting)) {
    kinds = [$.int(s.seen)];
  }
  slots = ($.truth(advanced) ? (2 + 1) : 3);
  for (const one of $.arr($.range(slots))) {
    i = one;
    if ((i < $.len(kinds))) {
      seen = (($.at(kinds, i) >= 0) && (i < $.int($.sum($.at(s.shown, p)))) && !$.truth(sorting));
      [place, size] = [scenery$hand_place(advanced, i, $.len(kinds)), ($.truth(advanced) ? [58, 80] : [92, 128])];
      table = $.or_in(table, picture$_card(`hand-${$.str(i)}`, $.at(kinds, i), place, size, ($.truth(seen) ? "shown" : "")));
    } else {
      table = $.or_in(table, picture$_no_card(`hand-${$.str(i)}`));
    }
  }
  choosing = $.truth($.eq(s.phase, 1));
  if (!$.truth(advanced)) {
    $.put(table, "deck-n", $.dict([["text", $.format($._("{cards} in the deck"), $.dict([["cards", picture$_cards($.int($.at(s.deck_size, p)))]]))]]));
    $.put(table, "hand-title", $.dict([["text", $.format($._("Hand of {letter}"), $.dict([["letter", $.at($$PLAYER_LETTERS, p)]]))]]));
    return table;
  }
  named = $.at(["", $._("fast"), $._("medium"), $._("slow")], $.max($.int($.at(s.set_up, p)), 0));
  title = $.format($._("Hand of {letter}"), $.dict([["letter", $.at($$PLAYER_LETTERS, p)]]));
  title = ($.truth(choosing) ? $._("Choose a set-up") : ($.truth(sorting) ? $._("To be sorted") : title));
  $.put(table, "hand-title", $.dict([["text", (($.truth(named) && !$.truth(choosing)) ? `${$.str(title)} (${$.str(named)})` : title)]]));
  $.put(table, "aside-title", $.dict([["hidden", $.either(choosing, () => $.eq($.int($.at($.at(s.aside, p), 0)), (-1)))]]));
  for (const one of $.arr($.range(2))) {
    i = one;
    kind = $.int($.at($.at(s.aside, p), i));
    shown = (!$.eq(kind, (-1)) && !$.truth(choosing));
    table = $.or_in(table, ($.truth(shown) ? picture$_card(`aside-${$.str(i)}`, kind, scenery$aside_place(i), [58, 80]) : picture$_no_card(`aside-${$.str(i)}`)));
  }
  for (const one of $.arr($.range(4))) {
    k = one;
    height = $.int($.at($.at(s.height, p), k));
    top = ($.truth(height) ? $.int($.at($.at($.at(s.pile, p), k), (height - 1))) : (-2));
    table = $.or_in(table, ($.truth(choosing) ? picture$_no_card(`pile-${$.str(k)}`) : picture$_card(`pile-${$.str(k)}`, top, scenery$pile_place(k), [58, 80])));
    $.put(table, `pile-${$.str(k)}-n`, $.dict([["text", ((!$.truth(choosing) && (s.phase >= 3)) ? $.str(height) : "")]]));
    if ((k < 3)) {
      $.put(table, `setup-${$.str(k)}`, $.dict([["hidden", !$.truth(choosing)], ["class", ($.eq($.at(s.set_up, p), (k + 1)) ? "chosen" : "")]]));
      cards = $.int($.sum($.at(game.tables.cards, ((0 + 1) + k))));
      $.put(table, `setup-${$.str(k)}-n`, $.dict([["text", picture$_cards(cards)]]));
    }
  }
  return table;
}

function picture$_find_hand(game, s, viewer) {
  let back, car;
  if (!(viewer === null)) {
    return viewer;
  }
  for (const one of $.arr($.range(6))) {
    back = one;
    car = $.int($.at(s.order, $.mod((s.turn - back), 6)));
    if ((car < game.players)) {
      return car;
    }
  }
  return 0;
}

function picture$changes(game, position, viewer) {
  let number, s, table;
  s = picture$_view(game, position, viewer);
  table = $.dict([]);
  for (const one of $.arr(track$list_circuits(game))) {
    number = one;
    $.put(table, `circuit-${$.str(number)}`, $.dict([["hidden", $.truth(!$.eq(number, (s.circuit + 1)))]]));
    $.put(table, `heading-${$.str(number)}`, $.dict([["text", game.rulebook.heading(s)]]));
  }
  table = $.or_in(table, picture$_cars(game, s));
  table = $.or_in(table, picture$_standings(game, s, viewer));
  table = $.or_in(table, picture$_hand(game, s, picture$_find_hand(game, s, viewer)));
  return table;
}

function picture$targets(game, position, actions) {
  let action, found, hand, number, s, space;
  s = position;
  hand = $.at(s.hand, $.max(game.player(s), 0));
  found = $.dict([]);
  for (const one of $.arr($.sorted(actions, $.giveNamed({ key: ((action) => [((action < 768) && !$.truth($.at(hand, Math.floor(action / 128)))), (-action)]) })))) {
    action = one;
    if ((action < 768)) {
      space = $.mod(action, 128);
      number = (s.circuit + 1);
      if ($.eq(space, 127)) {
        $.put(found, action, `finish-${$.str(number)}`);
      } else if (!$.eq($.at($.at(game.tables.lane, s.circuit), space), (-1))) {
        $.put(found, action, `s${$.str(number)}-${$.str(space)}`);
      }
    } else if (((769 <= action) && (action < 772))) {
      $.put(found, action, `setup-${$.str((action - 769))}`);
    } else if (((772 <= action) && (action < (780 + 4)))) {
      $.put(found, action, `pile-${$.str($.mod((action - 772), 4))}`);
    }
  }
  return found;
}

function picture$sources(game, position, actions) {
  let action, found, held, places, s;
  s = position;
  if (!$.eq(s.phase, 7)) {
    return $.dict([]);
  }
  held = picture$_hand_kinds(s, $.int($.at(s.order, s.turn)));
  found = $.dict([]);
  for (const one of $.arr(actions)) {
    action = one;
    places = $.arr($.enumerate(held)).filter(([i, kind]) => ((action < 768) && $.eq(kind, Math.floor(action / 128)))).map(([i, kind]) => `hand-${$.str(i)}`);
    if ($.truth(places)) {
      $.put(found, action, $.join(" ", places));
    }
  }
  return found;
}

function movement$crosses(s, t, here, there) {
  let c;
  if ($.eq(there, 127)) {
    return true;
  }
  c = s.circuit;
  return ($.at($.at($.at(t.left, c), 3), there) > ($.at($.at($.at(t.left, c), 3), here) + 6));
}

function movement$past_pit(s, t, car, space) {
  if (((t.advanced === 1) || ($.at(s.stopped, car) === 1) || !$.eq($.at(s.lines, car), (3 - 1)))) {
    return false;
  }
  return movement$crosses(s, t, $.at(s.space, car), space);
}

function picture$hints(game, position, actions) {
  let action, car, due, found, last_card, s, space, t;
  [s, t] = [position, game.tables];
  if (!$.eq(s.phase, 7)) {
    return $.dict([]);
  }
  car = $.int($.at(s.order, s.turn));
  last_card = ((picture$_cards_left(s, car) === 1) && !($.truth(t.advanced) && !$.eq($.at($.at(s.aside, car), 0), (-1))));
  due = (!$.truth(t.advanced) && !$.truth($.at(s.stopped, car)) && $.eq($.at(s.lines, car), (3 - 1)));
  found = $.dict([]);
  for (const one of $.arr(actions)) {
    action = one;
    space = $.mod(action, 128);
    if (((action >= 768) || $.eq(space, 127) || $.eq($.at($.at(t.lane, s.circuit), space), (-1)))) {
      continue;
    }
    if ($.truth(movement$past_pit(s, t, car, space))) {
      $.put(found, action, $._("over the line without a pit stop, your car would be out"));
    } else if ($.truth(last_card)) {
      $.put(found, action, $._("your last card, short of the finish: your car would be out"));
    } else if (($.truth(due) && (space < 120) && $.eq($.at($.at(t.to_entry, s.circuit), space), 999))) {
      $.put(found, action, $._("past the pit lane: your car would be out at the line"));
    }
  }
  return found;
}

function picture$_cards_of(game, s, car, viewer) {
  if ($.truth(picture$_is_countable(game, car, viewer))) {
    return picture$_cards(picture$_cards_left(s, car));
  }
  return $.format($._("{cards} in hand"), $.dict([["cards", picture$_cards($.int($.at(s.hand_size, car)))]]));
}

function picture$_spaces(n) {
  let many;
  many = ($.truth(n) ? $._("{n} spaces") : $._("0 spaces"));
  return ((n === 1) ? $._("1 space") : $.format(many, $.dict([["n", n]])));
}

function circuits$space_name(number) {
  if ($.eq(number, 127)) {
    return "the finish";
  }
  return `${$.str($.at("LMRP", Math.floor(number / 40)))}${$.str(($.mod(number, 40) + 1))}`;
}

function picture$_name_space(space) {
  return ($.eq(space, 127) ? $._("the finish") : circuits$space_name(space));
}

function picture$_describe(game, s, car, viewer) {
  let names, stop;
  names = $.dict([["letter", $.at($$PLAYER_LETTERS, car)], ["points", $.at(s.points, car)], ["cards", picture$_cards_of(game, s, car, viewer)]]);
  $.put(names, "kind", ((car < game.players) ? $._("Car") : $._("Unowned car")));
  if ($.eq($.at(s.status, car), 1)) {
    return $.format($._("{kind} {letter} has finished in place {place}."), $.dict([...$.items(names), ["place", $.at(s.place, car)]]));
  }
  if ($.eq($.at(s.status, car), 2)) {
    return $.format($._("{kind} {letter} is out of cards, with {left} to go."), $.dict([...$.items(names), ["left", picture$_spaces($.at(s.rest, car))]]));
  }
  if ($.eq($.at(s.status, car), 3)) {
    return $.format($._("{kind} {letter} is out, without a pit stop."), $.dict([...$.items(names)]));
  }
  if ($.eq($.at(s.space, car), (-1))) {
    return $.format($._("{kind} {letter} waits for its place on the grid."), $.dict([...$.items(names)]));
  }
  names = $.or_in(names, $.dict([["space", picture$_name_space($.int($.at(s.space, car)))], ["left", picture$_spaces(picture$_to_go(game, s, car))], ["lap", $.min($.max($.at(s.lines, car), 1), 3)]]));
  stop = ($.truth($.at(s.stopped, car)) ? $._("pit stop made") : $._("no pit stop yet"));
  return $.format($._("{kind} {letter}: lap {lap}, on {space}, {left} to go, {cards}, {stop}."), $.dict([...$.items(names), ["stop", stop]]));
}

function svg$join_words(words) {
  return $.join(", ", words);
}

function picture$describe(game, position, viewer) {
  let cards, facts, k, kinds, named, p, parts, s, title;
  s = picture$_view(game, position, viewer);
  [title, facts] = picture$_facts(game, (s.circuit + 1));
  parts = [$.format($._("{heading}: {title}, {facts}."), $.dict([["heading", game.rulebook.heading(s)], ["title", title], ["facts", facts]]))];
  parts = $.add_in(parts, $.arr(picture$_rank_cars(game, s)).map((car) => picture$_describe(game, s, car, viewer)));
  p = picture$_find_hand(game, s, viewer);
  cards = $.arr(picture$_hand_kinds(s, p)).filter((kind) => !$.eq(kind, (-1))).map((kind) => $.str((kind + 1)));
  if ($.truth(cards)) {
    $.append(parts, $.format($._("Hand of {letter}: {cards}."), $.dict([["letter", $.at($$PLAYER_LETTERS, p)], ["cards", svg$join_words(cards)]])));
  }
  for (const one of $.arr($.range(4))) {
    k = one;
    kinds = $.arr($.slice($.at($.at(s.pile, p), k), null, $.at($.at(s.height, p), k), null)).map((kind) => $.int(kind));
    if (($.truth(kinds) && !$.has(kinds, (-1)))) {
      named = svg$join_words($.arr($.reversed(kinds)).map((kind) => $.str((kind + 1))));
      $.append(parts, $.format($._("Pile {number} from the top: {cards}."), $.dict([["number", (k + 1)], ["cards", named]])));
    }
  }
  return $.join("\n", parts);
}

function track$open_path(points) {
  return $.add("M", $.join("L", $.arr(points).map(([x, y]) => `${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")}`)));
}

function track$close_path(points) {
  return $.add(track$open_path(points), "Z");
}

function track$shift_aside(spot, aside) {
  let angle;
  angle = $.radians(spot.heading);
  return [(spot.x - $.mul(aside, $.sin(angle))), $.add(spot.y, $.mul(aside, $.cos(angle)))];
}

function track$round_path(points) {
  let ax, ay, bx, by, cx, cy, d, ex, ey, i, n;
  n = $.len(points);
  d = [`M${$.fmt($.at($.at(points, 0), 0), ".1f")} ${$.fmt($.at($.at(points, 0), 1), ".1f")}`];
  for (const one of $.arr($.range(n))) {
    i = one;
    [[ax, ay], [bx, by], [cx, cy], [ex, ey]] = $.arr([(-1), 0, 1, 2]).map((k) => $.at(points, $.mod($.add(i, k), n)));
    $.append(d, `C${$.fmt((bx + ((cx - ax) / 6)), ".1f")} ${$.fmt((by + ((cy - ay) / 6)), ".1f")} ${$.fmt((cx - ((ex - bx) / 6)), ".1f")} ${$.fmt((cy - ((ey - by) / 6)), ".1f")} ${$.fmt(cx, ".1f")} ${$.fmt(cy, ".1f")}`);
  }
  return $.add($.join("", d), "Z");
}

function circuits$cos(degrees) {
  return $.cos($.radians(degrees));
}

function circuits$sin(degrees) {
  return $.sin($.radians(degrees));
}

function circuits$smooth_step(fraction) {
  let x;
  x = ($.min(fraction, (1 - fraction)) / 0.36);
  return ((x < 1) ? $.mul($.mul(x, x), (3 - $.mul(2, x))) : 1);
}

class track$CircuitDrawing {
static make(...given) { return new this(...given); }
constructor(circuit, number, infield) {
  const self = this;
  let left, right, xs, ys;
  [self.circuit, self.number] = [circuit, number];
  [self.trees, self.sign, self.ideal] = infield;
  self.half_width = (circuit.lane_width / 2);
  self.spaces = $.dict($.arr(circuit.spaces()).map((space) => [space.number, space]));
  [left, right] = self._edges();
  [xs, ys] = $.zip(...$.arr($.add(left, right)));
  self.shift = [((1000 / 2) - ($.add($.min(xs), $.max(xs)) / 2)), ((770 / 2) - ($.add($.min(ys), $.max(ys)) / 2))];
  [self.left, self.right] = [self.move(left), self.move(right)];
}
pose(number) {
  const self = this;
  let heading, x, y;
  [x, y, heading] = self.circuit.pose($.at(self.spaces, number));
  return circuits$Pose.make($.add(x, $.at(self.shift, 0)), $.add(y, $.at(self.shift, 1)), heading);
}
svg(ideal, ways = "") {
  const self = this;
  let road;
  road = $.add(track$close_path(self.left), track$close_path(self.right));
  return $.join("", [`<path class="ab-infield" d="${$.str(track$close_path(($.truth(self.circuit.clockwise) ? self.right : self.left)))}"/>`, self._gravel(), self._trees(), self._stand(), `<path class="ab-verge" d="${$.str(road)}"/>`, self._pit_road(), `<path class="ab-road" fill-rule="evenodd" d="${$.str(road)}"/>`, self._kerbs(), `<path class="ab-edge" d="${$.str(road)}"/>`, self._lines(), ($.truth(ideal) ? self._ideal() : ""), ways, self._cells(), self._start()]);
}
_edges() {
  const self = this;
  let _, edge, f, i, left, n, right, section, side, x, y;
  left = [];
  right = [];
  for (const one of $.arr(self.circuit.ring)) {
    section = one;
    n = $.max($.int((section.length / 7)), 4);
    for (const one of $.arr($.range(n))) {
      i = one;
      f = (i / n);
      for (const one of $.arr([[(-1), left], [1, right]])) {
        [side, edge] = one;
        [x, y, _] = section.at(f, $.mul(side, self._half(section, f, side)));
        $.append(edge, [x, y]);
      }
    }
  }
  return [left, right];
}
move(points) {
  const self = this;
  return $.arr(points).map(([x, y]) => [$.add(x, $.at(self.shift, 0)), $.add(y, $.at(self.shift, 1))]);
}
_gravel() {
  const self = this;
  let back, out, parts, points, section;
  parts = [];
  for (const one of $.arr(self.circuit.ring)) {
    section = one;
    if (!(section.kind === "bend")) {
      continue;
    }
    out = self._outward(section);
    points = $.arr($.range(13)).map((f) => self.on(section, (f / 12), $.mul(out, $.add($.mul(3, self.half_width), $.mul(30, $.sin(($.mul(3.141592653589793, f) / 12)))))));
    back = $.arr($.range(12, (-1), (-1))).map((f) => self.on(section, (f / 12), ((out * 2.6) * self.half_width)));
    $.append(parts, track$close_path($.add(points, back)));
  }
  return `<path class="ab-gravel" d="${$.str($.join("", parts))}"/>`;
}
_kerbs() {
  const self = this;
  let d, edge, n, paths, section, side, sides;
  paths = [];
  for (const one of $.arr(self.circuit.ring)) {
    section = one;
    sides = [];
    if ((section.kind === "bend")) {
      sides = [(-self._outward(section))];
    }
    if ($.has(section.cells, 0)) {
      sides = $.list($.arr([(-1), 1]).filter((side) => (!$.truth($.at(section.cells, (1 + side))) || $.has(sides, side))).map((side) => side));
    }
    n = $.max($.int((section.length / 7)), 4);
    for (const one of $.arr(sides)) {
      side = one;
      edge = $.arr($.range((n + 1))).map((i) => self.on(section, (i / n), $.mul(side, (self._half(section, (i / n), side) + 1))));
      $.append(paths, track$open_path(edge));
    }
  }
  d = $.join("", paths);
  return `<path class="ab-kerb" d="${$.str(d)}"/><path class="ab-kerb-red" d="${$.str(d)}"/>`;
}
_cells() {
  const self = this;
  return $.join("", $.arr($.items(self.spaces)).map(([number, space]) => `<g id="s${$.str(self.number)}-${$.str(number)}" class="ab-cell"><path d="${$.str(track$close_path(self.outline(space)))}"/>${$.str(self._name(space))}</g>`));
}
_lines() {
  const self = this;
  let border, dashed, ends, f, k, lane, middle, points, section, solid, ticks;
  dashed = [];
  solid = [];
  ticks = [];
  for (const one of $.arr(self.circuit.ring)) {
    section = one;
    for (const one of $.arr([0, 1])) {
      border = one;
      if (($.truth($.at(section.cells, border)) && $.truth($.at(section.cells, (border + 1))))) {
        points = track$open_path(self.along(section, $.mul(($.mul(2, border) - 1), self.half_width)));
        $.append(($.truth($.at(section.solid, border)) ? solid : dashed), points);
      }
    }
    for (const one of $.arr($.range(3))) {
      lane = one;
      middle = self.circuit.aside(lane);
      for (const one of $.arr($.range($.at(section.cells, lane)))) {
        k = one;
        f = (k / $.at(section.cells, lane));
        ends = $.arr([(-1), 1]).map((side) => self.on(section, f, $.add(middle, $.mul(side, (self.half_width - 3)))));
        $.append(ticks, track$open_path(ends));
      }
    }
  }
  return `<path class="ab-tick" d="${$.str($.join("", ticks))}"/><path class="ab-dash" d="${$.str($.join("", dashed))}"/><path class="ab-solid" d="${$.str($.join("", solid))}"/>`;
}
_start() {
  const self = this;
  let arrow, band, corners, count, do_, du, f, full, grid, heading, k, number, place, row, section, size, squares, x, y;
  section = $.at(self.circuit.ring, 0);
  size = (self.half_width / 2);
  full = ($.mul(3, self.half_width) + 4);
  squares = [];
  count = $.round(($.mul(2, full) / size));
  for (const one of $.arr($.range(2))) {
    row = one;
    for (const one of $.arr($.range(count))) {
      k = one;
      if ($.truth($.mod($.add(row, k), 2))) {
        continue;
      }
      corners = [];
      for (const one of $.arr([[0, 0], [1, 0], [1, 1], [0, 1]])) {
        [du, do_] = one;
        f = ($.mul(($.add(row, du) - 1), size) / section.length);
        $.append(corners, self.on(section, f, ((-full) + ($.mul($.mul($.add(k, do_), 2), full) / count))));
      }
      $.append(squares, track$close_path(corners));
    }
  }
  band = $.arr([[(-1), (-full)], [1, (-full)], [1, full], [(-1), full]]).map(([f, o]) => self.on(section, ($.mul(f, size) / section.length), o));
  grid = [];
  for (const one of $.arr($.enumerate(self.circuit.grid(), $.giveNamed({ start: 1 })))) {
    [place, number] = one;
    [x, y, heading] = self.pose(number);
    $.append(grid, `<g transform="translate(${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")}) rotate(${$.fmt(heading, ".1f")})"><path class="ab-box" d="M14-16H25V16H14"/></g><text class="ab-place gk-ground" x="${$.fmt(x, ".1f")}" y="${$.fmt((y + 5), ".1f")}">${$.str(place)}</text>`);
  }
  [x, y] = self.on(section, 0.35, $.mul((!$.eq(self.circuit.inside, 2) ? 1 : (-1)), (full + 26)));
  heading = section.at(0, 0).heading;
  arrow = `<g transform="translate(${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")}) rotate(${$.fmt(heading, ".1f")})"><path class="ab-arrow" d="M-26-7H8V-15L30 0L8 15V7H-26Z"/></g>`;
  return $.add($.join("", grid), `<g id="finish-${$.str(self.number)}" class="ab-finish"><path class="ab-flag" d="${$.str(track$close_path(band))}"/><path class="ab-check" d="${$.str($.join("", squares))}"/></g>${$.str(arrow)}`);
}
_pit_road() {
  const self = this;
  let boxes, course, ends, entry, half, k, leave, middle, path, points, side, sign, ticks, turned, x, y;
  path = self.circuit.pit_path;
  points = self.move(path.points);
  [entry, leave] = [self.pose(self.circuit.entry), self.pose(self.circuit.exit)];
  course = [$.slice(entry, null, 2, null), ...$.arr(points), $.slice(leave, null, 2, null)];
  ends = $.arr($.range((path.spaces + 1))).map((k) => path.at((k / path.spaces)));
  half = (self.half_width - 6);
  ticks = $.arr(ends).map((spot) => track$open_path(self.move([track$shift_aside(spot, (-half)), track$shift_aside(spot, half)])));
  [middle, side] = [path.at(0.5), path.side];
  boxes = [];
  for (const one of $.arr($.range((-2), 3))) {
    k = one;
    [x, y] = track$shift_aside(middle, $.mul(side, (self.half_width + 16)));
    x = $.add_in(x, $.add($.at(self.shift, 0), $.mul($.mul(37, k), $.cos($.radians(middle.heading)))));
    y = $.add_in(y, $.add($.at(self.shift, 1), $.mul($.mul(37, k), $.sin($.radians(middle.heading)))));
    $.append(boxes, `<rect class="ab-garage" x="-16.5" y="-10" width="33" height="20" rx="2" transform="translate(${$.fmt(x, ".1f")} ${$.fmt(y, ".1f")}) rotate(${$.fmt(middle.heading, ".1f")})"/>`);
  }
  [x, y] = track$shift_aside(middle, $.mul((-side), (self.half_width + 9)));
  turned = (((90 < $.mod(middle.heading, 360)) && ($.mod(middle.heading, 360) < 270)) ? (middle.heading - 180) : middle.heading);
  sign = `translate(${$.fmt($.add(x, $.at(self.shift, 0)), ".1f")} ${$.fmt($.add(y, $.at(self.shift, 1)), ".1f")}) rotate(${$.fmt(turned, ".1f")})`;
  return `<path class="ab-pit-verge" d="${$.str(track$open_path(course))}"/><path class="ab-pit" d="${$.str(track$open_path(course))}"/><path class="ab-tick" d="${$.str($.join("", ticks))}"/>${$.str($.join("", boxes))}<text class="ab-pit-sign" y="5" transform="${$.str(sign)}">${$.str(svg$text($._("PIT")))}</text>`;
}
_ideal() {
  const self = this;
  let points;
  points = $.arr(self.ideal).map((number) => $.slice(self.pose(number), null, 2, null));
  return `<path class="ab-ideal" d="${$.str(track$round_path(points))}"/>`;
}
_trees() {
  const self = this;
  return $.add($.add("<g class=\"ab-trees\">", $.join("", $.arr($.enumerate($.sorted(self.trees, $.giveNamed({ key: ((tree) => $.at(tree, 1)) })))).map(([i, [x, y, r]]) => `<circle class="ab-shade" cx="${$.fmt((x + 3), ".0f")}" cy="${$.fmt((y + 4), ".0f")}" r="${$.fmt(r, ".0f")}"/><circle class="ab-tree${$.str((($.mod(i, 3) === 0) ? " dark" : ""))}" cx="${$.fmt(x, ".0f")}" cy="${$.fmt(y, ".0f")}" r="${$.fmt(r, ".0f")}"/><circle class="ab-top" cx="${$.fmt((x - (r / 4)), ".1f")}" cy="${$.fmt((y - (r / 3)), ".1f")}" r="${$.fmt((r / 2), ".1f")}"/>`))), "</g>");
}
_stand() {
  const self = this;
  let d;
  d = $.join("", $.arr($.range(4)).map((k) => track$open_path(self.stand_row(k))));
  return `<path class="ab-stand" d="${$.str(d)}"/><path class="ab-crowd" d="${$.str(d)}"/>`;
}
on(section, fraction, aside) {
  const self = this;
  let _, x, y;
  [x, y, _] = section.at(fraction, aside);
  return [$.add(x, $.at(self.shift, 0)), $.add(y, $.at(self.shift, 1))];
}
_half(section, fraction, side) {
  const self = this;
  let along, full, share;
  full = ($.mul(3, self.half_width) + 4);
  if ($.truth($.at(section.cells, (1 + side)))) {
    return full;
  }
  along = $.mul($.min(fraction, (1 - fraction)), section.length);
  share = $.min((along / $.min(34, (section.length / 2.6))), 1);
  return (full - $.mul($.mul($.mul($.mul(2, self.half_width), share), share), (3 - $.mul(2, share))));
}
along(section, aside, first = 0, last = 1) {
  const self = this;
  let n;
  n = ($.truth(section.turn) ? $.max($.int(($.mul(section.length, (last - first)) / 7)), 1) : 1);
  return $.arr($.range((n + 1))).map((i) => self.on(section, (first + ($.mul((last - first), i) / n)), aside));
}
outline(space, inset = 2.5) {
  const self = this;
  let cut, far, half, middle, near, section;
  if ($.eq(space.lane, 3)) {
    return self._pit_outline(space, inset);
  }
  section = $.at(self.circuit.ring, space.section);
  [middle, half] = [self.circuit.aside(space.lane), (self.half_width - inset)];
  cut = (inset / section.length);
  near = self.along(section, (middle - half), $.add(space.first, cut), (space.last - cut));
  far = self.along(section, $.add(middle, half), $.add(space.first, cut), (space.last - cut));
  return $.add(near, $.slice(far, null, null, (-1)));
}
_outward(section) {
  const self = this;
  let turn;
  turn = ($.truth(section.flipped) ? (-section.turn) : section.turn);
  return ((turn > 0) ? (-1) : 1);
}
_name(space) {
  const self = this;
  let _, lane, place, x, y;
  if ($.has(self.circuit.grid(), space.number)) {
    return "";
  }
  [x, y, _] = self.pose(space.number);
  [lane, place] = [$.at(space.name, 0), $.slice(space.name, 1, null, null)];
  return `<text class="gk-ground" x="${$.fmt(x, ".0f")}" y="${$.fmt((y + 4), ".0f")}"><tspan class="ab-lane">${$.str(lane)}</tspan>${$.str(place)}</text>`;
}
stand_row(row) {
  const self = this;
  let aside, side;
  side = ($.eq(self.circuit.inside, 2) ? (-1) : 1);
  aside = $.mul(side, (($.mul(3, self.half_width) + 28) + $.mul(9, row)));
  return $.arr($.range(1, 9)).map((f) => self.on($.at(self.circuit.ring, (-1)), (f / 8), aside));
}
_pit_outline(space, inset) {
  const self = this;
  let half, path, side, sides, spots;
  path = self.circuit.pit_path;
  spots = $.arr([0.04, 0.27, 0.5, 0.73, 0.96]).map((f) => path.at($.add(space.first, $.mul((space.last - space.first), f))));
  half = ((self.half_width - inset) - 4);
  sides = [];
  for (const one of $.arr([(-half), half])) {
    side = one;
    $.append(sides, self.move($.arr(spots).map((spot) => track$shift_aside(spot, side))));
  }
  return $.add($.at(sides, 0), $.slice($.at(sides, 1), null, null, (-1)));
}
}

class circuits$Section {
static make(...given) { return new this(...given); }
constructor(start, length, turn, cells, solid, kind, number, flipped = false) { this.start = start; this.length = length; this.turn = turn; this.cells = cells; this.solid = solid; this.kind = kind; this.number = number; this.flipped = flipped; }
at(fraction, aside) {
  const self = this;
  let f, heading, o, radius, x, y;
  [f, o] = ($.truth(self.flipped) ? [(1 - fraction), (-aside)] : [fraction, aside]);
  [x, y, heading] = self.start;
  if ((self.turn === 0)) {
    x = $.add_in(x, $.mul($.mul(f, self.length), circuits$cos(heading)));
    y = $.add_in(y, $.mul($.mul(f, self.length), circuits$sin(heading)));
  } else {
    radius = (self.length / $.radians(self.turn));
    x = $.add_in(x, $.mul(radius, (circuits$sin($.add(heading, $.mul(f, self.turn))) - circuits$sin(heading))));
    y = (y - $.mul(radius, (circuits$cos($.add(heading, $.mul(f, self.turn))) - circuits$cos(heading))));
    heading = $.add_in(heading, $.mul(f, self.turn));
  }
  [x, y] = [(x - $.mul(o, circuits$sin(heading))), $.add(y, $.mul(o, circuits$cos(heading)))];
  return circuits$Pose.make(x, y, $.mod($.add(heading, ($.truth(self.flipped) ? 180 : 0)), 360));
}
}

class circuits$Pose extends Array {
static make(x, y, heading) { const made = new this(); made.push(x, y, heading); return made; }
get x() { return this[0]; }
get y() { return this[1]; }
get heading() { return this[2]; }
}

class circuits$Circuit {
static make(...given) { return new this(...given); }
constructor(title, clockwise, ring, pit_spaces, pit_entry, pit_exit, lane_width) { this.title = title; this.clockwise = clockwise; this.ring = ring; this.pit_spaces = pit_spaces; this.pit_entry = pit_entry; this.pit_exit = pit_exit; this.lane_width = lane_width; }
get inside() {
  const self = this;
  return ($.truth(self.clockwise) ? 2 : 0);
}
*spaces() {
  const self = this;
  let index, k, lane, n, place, section;
  for (const one of $.arr($.range(3))) {
    lane = one;
    place = 0;
    for (const one of $.arr($.enumerate(self.ring))) {
      [index, section] = one;
      for (const one of $.arr($.range($.at(section.cells, lane)))) {
        k = one;
        n = $.at(section.cells, lane);
        yield circuits$Space.make($.add($.mul(40, lane), place), lane, index, (k / n), ((k + 1) / n));
        place = $.add_in(place, 1);
      }
    }
  }
  for (const one of $.arr($.range(self.pit_spaces))) {
    k = one;
    yield circuits$Space.make((120 + k), 3, $.len(self.ring), (k / self.pit_spaces), ((k + 1) / self.pit_spaces));
  }
}
get entry() {
  const self = this;
  return ($.add($.mul(40, self.inside), self.lane_length(self.inside)) - self.pit_entry);
}
get exit() {
  const self = this;
  return ($.add($.mul(40, self.inside), self.pit_exit) - 1);
}
grid() {
  const self = this;
  let lanes;
  lanes = [1, ($.eq(self.inside, 0) ? 2 : 0)];
  return $.arr([1, 2, 3]).flatMap((row) => $.arr(lanes).map((lane) => ($.add($.mul(40, lane), self.lane_length(lane)) - row)));
}
aside(lane) {
  const self = this;
  return $.mul((lane - 1), self.lane_width);
}
pose(space) {
  const self = this;
  let middle;
  middle = ($.add(space.first, space.last) / 2);
  if ($.eq(space.lane, 3)) {
    return self.pit_path.at(middle);
  }
  return $.at(self.ring, space.section).at(middle, self.aside(space.lane));
}
get pit_path() { return Object.defineProperty(this, "pit_path", { value: this.pit_path$() }).pit_path; }
pit_path$() {
  const self = this;
  let after, before, side;
  [before, after] = [$.at(self.ring, (-1)), $.at(self.ring, 0)];
  side = ($.eq(self.inside, 2) ? 1 : (-1));
  return circuits$PitPath.make(before, after, side, self.lane_width, self.pit_spaces, self.pit_entry, self.pit_exit);
}
lane_length(lane) {
  const self = this;
  return $.sum($.arr(self.ring).map((section) => $.at(section.cells, lane)));
}
}

class svg$Spot extends Array {
static make(x, y, scale = 1) { const made = new this(); made.push(x, y, scale); return made; }
get x() { return this[0]; }
get y() { return this[1]; }
get scale() { return this[2]; }
css() {
  const self = this;
  return `translate(${$.fmt(self.x, "g")}px,${$.fmt(self.y, "g")}px) scale(${$.fmt(self.scale, "g")})`;
}
}

class circuits$Space {
static make(...given) { return new this(...given); }
constructor(number, lane, section, first, last) { this.number = number; this.lane = lane; this.section = section; this.first = first; this.last = last; }
get name() {
  const self = this;
  return circuits$space_name(self.number);
}
}

class circuits$PitPath {
static make(...given) { return new this(...given); }
constructor(before, after, side, lane_width, spaces, entry, exit) { this.before = before; this.after = after; this.side = side; this.lane_width = lane_width; this.spaces = spaces; this.entry = entry; this.exit = exit; }
at(fraction) {
  const self = this;
  let f, heading, length, lengths, points, wanted, x0, x1, y0, y1;
  points = self.points;
  lengths = $.arr($.pairwise(points)).map(([a, b]) => $.dist($.slice(a, null, 2, null), $.slice(b, null, 2, null)));
  wanted = $.mul(fraction, $.sum(lengths));
  for (const one of $.arr($.zip($.pairwise(points), lengths))) {
    [[[x0, y0], [x1, y1]], length] = one;
    if ((wanted <= $.add(length, 1e-06))) {
      f = (wanted / length);
      heading = $.mod($.degrees($.atan2((y1 - y0), (x1 - x0))), 360);
      return circuits$Pose.make($.add(x0, $.mul(f, (x1 - x0))), $.add(y0, $.mul(f, (y1 - y0))), heading);
    }
    wanted = (wanted - length);
  }
  throw new Error(`${$.str(fraction)} is not a part of the pit lane`);
}
get points() { return Object.defineProperty(this, "points", { value: this.points$() }).points; }
points$() {
  const self = this;
  let along, aside, clear, depth, f, first, found, head, i, last, needed, span, spot;
  first = ((self.entry > 1) ? (1 - ((self.entry - 0.75) / $.at(self.before.cells, 1))) : 0.5);
  last = ((self.exit - 0.75) / $.at(self.after.cells, 1));
  span = $.add($.mul((1 - first), self.before.length), $.mul(last, self.after.length));
  needed = ($.mul(self.spaces, self.lane_width) * 1.32);
  clear = (self.lane_width * 2.2);
  depth = (self.lane_width * 0.35);
  while ((self._length(span, depth) < needed)) {
    depth = $.add_in(depth, 2);
  }
  found = [];
  for (const one of $.arr($.range(97))) {
    i = one;
    f = (i / 96);
    aside = $.mul(self.side, $.add(clear, $.mul(depth, circuits$smooth_step(f))));
    along = $.mul(f, span);
    head = $.mul((1 - first), self.before.length);
    if ((along <= head)) {
      spot = self.before.at((first + (along / self.before.length)), aside);
    } else {
      spot = self.after.at(((along - head) / self.after.length), aside);
    }
    $.append(found, [spot.x, spot.y]);
  }
  return found;
}
_length(span, depth) {
  let steps;
  steps = $.arr($.range(97)).map((i) => [((i / 96) * span), $.mul(depth, circuits$smooth_step((i / 96)))]);
  return $.sum($.arr($.pairwise(steps)).map(([a, b]) => $.dist(a, b)));
}
}

return { scene: picture$scene, changes: picture$changes, targets: picture$targets, sources: picture$sources, hints: picture$hints, describe: picture$describe, tables: { players: [0], num_actions: [1], advanced: [2], pit_turn: [3], races: [4], draw_grid: [5], hand_cards: [6], programme: [7, 8], cards: [15, 4, 6], prizes: [39, 6], follow: [45, 8, 128, 4], wish: [4141, 8, 128, 4], beside: [8237, 8, 128, 8], lane: [16429, 8, 128], chicane: [17453, 8, 128], left: [18477, 8, 4, 128], stop_left: [22573, 8, 128], to_entry: [23597, 8, 128], entry: [24621, 8], inside: [24629, 8], stop_cost: [24637, 8], grid: [24645, 8, 6], pit_cards: [24693, 8, 3, 2] } };
};
