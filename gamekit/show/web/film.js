// The frames of a game as each viewer sees it. Frame 0 is complete, every later one holds only
// what changed, so that any step can be shown without asking Python.

const KEYFRAME_EVERY = 32;

export class Film {
  constructor() {
    this.views = new Map();
  }

  put(viewer, { frames, steps }) {
    this.views.set(viewer, { frames: [...frames], steps: [...steps], tables: new Map() });
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
      for (const known of [...view.tables.keys()]) if (known > step) view.tables.delete(known);
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

  // The whole table of changes at a step: element id -> what to set.
  table(viewer, number) {
    const view = this.views.get(viewer);
    // A table in this page draws what is looked at; from Python comes what differs from the frame before.
    if (view.frames[number].whole) return new Map(Object.entries(view.frames[number].whole));
    let from = 0;
    for (const known of view.tables.keys()) if (known <= number && known > from) from = known;
    const table = new Map(from ? view.tables.get(from) : Object.entries(view.frames[0].changes));
    for (let step = from + 1; step <= number; step += 1) {
      for (const [id, change] of Object.entries(view.frames[step].changes)) table.set(id, change);
      if (step % KEYFRAME_EVERY === 0 && !view.tables.has(step)) view.tables.set(step, new Map(table));
    }
    return table;
  }
}
