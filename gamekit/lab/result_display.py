"""Results as tables and charts. pandas and matplotlib are loaded when one is asked for; the core does without."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.arguments import check
from gamekit.core.extras import MissingExtra, need

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.lab.estimate import Estimate

BLUE: Final = "#0072B2"


def make_frame(rows: Any, columns: Sequence[str], index: tuple[str, Sequence[str]] | None = None) -> pd.DataFrame:
    """Return a data frame; `index` has the name and the values of the column before the others.

    Raises `MissingExtra` if pandas is not installed.
    """
    with need("A table"):
        import pandas as pd
    name, values = index or (None, None)
    return pd.DataFrame(rows, columns=list(columns), index=None if values is None else pd.Index(values, name=name))


def write_html(table: Callable[[], pd.DataFrame], figures: str = ".4g") -> str | None:
    """Return a table as HTML for a notebook, or None if pandas is not installed: the text is shown then."""
    try:
        return table().to_html(index=False, float_format=lambda x: format(x, figures))
    except MissingExtra:
        return None


def choose_axes(ax: Any, width: float, height: float) -> Any:
    """Return `ax`, or the axes of a new figure of `width` by `height` inches.

    Raises `OptionError` if `ax` are no axes, or `MissingExtra` if matplotlib is not installed.
    """
    check(ax=ax)
    if ax is not None:
        return ax
    with need("A chart"):
        from matplotlib.figure import Figure
    return Figure(figsize=(width, height), layout="constrained").subplots()


def draw_dots(ax: Any, names: Iterable[str], estimates: Sequence[Estimate], even: float) -> None:
    """Draw win rates as dots with their intervals, the first at the top, and a dashed line at the even share."""
    for row, one in enumerate(reversed(estimates)):
        ax.plot([one.low, one.high], [row, row], color=BLUE, linewidth=2)
        ax.plot(one.value, row, "o", color=BLUE)
    ax.axvline(even, color="#666666", linestyle="--", linewidth=1)
    ax.set_yticks(range(len(estimates)), list(names)[::-1])
    ax.set_xlabel("win rate, with 95 % interval; dashed: even share")
