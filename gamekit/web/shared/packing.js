// Data as letters that an address or a chat carries: compressed, and read back no further than asked for. What the letters
// mean, and whether to believe them, is the business of whoever packs.

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

// What hostile letters unfold to is read no further than `most` letters; then, or where they are none, it raises.
/** @param {Uint8Array<ArrayBuffer>} bytes @param {number} most */
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

// A sum of bytes (FNV-1a, 32 bits): a slip leads to another one. It is no seal: whoever can compute it can forge it.
/** @param {Uint8Array} bytes */
export function sumOf(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}
