// Steps that follow each other: replayed, or because several have just happened. Each is shown as long as it deserves.

/** @import { Step } from "../shared/types" */
/** @import { Moments } from "./moments.js" */
/** @typedef {ReturnType<typeof setTimeout>} Timer */

const FASTEST_TOLD_MS = 120;
const CATCH_UP_MS = 450;
const CATCH_UP_WHOLE_MS = 3500;

/**
 * @typedef {object} Given
 * @property {Moments} moments
 * @property {(yes: boolean) => void} playing hears whether steps follow each other
 * @property {() => ?Step} step the one that is shown
 * @property {() => boolean} forward goes to the next, and says whether it is the last
 * @property {(how: {animate: boolean}) => void} refresh
 * @property {(step: Step) => boolean} known whether a person did it, and need not be told
 */

export class Playback {
  /** Until the next one. @type {Timer | undefined} */
  timer;
  /** Until what is told over the board goes. @type {Timer | undefined} */
  ebb;
  /** Whether the steps have just happened, and are not only replayed. */
  following = false;
  /** The next one at once. */
  onward = () => {};

  /** @param {Given} given */
  constructor(given) {
    this.given = given;
  }

  get running() {
    return this.timer !== undefined;
  }

  // Step after step until the last. Of what has just happened nobody has to be told what they did themselves.
  /** @param {number} interval */
  run(interval, following = false) {
    this.stop();
    const { moments, playing, step, forward, refresh, known } = this.given;
    const calm = interval <= FASTEST_TOLD_MS;
    const takeStep = () => {
      const shown = step();
      return calm || (following && shown && known(shown)) ? null : shown;
    };
    const on = () => {
      const done = forward();
      if (done) this.stop();
      else later();
      refresh({ animate: !calm });
      moments.show(takeStep());
      if (done) this.fade(takeStep());
    };
    const later = () => (this.timer = setTimeout(on, moments.measureTime(takeStep(), interval)));
    this.onward = () => (clearTimeout(this.timer), on());
    this.following = following;
    later();
    moments.show(takeStep());
    playing(true);
  }

  // Several steps that have just happened: the more there are, the quicker they follow each other.
  /** @param {number} steps */
  catchUp(steps) {
    this.run(Math.min(CATCH_UP_MS, CATCH_UP_WHOLE_MS / steps), true);
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.ebb);
    this.given.moments.hide();
    this.timer = undefined;
    this.following = false;
    this.given.playing(false);
  }

  // A single step that somebody wants to watch.
  /** @param {Step} step */
  flash(step) {
    this.given.moments.show(step);
    this.fade(step);
  }

  /** @param {?Step} step */
  fade(step) {
    const { moments } = this.given;
    this.ebb = setTimeout(() => moments.hide(), moments.measureTime(step, 0));
  }

  // A click on the board: the next step while they follow each other; else what is told over the board goes.
  press() {
    if (this.following) this.onward();
    else this.given.moments.hide();
  }
}
