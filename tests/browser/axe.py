"""axe-core on a page: what would keep somebody out."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe


def violations(page: Any, without: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Every violation: how grave it is, and what is wrong with the places where it is."""
    context = {"exclude": [[selector] for selector in without]} if without else None
    errors = getattr(page, "errors", [])
    before = len(errors)
    found = Axe().run(page, context=context).response["violations"]
    del errors[before:]  # it reads style sheets by itself, which the policy of our pages forbids
    return [
        (one["impact"], f"{one['id']}: {one['help']} at {[node['target'] for node in one['nodes']][:4]}")
        for one in found
    ]


def serious(page: Any, without: tuple[str, ...] = ()) -> list[str]:
    """Every serious or critical violation, with the places where it is."""
    return [told for impact, told in violations(page, without) if impact in ("serious", "critical")]
