"""In which language a page is: what its reader asks for, among those that this server offers; and the switch on it.

`?lang=` in the address comes first, then what was chosen before (a cookie), then what the browser prefers. On a site
without a server each language has a folder, and the switch leads there. Sentences are gamekit/words.py's.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import tornado.web
from markupsafe import Markup

from gamekit.catalogues import DOMAIN, RULEBOOKS, TITLES, find_languages, find_offered, open_catalogue
from gamekit.figures import ENGLISH, find_locale
from gamekit.words import _, language, say_list, speak

from .standing import STATIC

COOKIE: Final = "gamekit-language"
PARAMETER: Final = "lang"
KEPT_DAYS: Final = 400
"""As long as browsers keep a cookie at most."""
LONGEST_HEADER: Final = 1000
READ_BY_PAGES: Final = (DOMAIN, RULEBOOKS, TITLES)
OPENED: Final = {ENGLISH}
"""Languages whose catalogues have been read in this process."""


def read_languages(text: str) -> tuple[str, ...]:
    """The languages of `--languages de,fr`, English before them; `en` is English alone.

    >>> read_languages("fr, de")
    ('en', 'fr', 'de')
    """
    known = find_languages()
    wanted = [one.strip() for one in text.split(",") if one.strip()]
    strange = [one for one in wanted if one not in known]
    if strange or not wanted:
        told = _("there is no language {language:.40}; there are {languages}")
        name = strange[0] if strange else "“”"
        raise argparse.ArgumentTypeError(told.format(language=name, languages=say_list(known)))
    return tuple(dict.fromkeys([ENGLISH, *wanted]))


def offer_languages() -> tuple[str, ...]:
    """What a server offers that was told nothing: every language that is whole, first the one that it speaks itself.

    >>> offer_languages()[:2]
    ('en', 'de')
    """
    return tuple(dict.fromkeys([language(), *find_offered()]))


def choose_language(offered: Sequence[str], *wishes: str) -> str:
    """The first of the wishes that is offered, a language of a country as that language; else the first offered.

    Large and small letters of a code are the same (RFC 5646).

    >>> choose_language(("en", "de", "fr"), "", "tlh", "FR-ca", "de"), choose_language(("en", "de"), "es")
    ('fr', 'en')
    """
    known = {code.lower(): code for code in offered}
    for wish in map(str.lower, wishes):
        for code in (wish, wish.partition("-")[0]):
            if code in known:
                return known[code]
    return offered[0]


def read_accepted(header: str) -> list[str]:
    """The languages a browser prefers, the dearest first; what is no such list is none.

    >>> read_accepted("fr;q=0.5, de-AT, en;q=0, xx;q=often, *")
    ['de-AT', 'fr']
    """
    ranked: list[tuple[float, str]] = []
    for part in header[:LONGEST_HEADER].split(","):
        code, _semicolon, quality = part.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if 0 < weight <= 1 and code.replace("-", "").isalnum():
            ranked.append((weight, code.strip()))
    return [code for _weight, code in sorted(ranked, key=lambda one: -one[0])]


async def settle_language(handler: tornado.web.RequestHandler) -> None:
    """From now on this request speaks its reader's language; one that is asked for in the address is kept.

    The catalogues of a language that nobody has asked for yet are read while others are answered.
    """
    offered: Sequence[str] = handler.settings["gamekit_languages"]
    if not offered:
        return
    asked = handler.get_query_argument(PARAMETER, "")
    kept = handler.get_cookie(COOKIE) or ""
    speak(choose_language(offered, asked, kept, *read_accepted(handler.request.headers.get("Accept-Language", ""))))
    if language() not in OPENED:
        await asyncio.gather(*(asyncio.to_thread(open_catalogue, language(), one) for one in READ_BY_PAGES))
        OPENED.add(language())
    if len(offered) == 1:
        return
    handler.add_header("Vary", "Accept-Language, Cookie")
    found = choose_language(("", *offered), asked)
    if found and found != kept:
        base = str(handler.settings["gamekit_base"])
        handler.set_cookie(COOKIE, found, path=base, samesite="Lax", expires_days=KEPT_DAYS)


@cache
def name_language(code: str) -> str:
    """What a language calls itself.

    >>> name_language("fr")
    'Français'
    """
    if code == ENGLISH:
        return "English"
    locale = find_locale(code)
    name = str(locale.get_display_name() or code) if locale else code
    return name[0].upper() + name[1:]


@cache
def _read_part(kind: str) -> Markup:
    return Markup((STATIC / f"languages.{kind}").read_text(encoding="utf-8"))


def ask_for(code: str) -> str:
    """The address at which a server gives the same page in this language."""
    return f"?{PARAMETER}={code}"


def draw_switch(offered: Sequence[str], address: Callable[[str], str] = ask_for, root: str | None = None) -> Markup:
    """The switch, as it stands at the end of every page; nothing where there is no choice.

    `root`: the way from the page to where its language begins, on a site without a server.
    """
    if len(offered) < 2:
        return Markup("")
    links = Markup(" ").join(
        Markup('<a href="{}" lang="{}" hreflang="{}"{}>{}</a>').format(
            address(one), one, one, Markup(' aria-current="true"') if one == language() else "", name_language(one)
        )
        for one in offered
    )
    inner = Markup("<style>{}</style>{}<script>{}</script>").format(_read_part("css"), links, _read_part("js"))
    begins = Markup("") if root is None else Markup(' data-root="{}"').format(root)
    return Markup('<nav class="gk-languages gk-look" aria-label="{}"{}>{}</nav>').format(_("Language"), begins, inner)
