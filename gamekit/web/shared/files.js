// Games as files: saved from the page, and read into it; texts as few letters, for links and for what stands in a page.
import { make } from "./dom.js";

/** @import { Message, Say } from "./types" */

const LARGEST_FILE = 2_000_000;
const KEPT_MS = 10_000;

/** @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = "application/json") {
  downloadFrom(name, new Blob([text], { type }));
}

/** @param {string} name @param {Blob} blob */
export function downloadFrom(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** The text of a file, however its editor marks it: UTF-8, or what Windows also calls Unicode. @param {File} file */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  return new TextDecoder({ "255 254": "utf-16le", "254 255": "utf-16be" }[mark] ?? "utf-8").decode(bytes);
}

/** A chooser, to be clicked by a button, of a file that is sent to the table; what is far too large for a game is not even read.
 * @param {Say} say @param {{tell: (text: string) => void, send: (message: Message) => void}} to */
export function fileChooser(say, to) {
  const accept = ".json,application/json";
  const input = make("input", { type: "file", accept, hidden: true, "aria-label": say("open") });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    if (file.size > LARGEST_FILE) to.tell(say("file_too_large", { most: LARGEST_FILE / 1e6 }));
    else to.send({ do: "open", name: file.name, text: await textOf(file) });
  });
  return input;
}

/** @param {Uint8Array} bytes */
export function letters(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** @param {string} text */
export function bytesFrom(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param {string} text */
export async function deflate(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What hostile letters unfold to is read no further than `most` letters; then, or where they are none, it raises. @param {Uint8Array<ArrayBuffer>} bytes @param {number} most */
export async function inflate(bytes, most) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await stream.read(); !part.done; part = await stream.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > most) throw new RangeError("more letters than expected");
  }
  return text;
}

/** A sum of bytes (FNV-1a, 32 bits): a slip leads to another one. It is no seal: whoever can compute it can forge it. @param {Uint8Array} bytes */
export function sumOf(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}
