"""Run notebooks and keep their outputs, without widget state: `python notebooks/refresh.py [notebook or folder …]`.

Without arguments all notebooks are run. One that fails is left as it was, and named. What gives an answer away is not
kept: the code of questions is folded in JupyterLab, and what waits for a prediction is kept without its outputs.
The ids of cells stay, for a question's identity is the id of its cell; a cell whose id is missing or taken gets a new one.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.corpus.words import generate_corpus_id

from gamekit.core.files import write_whole
from gamekit.widgets.canvas import stand_alone

HERE = Path(__file__).parent
ROOT = HERE.parent
PATIENCE = 600
KEPT = ("gamekit", "kernelspec", "language_info")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
WIDGET = "application/vnd.jupyter.widget-view+json"
FIGURE = re.compile(r'<svg class="gk-wide".*?</svg>', re.DOTALL)
BARE = re.compile(r"<|\w+\(")
"""How a widget that says nothing of itself is written."""
ANSWER = "answer="
"""In the code of a question: what is right stands there."""
GUARDED = "after-bet"
"""The tag of what a prediction keeps closed."""
FOLDED = "jp-MarkdownHeadingCollapsed"
"""How JupyterLab keeps in a heading's metadata that what stands below it is folded."""
STILL = "GAMEKIT_STILL"
"""Where this is set, cards also say in a picture or in words what they are."""
LANGUAGE = {
    "name": "python",
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "pygments_lexer": "ipython3",
}


def chosen(arguments: list[str]) -> list[Path]:
    """The notebooks meant, in order."""
    found: list[Path] = []
    for place in [Path(argument) for argument in arguments] or [HERE]:
        if not place.exists():
            raise SystemExit(f"There is no {place}.")
        found += sorted(place.rglob("*.ipynb")) if place.is_dir() else [place]
    return [path for path in found if ".ipynb_checkpoints" not in path.parts]


def refresh(path: Path) -> None:
    """Run one notebook in its folder and write it back, whole or not at all."""
    notebook = nbformat.read(path, as_version=4)
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    os.environ["PYTHONPATH"] = paths
    os.environ[STILL] = "1"
    notebook.metadata = {**notebook.metadata, "kernelspec": KERNEL}
    NotebookClient(
        notebook,
        timeout=PATIENCE,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()
    notebook.metadata = {key: notebook.metadata[key] for key in KEPT if key in notebook.metadata}
    notebook.metadata["language_info"] = LANGUAGE
    tidy(notebook)
    nbformat.validate(notebook)
    write_whole(path, nbformat.writes(notebook) + "\n")


def tidy(notebook: nbformat.NotebookNode) -> None:
    """Leave in its cells what is committed."""
    taken: set[str] = set()
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        while not cell.get("id") or cell.id in taken:
            cell.id = generate_corpus_id()
        taken.add(cell.id)
        if cell.source.startswith("## ") and GUARDED in cell.metadata.get("tags", []):
            cell.metadata[FOLDED] = True
        if cell.cell_type == "code":
            if ANSWER in cell.source:
                cell.metadata["jupyter"] = {"source_hidden": True}
            shown = [] if GUARDED in cell.metadata.get("tags", []) else cell.outputs
            cell.outputs = [kept(output) for output in shown if output.get("name") != "stderr"]


def kept(output: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """An output as a code-hosting page can show it: a figure as a picture with its words, no address of a widget."""
    data = output.get("data", {})
    if data.pop(WIDGET, None) is not None:
        if BARE.match(data.get("text/plain", "<")):
            data["text/plain"] = "Run this cell to see it."
    chart = FIGURE.search(data.get("text/html", ""))
    if chart:
        data["image/svg+xml"] = stand_alone(chart[0])
        del data["text/html"]
    return output


def main() -> int:
    """Run all notebooks meant; 1 if one failed."""
    failures = 0
    for path in chosen(sys.argv[1:]):
        try:
            refresh(path)
        except CellExecutionError as error:
            failures += 1
            print(f"{path}: a cell failed, the notebook stays as it was.\n{error}", file=sys.stderr)
        else:
            print(path)
    return min(failures, 1)


if __name__ == "__main__":
    raise SystemExit(main())
