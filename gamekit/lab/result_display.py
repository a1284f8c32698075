"""Results as tables and charts. pandas and matplotlib are no part of the core: whatever is shown loads them then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from gamekit.arguments import check
from gamekit.extras import MissingExtra, need

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.lab.estimate import Estimate

BLUE: Final = "#0072B2"


def make_frame(rows: Any, columns: Sequence[str], index: tuple[str, Sequence[str]] | None = None) -> pd.DataFrame:
    """A table of pandas; `index` has the name and the values of what is written before each row.

    Raises `MissingExtra` where pandas is not installed.
    """
    with need("A table"):
        import pandas as pd
    name, values = index or (None, None)
    return pd.DataFrame(rows, columns=list(columns), index=None if values is None else pd.Index(values, name=name))


def write_html(table: Callable[[], pd.DataFrame], figures: str = ".4g") -> str | None:
    """A table as a notebook shows it; None where pandas is not installed: then the text is shown."""
    try:
        return table().to_html(index=False, float_format=lambda x: format(x, figures))
    except MissingExtra:
        return None


def choose_axes(ax: Any, width: float, height: float) -> Any:
    """Where to draw: `ax`, or a new figure of so many inches. Raises `OptionError`, or `MissingExtra`."""
    check(ax=ax)
    if ax is not None:
        return ax
    with need("A chart"):
        from matplotlib.figure import Figure
    return Figure(figsize=(width, height), layout="constrained").subplots()


def draw_dots(ax: Any, names: Iterable[str], estimates: Sequence[Estimate], even: float) -> None:
    """Win rates as dots with their intervals, the first at the top, and a dashed line at the even share."""
    for row, one in enumerate(reversed(estimates)):
        ax.plot([one.low, one.high], [row, row], color=BLUE, linewidth=2)
        ax.plot(one.value, row, "o", color=BLUE)
    ax.axvline(even, color="#666666", linestyle="--", linewidth=1)
    ax.set_yticks(range(len(estimates)), list(names)[::-1])
    ax.set_xlabel("win rate, with 95 % interval; dashed: even share")
