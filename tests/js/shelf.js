// A browser's storage, without a browser: what is kept, and how much room there is, in letters of a value or in keys.

/** @param {{letters?: number, keys?: number}} room */
export function shelf({ letters = Infinity, keys = Infinity } = {}) {
  const kept = new Map();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => kept.delete(key),
    setItem(key, value) {
      if (value.length > letters || (kept.size >= keys && !kept.has(key))) throw new Error("full");
      kept.set(key, value);
    },
  };
}
