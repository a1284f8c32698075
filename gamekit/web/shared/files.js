// Games as files: saved from the page, and read into it.
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

// The text of a file, however its editor marks it: UTF-8, or what Windows also calls Unicode.
/** @param {File} file */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  return new TextDecoder({ "255 254": "utf-16le", "254 255": "utf-16be" }[mark] ?? "utf-8").decode(bytes);
}

// Send the file a person has chosen to the table; what is far too large for a game is not even read.
/**
 * @param {HTMLInputElement} input
 * @param {Say} say
 * @param {{tell: (text: string) => void, send: (message: Message) => void}} to
 */
export async function upload(input, say, to) {
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  if (file.size > LARGEST_FILE) to.tell(say("file_too_large", { most: LARGEST_FILE / 1e6 }));
  else to.send({ do: "open", name: file.name, text: await textOf(file) });
}
