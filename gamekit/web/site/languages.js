// The switch of languages: it keeps what else stands in the address, and an address that is passed on says no language.
// On a site without a server the same page lies in the folder of the other language. What its reader asks for (?lang=), has
// chosen before or prefers in the browser leads there, if that folder is there; a page that is one file alone stays.
(() => {
  const KEPT = "gamekit-language";
  const nav = /** @type {HTMLElement} */ (document.currentScript?.parentElement);
  const links = [...nav.querySelectorAll("a")];
  const here = new URL(location.href);
  const asked = here.searchParams.get("lang");
  const { root } = nav.dataset; // of a site without a server
  const isServed = root === undefined;

  /** This page, and this place on it, in the language of a link. @type {(link: HTMLAnchorElement) => URL} */
  function find(link) {
    const to = new URL(location.href);
    if (isServed) to.searchParams.set("lang", link.lang);
    else {
      to.pathname = new URL(link.href).pathname;
      to.searchParams.delete("lang");
    }
    return to;
  }

  /** Keeps a choice, where a server has not done so by its cookie, and says whether it is kept. @type {(code: string) => boolean} */
  function keep(code) {
    if (isServed) return document.cookie.split("; ").includes(`${KEPT}=${code}`);
    try {
      localStorage.setItem(KEPT, code);
      return true;
    } catch {
      return false;
    }
  }

  /** What the reader wants, the dearest first; where no choice can be kept, the browser's language would undo it. */
  function wishes() {
    try {
      return [asked, localStorage.getItem(KEPT), ...navigator.languages];
    } catch {
      return [asked];
    }
  }

  /** @type {(wish: string | null) => HTMLAnchorElement | undefined} */
  const findOffered = (wish) => {
    const code = wish?.toLowerCase(); // a browser may say de-at, or DE
    return [code, code?.split("-")[0]].flatMap((one) => links.filter(({ lang }) => lang.toLowerCase() === one))[0];
  };

  function lead() {
    const wanted = wishes().map(findOffered).find(Boolean);
    /** @type {?HTMLMetaElement} */
    const policy = document.querySelector("meta[http-equiv=Content-Security-Policy]");
    if (!wanted || wanted.hasAttribute("aria-current") || !policy?.content.includes("img-src 'self'")) return;
    const icon = new Image();
    icon.onload = () => location.replace(find(wanted));
    icon.src = new URL(`${root}shared/icon.svg`, wanted.href).href;
  }

  for (const link of links) {
    link.addEventListener("click", () => {
      const to = find(link);
      if (!isServed && !keep(link.lang)) to.searchParams.set("lang", link.lang);
      link.href = to.href;
    });
  }
  const found = findOffered(asked);
  if (found && keep(found.lang)) {
    here.searchParams.delete("lang");
    history.replaceState(history.state, "", here);
  }
  if (!isServed) lead();
})();
