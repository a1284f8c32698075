"""A widget whose model comes in the very moment in which its view gives up is shown all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Open = Callable[..., Any]
TOO_LATE = """(() => {
  const LOOKS_EVERY = 100, real = setTimeout, clock = Date.now, waiting = [];
  let later = 0;
  Date.now = () => clock() + later;
  window.setTimeout = (call, ms, ...rest) =>
    ms === LOOKS_EVERY && !later ? waiting.push(call) : real(call, ms, ...rest);
  window.gaveUp = 0;
  const found = setInterval(() => {
    const manager = window.jupyterapp?.widgetManager;
    if (!manager) return;
    clearInterval(found);
    manager.restored.connect(() => {
      if (later) return;
      later = 60_000;
      window.gaveUp = waiting.length;
      for (const call of waiting) call();
    });
  }, 1);
})()"""
"""Every view that looks for its model looks again only when all models have come, and then its time is over."""


@pytest.mark.slow
def test_a_widget_that_comes_when_its_view_has_just_given_up_is_shown(open_page: Open, site: str) -> None:
    page = open_page("about:blank")
    page.add_init_script(TOO_LATE)
    page.goto(f"{site}/cards")
    page.locator(".gk-bet .gk-main-button").wait_for()
    assert page.evaluate("window.gaveUp") > 0, "otherwise this proves nothing"
    page.locator(".gk-card:has(.gk-question)").wait_for()
    assert page.get_by_text("model not found").count() == 0
    assert page.errors == []
