"""Follow every link of the built site to a page, picture or heading of its own:  python -m docs.links FOLDER

What lies elsewhere on the web is not asked for: CI has no network.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page points to, and the places in it that can be pointed to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            if value and (name == "src" or (name == "href" and tag != "link")):
                self.targets.append(value)


def find_broken(folder: Path) -> tuple[int, list[str]]:
    """How many links were followed, and those that lead nowhere, each with its page. The suite looks after its own."""
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    followed, broken = 0, []
    for path, page in pages.items():
        if (folder / "suite").resolve() in path.parents:
            continue
        for target in page.targets:
            address = urlsplit(target)
            if address.scheme or address.netloc:
                continue
            there = (path.parent / unquote(address.path)).resolve() if address.path else path
            followed += 1
            lost = there in pages and address.fragment and unquote(address.fragment) not in pages[there].places
            if not there.exists() or lost:
                broken.append(f"{path.relative_to(folder.resolve())}: {target}")
    return followed, sorted(set(broken))


def main(arguments: list[str]) -> int:
    """Follow them; the number is the shell's."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("Name the folder of the built site: python -m docs.links FOLDER", file=sys.stderr)
        return 2
    followed, broken = find_broken(Path(arguments[0]))
    print(*broken, f"{followed} links followed, {len(broken)} of them lead nowhere.", sep="\n")
    return 1 if broken or not followed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
