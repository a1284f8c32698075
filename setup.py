"""What pyproject.toml cannot say: a wheel carries the lessons, as gamekit/notebooks, and Voilà's template.

The template goes where plain `voila` looks for one; gamekit/serve/voila_mode.py has the same list. All else is there.
"""

import shutil
from glob import glob
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

PLACE = "share/jupyter/voila/templates/gamekit"
TEMPLATE = "gamekit/serve/voila_template"
DATA = [
    (PLACE, [*glob(f"{TEMPLATE}/*.json"), *glob(f"{TEMPLATE}/*.html*"), "gamekit/show/web/shared/tokens.css"]),
    (f"{PLACE}/static", glob("gamekit/show/fonts/*.woff2")),
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


setup(cmdclass={"build_py": WithLessons}, distclass=WithTemplate, data_files=DATA)
