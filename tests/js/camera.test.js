// The camera that reads QR codes, with a stub for the browser's: what comes into sight is read once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../../gamekit/show/web/homework/camera.js";

function stub(sights) {
  const track = { stopped: false, stop: () => (track.stopped = true) };
  let allow;
  const allowed = new Promise((done) => (allow = done));
  globalThis.BarcodeDetector = class {
    async detect() {
      return (sights.shift() ?? []).map((rawValue) => ({ rawValue }));
    }
  };
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { mediaDevices: { getUserMedia: () => allowed.then(() => ({ getTracks: () => [track] })) } } });
  return { track, allow, video: { isConnected: true, srcObject: null } };
}

test("of codes that stay in sight, several at once too, each is read once, and again when it has been away", async () => {
  const sights = [["a", "b"], ["a", "b"], ["a"], ["a", "b"], [], ["b"], [], [], [], ["b"]];
  const { allow, video } = stub(sights);
  const read = [];
  const camera = new Camera(video, (text) => read.push(text));
  allow();
  assert.equal(await camera.begin(), "");
  while (sights.length) await new Promise((done) => setTimeout(done, 50));
  await new Promise((done) => setTimeout(done, 50));
  camera.end();
  assert.deepEqual(read, ["a", "b", "b"]);
});

test("a camera that is stopped while the browser still asks is given back as soon as it comes", async () => {
  const { track, allow, video } = stub([["a"]]);
  const read = [];
  const camera = new Camera(video, (text) => read.push(text));
  const begun = camera.begin();
  camera.end();
  allow();
  assert.equal(await begun, "");
  assert.deepEqual([track.stopped, video.srcObject, read], [true, null, []]);
});
