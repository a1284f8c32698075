// The kernel behind a page of Voilà: it ends with the page, and is missed aloud when it is gone.
(function () {
  const kernel = JSON.parse(document.getElementById("jupyter-config-data").textContent).kernelId;
  const base = document.body.dataset.base;
  // A page that is left lets its kernel go, with a token that Voilà gives with its list of lessons: who came by a link
  // has not got it yet.
  if (!/(?:^|; )_xsrf=/.test(document.cookie)) void fetch(`${base}voila/tree/`).catch(() => {});

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
