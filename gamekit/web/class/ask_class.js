// For the teacher of a class: boards get a button that puts the position they show to the class. The server asks for the
// teacher's key; here only a mark in the cookies says that there is one.
(function () {
  const base = new URL(globalThis.gamekitClass?.base ?? document.currentScript?.dataset.base ?? "", location.href)
    .pathname;
  const cookie = (/** @type {string} */ name) =>
    document.cookie
      .split("; ")
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  if (!document.cookie.includes(`gamekit-teaching-${location.host.replace(/[^A-Za-z0-9]/g, "-")}-`)) return;

  /** What is put to the class; gives the key of a sentence and what fills it. @param {object} order @returns {Promise<[string, Record<string, unknown>?]>} */
  const put = async (order) => {
    try {
      const answer = await fetch(`${base}class/move/ask`, {
        method: "POST",
        body: JSON.stringify(order),
        headers: { "Content-Type": "application/json", "X-XSRFToken": cookie("_xsrf") ?? "" },
      });
      if (answer.ok) return ["ask_class_done", {}];
      if (answer.status === 403) return ["ask_class_not", {}];
      return ["ask_class_refused", { reason: (await answer.json()).refused }];
    } catch (problem) {
      if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem;
      return ["ask_class_lost", {}];
    }
  };
  // A saved game and the step that is looked at.
  globalThis.gamekitAsk = (file, step) => put({ file, step });
  // A puzzle that comes with a game.
  globalThis.gamekitAskPuzzle = (game, puzzle) => put({ game, puzzle });
})();
