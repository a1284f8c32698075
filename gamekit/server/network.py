"""Addresses at which other computers reach this machine, and QR codes of them."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

import psutil
import segno

INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vEthernet", "lxc", "podman", "cni", "utun", "awdl")
"""Name prefixes of networks that end inside this machine."""
QUIET_ZONE = 3
"""Width of the white border of a QR code, in modules; cameras need it."""


@dataclass(frozen=True)
class Reach:
    """Address of this machine, and the system's name of its network interface."""

    address: str
    network: str


def find_addresses() -> list[Reach]:
    """Return the IPv4 addresses of this machine, the one of the default route first; empty without a network."""
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
    """Return whether other computers can connect to an address: not loopback, link-local, unspecified or multicast.

    >>> is_useful("192.168.1.7"), is_useful("127.0.0.1"), is_useful("169.254.3.4")
    (True, False, False)
    """
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast)


def own_address() -> str:
    """Return the address of the default route, or the host name without one; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1; connecting a datagram socket sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def draw_address(address: str) -> str:
    """Return a text as a QR code: SVG, black on white in every colour scheme."""
    code = segno.make(address, error="m", micro=False)
    return code.svg_inline(border=QUIET_ZONE, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None)
