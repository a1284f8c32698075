// Games as files: saved from the page, and read into it.
import { make } from "./dom.js";

const LARGEST_FILE = 2_000_000;
const KEPT_MS = 10_000;

export function download(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

// The text of a file, however its editor marks it: UTF-8, or what Windows also calls Unicode.
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  return new TextDecoder({ "255 254": "utf-16le", "254 255": "utf-16be" }[mark] ?? "utf-8").decode(bytes);
}

// Send the file a person has chosen to Python; what is far too large for a game is not even read.
export async function upload(input, player) {
  const file = input.files[0];
  input.value = "";
  if (!file) return;
  if (file.size > LARGEST_FILE) player.tell(player.say("file_too_large", { most: LARGEST_FILE / 1e6 }));
  else player.send({ do: "open", name: file.name, text: await textOf(file) });
}
