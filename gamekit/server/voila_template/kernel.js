// The kernel behind a page of Voilà: it ends with the page, and is missed aloud when it is gone.
(function () {
  const kernel = JSON.parse(document.getElementById("jupyter-config-data").textContent).kernelId;
  const base = document.body.dataset.base;
  // A page that is left lets its kernel go, and says what its cookie says; Voilà sets that only with its list of lessons.
  const token = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
  if (!/(?:^|; )_xsrf=/.test(document.cookie)) document.cookie = `_xsrf=${token()}; path=${base}; samesite=strict`;

  // Jupyter bridges a lost network by itself, but does not notice a kernel that is gone for good.
  async function look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(`${base}api/kernels/${kernel}`, { cache: "no-store" });
      document.body.classList.toggle("gk-kernel-lost", answer.status === 404);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no network: nothing is lost yet
    }
  }
  setInterval(look, 5000);
  document.addEventListener("visibilitychange", look);
})();
