// Requests of a page to the server of its class.

/** Raise a problem, unless it is that the server was not reached or that somebody else answered, such as a hotspot. @param {unknown} problem */
export function checkUnreached(problem) {
  if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem;
}

/** @param {string | URL} address @param {unknown} content @param {string} xsrf */
export function postJson(address, content, xsrf = "") {
  return fetch(address, {
    method: "POST",
    body: JSON.stringify(content),
    headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf },
  });
}
