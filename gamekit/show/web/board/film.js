// The frames of a game as each viewer sees it (reel.js), and the steps between them.

export class Film {
  constructor() {
    this.views = new Map();
  }

  put(viewer, { frames, steps }) {
    this.views.set(viewer, { frames: [...frames], steps: [...steps] });
  }

  has(viewer) {
    return this.views.has(viewer);
  }

  // Keep the first `step` steps of every view and lengthen those that bring new frames;
  // the others are forgotten, and asked for again when somebody wants to see them.
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

  last(viewer) {
    return this.views.get(viewer).frames.length - 1;
  }

  steps(viewer) {
    return this.views.get(viewer).steps;
  }

  step(viewer, number) {
    return number > 0 ? this.views.get(viewer).steps[number - 1] : null;
  }

  description(viewer, number) {
    return this.views.get(viewer).frames[number].description;
  }

  // The whole table of changes at a step: element id -> what to set. A frame is drawn when somebody looks at it.
  table(viewer, number) {
    return new Map(Object.entries(this.views.get(viewer).frames[number].whole));
  }
}
