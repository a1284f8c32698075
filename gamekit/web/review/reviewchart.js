// The course of a game as a picture: everybody's chance to win with its band, and the turning point. What it shows is said in
// words too; where to look is the business of who asks for it.
import { drawElement } from "../shared/dom.js";

/** @import { Say } from "../shared/types" */
/** @typedef {{step: number, chances: {value: number, low: number, high: number}[]}} CoursePoint */

const WIDE = 640,
  HIGH = 250,
  LEFT = 66,
  RIGHT = 34,
  TOP = 12,
  BOTTOM = 34;
const COURSE_DASHES = ["none", "9 4", "9 3 2 3", "2 3", "6 2", "12 4"];
const LETTER_HEIGHT = 17;
const STEP_MARKS = 5;

/** Where a step and a chance lie in the picture of a game of so many steps. @param {number} last */
export function courseScale(last) {
  return {
    x: (/** @type {number} */ step) => LEFT + ((WIDE - LEFT - RIGHT) * step) / Math.max(last, 1),
    y: (/** @type {number} */ chance) => TOP + (HIGH - TOP - BOTTOM) * (1 - chance),
    step: (/** @type {number} */ share) =>
      Math.round(Math.min(1, Math.max(0, (share * WIDE - LEFT) / (WIDE - LEFT - RIGHT))) * last),
  };
}

/** The letters at the ends of lines, moved apart where they would lie on each other. @param {number[]} heights */
export function letterHeights(heights) {
  const order = heights.map((_, p) => p).sort((a, b) => heights[a] - heights[b]);
  const placed = heights.slice();
  order.forEach((p, i) => (placed[p] = i ? Math.max(heights[p], placed[order[i - 1]] + LETTER_HEIGHT) : heights[p]));
  // The lowest stay above the edge, and push up only those they would meet.
  let room = HIGH - BOTTOM + LETTER_HEIGHT / 3;
  for (const p of order.toReversed()) {
    placed[p] = Math.min(placed[p], room);
    room = placed[p] - LETTER_HEIGHT;
  }
  return placed;
}

// `go(step)`: somebody wants to see a step.
/** @param {{course: CoursePoint[], last: number, turning: ?number, letters: string, say: Say, go: (step: number) => void}} given */
export function courseChart({ course, last, turning, letters, say, go }) {
  const scale = courseScale(last),
    end = course.at(-1)?.chances ?? [];
  const parts = [0, 0.5, 1].flatMap((chance) => [
    drawElement("line", { class: "gkp-grid", x1: LEFT, x2: WIDE - RIGHT, y1: scale.y(chance), y2: scale.y(chance) }),
    writeLabel(LEFT - 6, scale.y(chance) + 5, say("review_percent", { n: 100 * chance }), "end"),
  ]);
  const marks = [...new Set(Array.from({ length: STEP_MARKS }, (_, i) => Math.round((last * i) / (STEP_MARKS - 1))))];
  for (const step of marks) parts.push(writeLabel(scale.x(step), HIGH - 12, String(step), "middle"));
  end.forEach((_, p) => parts.push(drawElement("path", { class: `gkp-band gkp-of-${p}`, d: band(course, p, scale) })));
  end.forEach((_, p) =>
    parts.push(
      drawElement("path", {
        class: `gkp-course gkp-of-${p}`,
        d: line(course, p, scale),
        "stroke-dasharray": COURSE_DASHES[p % 6],
      }),
    ),
  );
  const heights = letterHeights(end.map(({ value }) => scale.y(value) + 5));
  heights.forEach((y, p) => parts.push(writeLabel(WIDE - RIGHT + 8, y, letters[p], "start", `gkp-letter gkp-of-${p}`)));
  if (turning !== null)
    parts.push(
      drawElement("line", {
        class: "gkp-turning",
        x1: scale.x(turning),
        x2: scale.x(turning),
        y1: TOP,
        y2: HIGH - BOTTOM,
      }),
    );
  const svg = drawElement(
    "svg",
    {
      class: "gkp-curve",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": courseWords({ course, turning, letters, say }),
    },
    ...parts,
  );
  svg.addEventListener("click", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    if (width) go(scale.step((clientX - left) / width));
  });
  return svg;
}

// The same in words.
/** @param {{course: CoursePoint[], turning: ?number, letters: string, say: Say}} given */
export function courseWords({ course, turning, letters, say }) {
  const lines = (course[0]?.chances ?? []).map(({ value }, p) => {
    const most = course.reduce((best, one) => (one.chances[p].value > best.chances[p].value ? one : best));
    const [from, highest, to] = [value, most.chances[p].value, course[course.length - 1].chances[p].value].map((x) =>
      Math.round(100 * x),
    );
    return say("review_alt_player", { letter: letters[p], from, highest, step: most.step, to });
  });
  const turn = turning === null ? [] : [say("review_alt_turning", { step: turning })];
  return [say("review_alt"), ...lines, ...turn].join(" ");
}

/** @param {number} x @param {number} y @param {string} text @param {string} anchor @param {string} name */
function writeLabel(x, y, text, anchor, name = "gkp-mark") {
  return drawElement("text", { class: name, x, y, "text-anchor": anchor }, document.createTextNode(text));
}

/** @param {CoursePoint[]} course @param {number} p @param {ReturnType<typeof courseScale>} scale */
function line(course, p, { x, y }) {
  return course
    .map(({ step, chances }, i) => `${i ? "L" : "M"}${x(step).toFixed(1)} ${y(chances[p].value).toFixed(1)}`)
    .join("");
}

/** @param {CoursePoint[]} course @param {number} p @param {ReturnType<typeof courseScale>} scale */
function band(course, p, { x, y }) {
  const upper = course.map(({ step, chances }) => `${x(step).toFixed(1)} ${y(chances[p].high).toFixed(1)}`);
  const lower = course.map(({ step, chances }) => `${x(step).toFixed(1)} ${y(chances[p].low).toFixed(1)}`).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}
