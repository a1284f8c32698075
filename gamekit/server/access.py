"""Names of the cookies of a class."""

from __future__ import annotations

import re


def name_cookie(kind: str, host: str, mark: str) -> str:
    """Return a cookie's name; it has host and port, since cookies know no ports, and the mark of the class.

    >>> name_cookie("pupil", "192.168.1.7:8866", "5f0c")
    'gamekit-pupil-192-168-1-7-8866-5f0c'
    """
    return f"gamekit-{kind}-" + re.sub(r"[^A-Za-z0-9]", "-", host) + f"-{mark}"
