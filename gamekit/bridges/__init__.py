"""The games as environments of other libraries: OpenSpiel, PettingZoo and Gymnasium.

Each library is an extra (`openspiel`, `pettingzoo`, `gymnasium`) and is imported when a name that needs it is used.

>>> from gamekit.bridges import vector_env  # doctest: +SKIP
>>> env = vector_env("pig", 4, players=2)  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from gamekit.core.extras import MissingExtra, need

ROOMS: Final = {
    "load_pyspiel": ("openspiel", "gamekit.bridges.openspiel_game"),
    "pettingzoo_env": ("pettingzoo", "gamekit.bridges.pettingzoo_aec"),
    "register": ("gymnasium", "gamekit.bridges.gymnasium_env"),
    "vector_env": ("gymnasium", "gamekit.bridges.gymnasium_env"),
}
"""For each public function, the extra it needs and the module that defines it."""

__all__ = ["MissingExtra", "load_pyspiel", "pettingzoo_env", "register", "vector_env"]


def __getattr__(name: str) -> Any:
    if name not in ROOMS:
        raise AttributeError(f"gamekit.bridges has no {name}; it has {', '.join(ROOMS)}.")
    extra, module = ROOMS[name]
    with need(name, extra):
        return getattr(import_module(module), name)
