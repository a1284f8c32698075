"""What pyproject.toml cannot say: a wheel carries the lessons, as gamekit/notebooks, and Voilà's template.

And its readme leads somewhere on an index too, where there is no folder around it. The template goes where plain
`voila` looks for one; gamekit/server/voila.py has the same list. All else is there.
"""

import re
import shutil
import tomllib
from glob import glob
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

PLACE = "share/jupyter/voila/templates/gamekit"
TEMPLATE = "gamekit/server/voila_template"
DATA = [
    (PLACE, [*glob(f"{TEMPLATE}/*.json"), *glob(f"{TEMPLATE}/*.html*"), "gamekit/web/shared/tokens.css"]),
    (f"{PLACE}/static", glob("gamekit/web/fonts/*.woff2")),
]


class WithLessons(build_py):
    """The package, and the folder of lessons inside it; in an editable install it lies beside the package as it is."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            left_out = shutil.ignore_patterns(".*", "__pycache__")
            inside = Path(self.build_lib) / "gamekit" / "notebooks"
            shutil.copytree("notebooks", inside, ignore=left_out, dirs_exist_ok=True)


class WithTemplate(Distribution):
    """An editable install puts data files in their place, too, if it is told under this name that there are any."""

    has_data = Distribution.has_data_files


def readme_elsewhere(text: str, source: str) -> str:
    """README.md as an index can show it: its own pictures and links with the address of the sources before them.

    As long as there is no address, a picture is its description, and a link its words: nothing broken is shown.
    """
    own = r"\]\((?![a-z]+:|#)([^)]+)\)"
    if source:
        text = re.sub(r"(!\[[^\]]*)" + own, rf"\1]({source}/raw/HEAD/\2)", text)
        return re.sub(own, rf"]({source}/blob/HEAD/\1)", text)
    text = re.sub(r"!\[([^\]]*)" + own, r"*\1*", text)
    return re.sub(r"\[([^\]]*)" + own, r"\1", text)


if __name__ == "__main__":
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    setup(
        cmdclass={"build_py": WithLessons},
        distclass=WithTemplate,
        data_files=DATA,
        long_description=readme_elsewhere(
            Path("README.md").read_text(encoding="utf-8"), project.get("urls", {}).get("Source", "").rstrip("/")
        ),
        long_description_content_type="text/markdown",
    )
