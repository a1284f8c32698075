"""Withhold outputs of notebook cells tagged `after-bet` until a prediction is stored; pages do so in JavaScript."""

from __future__ import annotations

from typing import Any

import ipywidgets
from IPython import get_ipython
from IPython.display import DisplayHandle, display

from gamekit.core.i18n.translation import _
from gamekit.widgets import Bet
from gamekit.widgets.still_picture import is_in_notebook


class Withheld:
    """Outputs of tagged cells after one prediction, shown once it is stored or the reader asks for them."""

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
        """Start to hold back the displays of this cell if it has the tag; printed text is not held back."""
        tags = self.shell.kernel.get_parent("shell").get("metadata", {}).get("tags", [])
        if "after-bet" in tags and not self.is_open and Withheld.latest is self:
            self.trap = self.shell.display_trap.hook
            self.shell.display_trap.hook = lambda value: None if value is None else display(value)
            self.shell.display_pub.register_hook(self.hold)

    def hold(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Store the message of a display and return None; return any other message, which is then sent."""
        if message["header"]["msg_type"] != "display_data":
            return message
        self.running.append(message["content"])
        return None

    def end(self, _result: object) -> None:
        """Display a placeholder for each output held back; the first one has a button that opens all."""
        if self.trap is not None:
            self.shell.display_pub.unregister_hook(self.hold)
            self.shell.display_trap.hook, self.trap = self.trap, None
        for number, content in enumerate(self.running):
            shown = {"text/plain": ""} if number else self.tell()
            self.waiting.append((display(shown, raw=True, display_id=True), content))
        self.running.clear()

    def tell(self) -> dict[str, Any]:
        """Return the MIME bundle of a placeholder."""
        said = _("Predict first. Then what stands here opens.")
        key = ipywidgets.Button(description=_("Show me anyway"))
        key.on_click(lambda _key: self.open())
        row = ipywidgets.HBox([ipywidgets.Label(said)] if self.waiting else [ipywidgets.Label(said), key])
        return {**row._repr_mimebundle_(), "text/plain": said}

    def open(self) -> None:
        """Show every output held back, and hold back nothing more."""
        self.is_open = True
        while self.waiting:
            place, content = self.waiting.pop(0)
            place.update(content["data"], raw=True, metadata=content["metadata"])


def withhold_outputs(bet: Bet) -> None:
    """Hold back outputs of tagged cells until `bet` is stored; does nothing outside a notebook."""
    if is_in_notebook():
        Withheld.latest = Withheld(bet, get_ipython())
