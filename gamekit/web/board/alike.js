// Whether an entry of a table of changes says the same as another one, or as none.

/** @param {Record<string, any> | undefined} one @param {Record<string, any>} other */
export function alike(one, other) {
  if (one === other) return true;
  if (!one || !other) return false;
  const keys = Object.keys(other);
  return keys.length === Object.keys(one).length && keys.every((key) => one[key] === other[key]);
}
