"""axe-core on a page: what would keep somebody out."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe


def serious(page: Any, without: tuple[str, ...] = ()) -> list[str]:
    """Every serious or critical violation, with the places where it is."""
    context = {"exclude": [[selector] for selector in without]} if without else None
    found = Axe().run(page, context=context).response["violations"]
    return [
        f"{violation['id']}: {violation['help']} at {[node['target'] for node in violation['nodes']][:4]}"
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]
