"""Language of a page, chosen from those that the server offers, and the switch between them.

`?lang=` in the URL comes first, then a cookie, then the browser's preference. A site without a server has a folder per
language, to which the switch leads.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import tornado.web
from markupsafe import Markup

from gamekit.core.i18n.catalogs import DOMAIN, RULEBOOKS, TITLES, find_languages, find_offered, open_catalogue
from gamekit.core.i18n.numbers import ENGLISH, find_locale
from gamekit.core.i18n.translation import _, language, say_list, speak
from gamekit.server.document import SITE

COOKIE: Final = "gamekit-language"
PARAMETER: Final = "lang"
KEPT_DAYS: Final = 400
"""Days; browsers keep no cookie longer."""
LONGEST_HEADER: Final = 1000
READ_BY_PAGES: Final = (DOMAIN, RULEBOOKS, TITLES)
OPENED: Final = {ENGLISH}
"""Languages whose catalogues this process has read."""


def read_languages(text: str) -> tuple[str, ...]:
    """Parse the languages of `--languages de,fr`; English is always first. Raises `ArgumentTypeError`.

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
    """Return the languages a server offers by default: its own first, then all that are complete.

    >>> offer_languages()[:2]
    ('en', 'de')
    """
    return tuple(dict.fromkeys([language(), *find_offered()]))


def choose_language(offered: Sequence[str], *wishes: str) -> str:
    """Return the first wish that is offered, also without its country; else the first language offered.

    Case does not matter (RFC 5646).

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
    """Parse an Accept-Language header into codes, most preferred first; malformed parts are left out.

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
    """Set the language of a request; one that its URL asks for is stored in a cookie."""
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
    """Return a language's name in that language; cached.

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
    return Markup((SITE / f"languages.{kind}").read_text(encoding="utf-8"))


def ask_for(code: str) -> str:
    """Return the relative URL of the same page in a language, on a server."""
    return f"?{PARAMETER}={code}"


def draw_switch(offered: Sequence[str], address: Callable[[str], str] = ask_for, root: str | None = None) -> Markup:
    """Return the HTML of the language switch; empty if there is only one language.

    `root` is the relative path to the folder of the language, on a site without a server.
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
