// Pages without a server stay readable without a network, too, where they came over https: the worker sw.js keeps the site's files.
// From a file there is nothing to keep.
(function () {
  const { root } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  if (!window.isSecureContext || !location.protocol.startsWith("http") || !navigator.serviceWorker) return;
  navigator.serviceWorker
    .register(`${root}sw.js`)
    .catch((problem) => console.info("gamekit: this site is not kept for offline:", problem.message));
})();
