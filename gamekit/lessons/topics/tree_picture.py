"""A tree of chance as a drawing: from left to right, limbs as thick as they are likely, fractions on them."""

from __future__ import annotations

from typing import Final

from gamekit.drawing import text
from gamekit.lessons.plot import Drawing, drawn, percent
from gamekit.lessons.topics.chance import DECIDED, Branch, spoken

WIDTH: Final = 720
ROW: Final = 34
MOST_LEAVES: Final = 40
LEFT, LEAF_ROOM = 26, 150


def picture(tree: Branch, title: str) -> Drawing:
    """The tree. Raises `ValueError` if it has more leaves than can be read."""
    leaves = tree.leaves()
    if len(leaves) > MOST_LEAVES:
        raise ValueError(f"a tree of {len(leaves)} leaves cannot be read; at most {MOST_LEAVES} are drawn")
    depth = max(len(names) for names, _ in leaves)
    height = ROW * len(leaves) + 30
    step = (WIDTH - LEFT - LEAF_ROOM) / max(1, depth)
    back: list[str] = []
    front: list[str] = []
    _grow(tree, 0, 15.0, step, back, front)
    said = "; ".join(
        f"{' – '.join(map(spoken, names))}: {chance} ({percent(float(chance))})" for names, chance in leaves
    )
    return drawn("".join(back + front), "tree", title, said + ".", WIDTH, height)


def _grow(
    branch: Branch, level: int, top: float, step: float, back: list[str], front: list[str]
) -> tuple[float, float]:
    """Draw a branch and what grows from it below `top`; returns its height on the page and where the next begins."""
    x = LEFT + level * step
    if not branch.branches:
        y = top + ROW / 2
        front.append(_bud(branch, x, y))
        front.append(_leaf(branch, x, y))
        return y, top + ROW
    places = []
    for child in branch.branches:
        y, top = _grow(child, level + 1, top, step, back, front)
        places.append((child, y))
    here = sum(y for _, y in places) / len(places)
    for child, y in places:
        back.append(_limb(child, x, here, x + step, y))
        front.append(_share(child, x, here, x + step, y))
    front.append(_bud(branch, x, here))
    return here, top


def _limb(child: Branch, x1: float, y1: float, x2: float, y2: float) -> str:
    kind = f" gkt-limb-{child.label}" if child.label in DECIDED else ""
    middle = (x1 + x2) / 2
    wide = 1.5 + 13 * float(child.reached)
    way = f"M{x1:.0f} {y1:.1f}C{middle:.0f} {y1:.1f} {middle:.0f} {y2:.1f} {x2:.0f} {y2:.1f}"
    return f'<path class="gkt-limb{kind}" style="stroke-width:{wide:.1f}px" d="{way}"/>'


def _share(child: Branch, x1: float, y1: float, x2: float, y2: float) -> str:
    x, y = x1 + 0.66 * (x2 - x1), y1 + 0.84 * (y2 - y1)
    return f'<text class="gkt-share" x="{x:.0f}" y="{y + 4:.1f}" text-anchor="middle">{child.share}</text>'


def _bud(branch: Branch, x: float, y: float) -> str:
    kind = f" gkt-bud-{branch.label}" if branch.label in DECIDED else ""
    return f'<circle class="gkt-bud{kind}" cx="{x:.0f}" cy="{y:.1f}" r="6"/>'


def _leaf(branch: Branch, x: float, y: float) -> str:
    return (
        f'<text class="gkt-leaf" x="{x + 12:.0f}" y="{y + 5:.1f}">{text(spoken(branch.label))} '
        f'<tspan class="gkt-share">{percent(float(branch.reached))}</tspan></text>'
    )
