"""Words that a page explains by pointing: once, where they first stand, and nowhere else."""

from __future__ import annotations

import re

from gamekit.server.lesson_renderer import render_html
from gamekit.widgets.term_tooltips import Pointing, terms


def keys(html: str) -> list[str]:
    return re.findall(r'<button type="button" class="gk-term"[^>]*>([^<]*)</button>', html)


def test_a_word_is_a_key_where_it_first_stands_on_a_page_and_only_there() -> None:
    page = Pointing(render_html)
    assert keys(page.render_html("The median of both seeds.\n\nThe median again.")) == ["median", "seeds"]
    assert keys(page.render_html("A median and a matrix")) == ["matrix"]
    assert keys(Pointing(render_html).render_html("The median")) == ["median"]


def test_a_word_that_was_folded_is_explained_in_the_open_too_and_not_the_other_way_round() -> None:
    page, folded = Pointing(render_html), "<details><summary>More</summary>\n\nThe median\n\n</details>"
    html = page.render_html(f"{folded}\n\nA seed, and the median.\n\nThe median again.")
    assert keys(html) == ["median", "seed", "median"]
    targets = re.findall(r'popovertarget="([^"]+)"', html)
    assert len(targets) == len(set(targets)) == 3, "each opens its own"
    assert keys(page.render_html(folded)) == []
    assert keys(page.render_html(folded.replace("median", "seed"))) == [], "it was read in the open"


def test_a_key_tells_its_sentence_to_a_mouse() -> None:
    html = Pointing(render_html).render_html("The median")
    assert f'title="{terms()["median"]}"' in html


def test_no_key_stands_in_a_heading_a_link_code_a_formula_or_where_the_word_is_explained() -> None:
    for text in ("## The median", "[median](other.ipynb)", "`median`", "$median$", "A *median* is in the middle."):
        assert keys(Pointing(render_html).render_html(text)) == [], text
    folded = "<details><summary>The median</summary>\n\nThe median\n\n</details>"
    assert keys(Pointing(render_html).render_html(folded)) == ["median"]


def test_a_longer_word_is_explained_and_not_the_shorter_one_within_it() -> None:
    assert keys(Pointing(render_html).render_html("A stationary distribution.")) == ["stationary distribution"]
    assert keys(Pointing(render_html).render_html("Redistribution, mediano, pre-seed")) == []


def test_every_key_opens_a_sentence_of_its_own() -> None:
    html = Pointing(render_html).render_html(". ".join(sorted(terms(), key=len)))
    targets = re.findall(r'popovertarget="([^"]+)"', html)
    assert len(targets) == len(set(targets)) == len(terms())
    assert sorted(targets) == sorted(re.findall(r'<span popover id="([^"]+)"', html))
    assert all(meaning.endswith((".", "?")) for meaning in terms().values())
