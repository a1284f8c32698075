// The board as it is shown, as a picture of its own: SVG that other programs open too, or PNG. No style sheet is left in it.
import { button, make } from "../shared/dom.js";
import { download, downloadFrom } from "../shared/files.js";

/** @import { Say } from "../shared/types" */
/** @import { Board } from "./board.js" */

const SVG = "http://www.w3.org/2000/svg";
const SHARP = 2; // dots of a PNG for each unit of the scene
const FAMILY = "Gamekit Sans";
/** What stands out for the moment is no part of the position. */
const MARKED = ["gk-legal", "gk-hover", "gk-pointed", "gk-lit"];
const UNSEEN = "title, desc, style, defs, clipPath, pattern, defs *, clipPath *, pattern *";
const DRAWN = "path, rect, circle, ellipse, line, polyline, polygon, text, tspan";
/** What is drawn of every shape, and what else where it is not as it is by itself. */
const ALWAYS = ["fill", "stroke"];
/** @type {Record<string, string>} */
const USUAL = {
  "fill-opacity": "1",
  "fill-rule": "nonzero",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-opacity": "1",
  opacity: "1",
  "paint-order": "normal",
  "font-size": "",
  "font-weight": "400",
  "letter-spacing": "normal",
  "text-anchor": "start",
};
const GROUPS = ["opacity"];
const SIZES = ["x", "y", "width", "height", "rx", "r"];

/** @type {Map<string, string>} */
const mixed = new Map();

/** A colour as every program reads it: what is mixed of others is worked out. @param {string} colour */
function plainColour(colour) {
  if (!/^(color|oklab|oklch|lab|lch|hwb)/.test(colour)) return colour;
  const before = mixed.get(colour);
  if (before) return before;
  const context = /** @type {CanvasRenderingContext2D} */ (
    make("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true })
  );
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
  const found = a === 255 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${(a / 255).toFixed(3)})`;
  mixed.set(colour, found);
  return found;
}

/** How an element looks on the page, as its own attributes. @param {Element} seen @param {Element} copy */
function fixLook(seen, copy) {
  const style = getComputedStyle(seen);
  const shape = seen.matches(DRAWN);
  for (const name of ["style", "class", ...ALWAYS, ...Object.keys(USUAL)]) copy.removeAttribute(name);
  for (const { name } of [...copy.attributes]) if (name.startsWith("data-")) copy.removeAttribute(name);
  if (style.transform !== "none") copy.setAttribute("transform", style.transform);
  if (style.filter !== "none") copy.setAttribute("style", `filter:${style.filter}`);
  if (shape)
    for (const name of ALWAYS)
      copy.setAttribute(name, plainColour(style.getPropertyValue(name)).replace(/url\("([^"]*)"\)/, "url($1)"));
  for (const name of shape ? Object.keys(USUAL) : GROUPS) {
    const value = style.getPropertyValue(name);
    const empty = name.startsWith("stroke-") && style.stroke === "none";
    const words = /^(font|letter|text)-/.test(name) && !seen.matches("text, tspan");
    if (value && value !== USUAL[name] && !empty && !words) copy.setAttribute(name, value);
  }
  if (seen.matches("rect, circle"))
    for (const name of SIZES)
      if (/^-?[\d.]+px$/.test(style.getPropertyValue(name)))
        copy.setAttribute(name, `${parseFloat(style.getPropertyValue(name))}`);
}

// The typeface with its letters, where the page has it: as data, or from its own server.
async function typefaces() {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules]
        .filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes(FAMILY))
        .map((rule) => ({ text: rule.cssText, base: sheet.href ?? document.baseURI }));
    } catch {
      return []; // of another host: not ours
    }
  });
  const found = await Promise.all(
    rules.map(async ({ text, base }) => {
      const address = text.match(/url\("([^"]+)"\)/)?.[1] ?? "";
      if (address.startsWith("data:")) return text;
      try {
        return text.replace(address, await asData(await (await fetch(new URL(address, base))).blob()));
      } catch {
        return ""; // a page that may ask nobody: another typeface stands in
      }
    }),
  );
  return [...new Set(found)].join("\n");
}

/** @param {Blob} blob @returns {Promise<string>} */
function asData(blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });
}

/** The picture as text, with its title and its description. @param {SVGElement} svg @param {string} title @param {string} description */
async function asText(svg, title, description) {
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  const pairs = [...svg.querySelectorAll("*")].map(
    (seen, i) => /** @type {[Element, Element]} */ ([seen, copy.querySelectorAll("*")[i]]),
  );
  const gone = pairs.filter(
    ([seen]) =>
      seen.matches("style, .gk-trail") || (!seen.matches(UNSEEN) && getComputedStyle(seen).display === "none"),
  );
  const marks = MARKED.flatMap((name) =>
    [...svg.querySelectorAll(`.${name}`)].map((node) => /** @type {[Element, string]} */ ([node, name])),
  );
  for (const [node, name] of marks) node.classList.remove(name);
  for (const [seen, one] of pairs) if (!seen.matches("title, desc, style")) fixLook(seen, one);
  for (const [node, name] of marks) node.classList.add(name);
  for (const [, one] of gone) one.remove();
  for (const one of copy.querySelectorAll(":scope > title, :scope > desc")) one.remove();
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(/[ ,]+/);
  for (const { name } of [...copy.attributes]) if (/^(class|style|data-.*)$/.test(name)) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({
    width,
    height,
    role: "img",
    "aria-label": title,
    "font-family": `"${FAMILY}", "Source Sans 3", Arial, sans-serif`,
  }))
    copy.setAttribute(name, value);
  const faces = await typefaces();
  const parts = { title, desc: description, ...(faces && { style: faces }) };
  copy.prepend(
    ...Object.entries(parts).map(([name, text]) =>
      Object.assign(document.createElementNS(SVG, name), { textContent: text }),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** The same in dots; null where a browser cannot draw it. @param {string} text @returns {Promise<?Blob>} */
async function asDots(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = make("canvas", { width: SHARP * image.naturalWidth, height: SHARP * image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Two buttons. `file()`: what the picture is called at this moment, without its ending. @param {{say: Say, board: Board, file: () => string, tell: (text: string) => void}} given */
export function savePicture({ say, board, file, tell }) {
  /** @param {"svg" | "png"} form */
  const save = async (form) => {
    const { svg, caption } = board;
    const name = `${file()}.${form}`;
    const text = await asText(svg, svg.getAttribute("aria-label") ?? "", caption.textContent ?? "");
    if (form === "svg") return download(name, text, "image/svg+xml");
    const dots = await asDots(text);
    return dots ? downloadFrom(name, dots) : tell(say("picture_failed"));
  };
  return [button(say("picture_svg"), () => save("svg")), button(say("picture_png"), () => save("png"))];
}
