// A camera that reads QR codes, where the browser can do so by itself: BarcodeDetector. What it sees is looked at and forgotten.

const LOOK_MS = 250;
const STAYS = 2; // looks: who is seen again after so many has not been away

// Why no camera can be had: the key of a sentence; "" where nothing is in the way yet.
export function findMissing() {
  if (!("BarcodeDetector" in globalThis)) return "scan_none";
  return navigator.mediaDevices ? "" : "scan_unsafe"; // browsers lend cameras to pages of this computer and to secure ones
}

export class Camera {
  /** @type {?MediaStream} */
  stream = null;
  ended = false;

  /** @param {HTMLVideoElement} video where its picture is seen @param {(text: string) => void} read hears the text of each QR code that comes into sight */
  constructor(video, read) {
    this.video = video;
    this.read = read;
  }

  // Begin; resolves to the key of a sentence about why it cannot, or to "".
  async begin() {
    const missing = findMissing();
    if (missing) return missing;
    try {
      const detector = new /** @type {any} */ (globalThis).BarcodeDetector({ formats: ["qr_code"] });
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
      if (this.ended) { // while the browser still asked
        this.end();
        return "";
      }
      this.video.srcObject = this.stream;
      this.look(detector);
      return "";
    } catch (problem) {
      console.info("gamekit: no camera:", problem.message);
      this.end();
      if (problem.name === "NotAllowedError") return "scan_denied";
      return problem.name === "NotSupportedError" || problem instanceof TypeError ? "scan_none" : "scan_missing";
    }
  }

  // Until it is ended, or its picture is not on the page any more.
  /** @param {{detect: (video: HTMLVideoElement) => Promise<{rawValue: string}[]>}} detector */
  async look(detector) {
    /** @type {Map<string, number>} */
    const seen = new Map(); // in which look each text was last seen
    for (let number = 0; this.stream && this.video.isConnected; number += 1) {
      try {
        for (const { rawValue } of await detector.detect(this.video)) {
          const away = number - (seen.get(rawValue) ?? -Infinity);
          seen.set(rawValue, number);
          if (away > STAYS) this.read(rawValue);
        }
      } catch (problem) {
        console.info("gamekit: a picture could not be looked at:", problem.message); // such as the first, before it is there
      }
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
    this.end();
  }

  end() {
    this.ended = true;
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
  }
}
