"""What pyproject.toml cannot say: a wheel carries the lessons, as gamekit/notebooks. Everything else stands there."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class WithLessons(build_py):
    """The package, and the folder of lessons inside it; in an editable install it lies beside the package as it is."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            left_out = shutil.ignore_patterns(".*", "__pycache__")
            inside = Path(self.build_lib) / "gamekit" / "notebooks"
            shutil.copytree("notebooks", inside, ignore=left_out, dirs_exist_ok=True)


setup(cmdclass={"build_py": WithLessons})
