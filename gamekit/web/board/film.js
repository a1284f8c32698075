// The frames of a game as each viewer sees it (frame_builder.js), and the steps between them.

/** @import { Step, View } from "../shared/types" */

export class Film {
  /** @type {Map<string, View>} */
  views = new Map();

  /** @param {string} viewer @param {View} view */
  put(viewer, { frames, steps }) {
    this.views.set(viewer, { frames: [...frames], steps: [...steps] });
  }

  /** @param {string} viewer */
  has(viewer) {
    return this.views.has(viewer);
  }

  // Keep the first `step` steps of every view and lengthen those that bring new frames;
  // the others are forgotten, and asked for again when somebody wants to see them.
  /** @param {number} step @param {Record<string, View>} additions */
  splice(step, additions) {
    for (const [viewer, view] of [...this.views]) {
      const more = additions[viewer];
      if (!more) {
        this.views.delete(viewer);
        continue;
      }
      view.frames.length = step + 1;
      view.steps.length = step;
      view.frames.push(...more.frames);
      view.steps.push(...more.steps);
    }
  }

  /** @param {string} viewer */
  of(viewer) {
    const view = this.views.get(viewer);
    if (!view) throw new RangeError(`nothing is known of the view ${viewer}`);
    return view;
  }

  /** @param {string} viewer */
  last(viewer) {
    return this.of(viewer).frames.length - 1;
  }

  /** @param {string} viewer */
  steps(viewer) {
    return this.of(viewer).steps;
  }

  /** @param {string} viewer @param {number} number */
  step(viewer, number) {
    return number > 0 ? this.of(viewer).steps[number - 1] : null;
  }

  /** @param {string} viewer @param {number} number */
  description(viewer, number) {
    return this.of(viewer).frames[number].description;
  }

  // The whole table of changes at a step: element id -> what to set. A frame is drawn when somebody looks at it.
  /** @param {string} viewer @param {number} number */
  table(viewer, number) {
    return new Map(Object.entries(this.of(viewer).frames[number].whole));
  }
}
