"""Under which addresses others in the room reach this machine, and an address as a picture for their cameras."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

import psutil
import segno

INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vEthernet", "lxc", "podman", "cni", "utun", "awdl")
"""How networks are called that end inside this machine."""
QUIET_ZONE = 3
"""White squares around a code, without which cameras do not see it."""


@dataclass(frozen=True)
class Reach:
    """An address of this machine, and the network it belongs to as the system calls it."""

    address: str
    network: str


def find_addresses() -> list[Reach]:
    """Where others may reach this machine: the network that leads outside first; empty when it is in none."""
    usual = own_address()
    ready = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = [
        Reach(one.address, name)
        for name, ones in psutil.net_if_addrs().items()
        for one in ones
        if one.family == socket.AF_INET and name in ready and not name.startswith(INNER) and is_useful(one.address)
    ]
    return sorted(found, key=lambda one: one.address != usual)


def is_useful(address: str) -> bool:
    """Whether somebody else could connect to it: not this machine's own, not one it gave itself for want of a network.

    >>> is_useful("192.168.1.7"), is_useful("127.0.0.1"), is_useful("169.254.3.4")
    (True, False, False)
    """
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast)


def own_address() -> str:
    """The address under which others on the network see this machine, as far as it knows."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def draw_address(address: str) -> str:
    """An address as a QR code: SVG, black on white whatever the page's colours are."""
    code = segno.make(address, error="m", micro=False)
    return code.svg_inline(border=QUIET_ZONE, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None)
