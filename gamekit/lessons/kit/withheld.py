"""Outputs that wait for a prediction in a notebook: of cells tagged `after-bet`. On pages hidden_answers.js does."""

from __future__ import annotations

from typing import Any

import ipywidgets
from IPython import get_ipython
from IPython.display import DisplayHandle, display

from gamekit.core.i18n.translation import _
from gamekit.show import Bet
from gamekit.show.still import is_in_notebook


class Withheld:
    """Outputs of tagged cells that follow one prediction, shown as soon as it is stored or somebody asks for them."""

    latest: Withheld | None = None

    def __init__(self, bet: Bet, shell: Any) -> None:
        self.shell, self.is_open = shell, False
        self.trap: Any = None
        self.running: list[dict[str, Any]] = []
        self.waiting: list[tuple[DisplayHandle, dict[str, Any]]] = []
        bet.call_when_stored(self.open)
        shell.events.register("pre_run_cell", self.begin)
        shell.events.register("post_run_cell", self.end)

    def begin(self, _info: object) -> None:
        """Hold back what this cell shows, if the front end says that it has the tag. What it prints stays."""
        tags = self.shell.kernel.get_parent("shell").get("metadata", {}).get("tags", [])
        if "after-bet" in tags and not self.is_open and Withheld.latest is self:
            self.trap = self.shell.display_trap.hook
            self.shell.display_trap.hook = lambda value: None if value is None else display(value)
            self.shell.display_pub.register_hook(self.hold)

    def hold(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Keep an output instead of sending it; let other messages pass."""
        if message["header"]["msg_type"] != "display_data":
            return message
        self.running.append(message["content"])
        return None

    def end(self, _result: object) -> None:
        """Put a sentence in the place of a cell's outputs; the first one has a button."""
        if self.trap is not None:
            self.shell.display_pub.unregister_hook(self.hold)
            self.shell.display_trap.hook, self.trap = self.trap, None
        for number, content in enumerate(self.running):
            shown = {"text/plain": ""} if number else self.tell()
            self.waiting.append((display(shown, raw=True, display_id=True), content))
        self.running.clear()

    def tell(self) -> dict[str, Any]:
        """Return what stands in the place of a cell's outputs."""
        said = _("Predict first. Then what stands here opens.")
        key = ipywidgets.Button(description=_("Show me anyway"))
        key.on_click(lambda _key: self.open())
        row = ipywidgets.HBox([ipywidgets.Label(said)] if self.waiting else [ipywidgets.Label(said), key])
        return {**row._repr_mimebundle_(), "text/plain": said}

    def open(self) -> None:
        """Show everything that waits, and hold back nothing more."""
        self.is_open = True
        while self.waiting:
            place, content = self.waiting.pop(0)
            place.update(content["data"], raw=True, metadata=content["metadata"])


def withhold_outputs(bet: Bet) -> None:
    """Hold back what tagged cells below a prediction show, where a person works in a notebook."""
    if is_in_notebook():
        Withheld.latest = Withheld(bet, get_ipython())
