"""Formulas of lessons become MathML, whatever stands in them."""

from xml.etree import ElementTree

import pytest

from gamekit.server import lesson_renderer


@pytest.mark.parametrize("latex", [r"\frac{1}{6}", r"\binom{n}{k} p^k (1-p)^{n-k}", r"\sum_{i=1}^n x_i \le 1", "a < b"])
def test_a_formula_is_well_formed_mathml(latex: str) -> None:
    assert ElementTree.fromstring(lesson_renderer.mathml(latex, "inline")).tag.endswith("math")


NO_FORMULAS = ["", "{", r"\frac{", "x^", r"\left(", "x^a^b", "<script>", r"\begin{x}", r"\left<i>", r"x_<script>_"]
TAGS_IN_TEXT = [r"\text{<script>}", r"\text{<script>x</script>}"]


@pytest.mark.parametrize("latex", NO_FORMULAS + TAGS_IN_TEXT)
def test_what_is_no_formula_is_shown_as_written_or_as_harmless_text(latex: str) -> None:
    drawn = lesson_renderer.mathml(latex, "block")
    ElementTree.fromstring(drawn)
    assert "<script" not in drawn


def test_an_environment_keeps_its_name_and_lines() -> None:
    renderer = lesson_renderer.MathRenderer()
    drawn = renderer.latex_environment("align", r"a &= b \\ c &= d")
    assert drawn.count("<mtr>") == 2
