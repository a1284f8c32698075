// Requests of a page to the server of its class.

/** Ask the server; `told` is the JSON it answers with. Null where it was not reached, or where somebody else answered, such as a hotspot.
 * @param {string | URL} address @param {RequestInit} how @returns {Promise<?{ok: boolean, status: number, told: any}>} */
export async function askClass(address, how = { cache: "no-store" }) {
  try {
    const answer = await fetch(address, how);
    const isTold = answer.ok || answer.headers.get("Content-Type")?.startsWith("application/json");
    return { ok: answer.ok, status: answer.status, told: isTold ? await answer.json() : {} };
  } catch (problem) {
    if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem;
    return null;
  }
}

/** @param {string | URL} address @param {unknown} content @param {string} xsrf */
export function sendToClass(address, content, xsrf = "") {
  const headers = { "Content-Type": "application/json", "X-XSRFToken": xsrf };
  return askClass(address, { method: "POST", body: JSON.stringify(content), headers });
}
