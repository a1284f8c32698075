// Quiet sounds of a board, made by oscillators: an action, the own turn, the end. Off unless somebody switches them on; the
// switch is one for all boards of this browser. What happens is the player's business; nothing is drawn here.
import { prefersReducedMotion } from "../shared/dom.js";
import { Entry, storeOf } from "../shared/storage.js";

/** @import { GameData, Step } from "../shared/types" */

const SWITCH = "gamekit:sounds"; // one for all games and pages of an address
const APART_MS = 90; // actions that follow each other faster are one click
const SOFT = 0.05;
const FADE_S = 0.012;

/**
 * Tones that begin after so many seconds, last so long and are so high.
 * @typedef {{after: number, lasts: number, hertz: number}} Tone
 * @type {Record<"action" | "turn" | "end", Tone[]>}
 */
export const TONES = {
  action: [{ after: 0, lasts: 0.05, hertz: 880 }],
  turn: [
    { after: 0, lasts: 0.14, hertz: 587.33 },
    { after: 0.1, lasts: 0.2, hertz: 783.99 },
  ],
  end: [523.25, 659.26, 783.99].map((hertz) => ({ after: 0, lasts: 0.8, hertz })),
};

export class Sounds {
  /** One for the page, whatever is played on it. @type {?AudioContext} */
  static context = null;
  /** The step that is shown, and the last one up to which all was heard. */
  step = 0;
  heard = 0;
  before = -Infinity;

  /** @param {{store?: ?Storage, still?: () => boolean, clock?: () => number}} given */
  constructor({
    store = storeOf("localStorage"),
    still = () => prefersReducedMotion() || document.hidden,
    clock = () => performance.now(),
  } = {}) {
    this.kept = new Entry(SWITCH, store);
    this.still = still;
    this.clock = clock;
    this.on = this.kept.recall() === true;
  }

  /** Switched by hand, which is also when a browser lets a page make sounds. @param {boolean} on */
  choose(on) {
    this.on = on;
    if (on) this.kept.keep(true);
    else this.kept.forget();
    if (on) this.make("turn");
  }

  /** Another game, or another look at it: what has been is not heard. @param {number} last */
  begin(last) {
    this.step = this.heard = last;
  }

  /** What is shown now: a step, the steps of the game so far, and whether the last one is open to be played from. @param {{step: number, steps: Step[], open: boolean, now: GameData["now"]}} shown */
  follow({ step, steps, open, now }) {
    const onward = step === this.step + 1 && !steps[step - 1].chance;
    const anew = open && steps.length > this.heard;
    const others = steps.slice(this.heard).some(({ player, chance }) => !chance && player !== now.player);
    this.step = step;
    if (open) this.heard = steps.length;
    if (anew && now.over) this.make("end");
    else if (anew && now.human && others) this.make("turn");
    else if (onward) this.make("action");
  }

  /** @param {keyof typeof TONES} name */
  make(name) {
    if (!this.on || this.still() || !globalThis.AudioContext) return;
    const at = this.clock();
    if (name === "action" && at - this.before < APART_MS) return;
    this.before = at;
    const context = (Sounds.context ??= new AudioContext());
    if (context.state === "suspended") context.resume();
    for (const tone of TONES[name]) ring(context, tone, SOFT / TONES[name].length);
  }
}

/** One tone, which swells and fades, so that nothing cracks. @param {AudioContext} context @param {Tone} tone @param {number} loud */
function ring(context, { after, lasts, hertz }, loud) {
  const pipe = context.createOscillator();
  const gain = context.createGain();
  const begin = context.currentTime + after;
  pipe.type = "sine";
  pipe.frequency.value = hertz;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + FADE_S);
  gain.gain.linearRampToValueAtTime(0, begin + lasts);
  pipe.connect(gain).connect(context.destination);
  pipe.start(begin);
  pipe.stop(begin + lasts);
}
