// The switch of languages: it keeps what else stands in the address, and an address that is passed on says no language.
// On a site without a server the same page lies in the folder of the other language.
(() => {
  const nav = /** @type {HTMLElement} */ (document.currentScript?.parentElement);
  for (const link of nav.querySelectorAll("a")) {
    link.addEventListener("click", () => {
      const to = new URL(location.href);
      const there = new URL(link.href);
      if (there.searchParams.has("lang")) to.searchParams.set("lang", link.lang);
      else to.pathname = there.pathname;
      link.href = to.href;
    });
  }
  const here = new URL(location.href);
  const asked = here.searchParams.get("lang");
  if (asked && document.cookie.split("; ").includes(`gamekit-language=${asked}`)) {
    here.searchParams.delete("lang");
    history.replaceState(history.state, "", here);
  }
})();
