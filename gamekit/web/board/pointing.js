// Elements of the picture that stand out because a sentence speaks of them. What is said is somebody else's business.

/** @import { Part } from "./board.js" */

export class Highlight {
  /** @type {Element[]} */
  pointed = [];

  // `elements`: those of the picture by name.
  /** @param {Map<string, Part>} elements */
  constructor(elements) {
    this.elements = elements;
  }

  // `patterns`: names, in which # stands for any number; what was pointed at before no longer stands out.
  /** @param {string[]} patterns */
  at(patterns) {
    for (const node of this.pointed) node.classList.remove("gk-pointed");
    const names = patterns.map(pattern);
    this.pointed = [...this.elements.values()]
      .filter(({ name, node }) => names.some((one) => one.test(name)) && node.style.display !== "none")
      .map(({ node }) => node);
    for (const node of this.pointed) node.classList.add("gk-pointed");
  }
}

/** @param {string} name */
export function pattern(name) {
  return new RegExp(`^${name.replaceAll("#", "\\d+")}$`);
}
