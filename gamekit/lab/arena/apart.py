"""Strategies of strangers, each in a process of its own with little memory and little patience.

Only numbers and sentences pass between the processes. The half of the one who asks (`Apart`) holds the clock; the
other half (`main`) limits itself before the first line of the file is read as code. What a file may say at all is
checked in strategy_file.py, in that other half too; who plays whom is not said here.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
import zlib
from contextvars import copy_context
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

import numpy as np

from gamekit.errors import StrategyError, shorten
from gamekit.files import keep_visible
from gamekit.game import Game, load
from gamekit.lab.arena import strategy_file
from gamekit.lab.arena.strategy_file import StrategyFile
from gamekit.strategy import PATIENCE, Strategy
from gamekit.words import _

MEMORY: Final = 300_000_000
"""Bytes a file may take beyond what the game itself needs."""
MEMORY_IN_ALL: Final = 1_200_000_000
"""Bytes that all files of a tournament may take together."""
MOST_CPU: Final = 600
"""Seconds of computing a file may take in all."""
START: Final = 120.0
"""Seconds it may take until a process is ready to read its file."""
READING: Final = 10.0
"""Seconds it may take to read the file."""
SLOWEST: Final = 0.005
"""Seconds of computing a decision may take on average."""
AHEAD: Final = 1.0
"""Seconds of computing a file may be behind that average: its first decisions may prepare something."""
PROJECT: Final = Path(__file__).parents[3]

Message = dict[str, Any]


# The half that asks


class Apart:
    """A file's strategy, played by a process that was started for it. Close it; a `with` block does.

    `among` is how many files share the memory there is for all.
    """

    def __init__(self, file: StrategyFile, game: Game, among: int = 1) -> None:
        self.name = file.name
        self._file = file
        self._asked, self._took = 0, 0.0
        self.why = ""
        """What its author is told, once it has failed; simulations put words of their own around it."""
        paths = os.pathsep.join(filter(None, [str(PROJECT), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths},
            text=True,
            encoding="utf-8",
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(
            target=copy_context().run, args=(self._listen,), name="gamekit-apart", daemon=True
        )
        self._listener.start()
        memory = min(MEMORY, MEMORY_IN_ALL // among)
        options = dict(game.changed_options)
        self._say({"game": game.name, "players": game.players, "options": options, "memory": memory})

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # a question that nobody reads any more
                    pipe.close()

    def strategy(self) -> Strategy:
        """Have the file read; what is returned asks the process. Raises `StrategyError`."""
        self._hear(START, _("The strategy {name} could not be started. Is there enough memory on this computer?"))
        self._say({"name": self.name, "source": self._file.source})
        answer = self._hear(READING, _("The strategy {name} took too much time or memory when its file was read."))
        if "refused" in answer:
            self._end(str(answer["refused"]))
        title = str(answer["title"])
        # The clock of simulations waits a little longer than this one does.
        return Strategy(self.name, title, title, self._choose, 2 * PATIENCE)

    def _choose(self, s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> Any:
        """Ask the process. Its luck depends on its name and the number of the question alone."""
        self._say(
            {
                "s": s.tobytes().hex(),
                "player": int(player),
                "actions": np.asarray(actions[:n]).tolist(),
                "luck": [zlib.crc32(self.name.encode(errors="surrogatepass")), self._asked],
            }
        )
        answer = self._hear(PATIENCE, _("The strategy {name} took too much time or memory for a decision."))
        if "failed" in answer:
            self._end(str(answer["failed"]))
        self._asked, self._took = self._asked + 1, self._took + float(answer["took"])
        self._judge()
        if "chose" in answer:
            self._end(
                _("The strategy {name} chose {what}; a choice is one of the whole numbers in actions.").format(
                    name=self.name, what=answer["chose"]
                )
            )
        return answer["action"]

    def _judge(self) -> None:
        mean = self._took / self._asked
        if self._took > SLOWEST * self._asked + AHEAD:
            self._end(
                _(
                    "The strategy {name} needs {mean:.0f} ms for a decision; allowed are {slowest:.0f} ms on average, "
                    "so that the class need not wait."
                ).format(name=self.name, mean=1000 * mean, slowest=1000 * SLOWEST)
            )

    def _say(self, message: Message) -> None:
        with contextlib.suppress(OSError):  # it has ended: the answer that does not come says so
            print(json.dumps(message), file=self._process.stdin, flush=True)

    def _hear(self, seconds: float, otherwise: str) -> Message:
        """The next answer. Raises `StrategyError` with the sentence `otherwise` if none comes in time, or ever."""
        if self.why:
            self._end(self.why)
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            line = ""
            self._process.kill()
        if not line:
            self._end(otherwise.format(name=self.name))
        answer: Message = json.loads(line)
        return answer

    def _end(self, why: str) -> NoReturn:
        self.why = why
        error = StrategyError(why)
        error.blamed = self.name
        raise error

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)
        self._lines.put("")


# The half that plays


def main() -> None:
    """Load the game, accept the limits, read the file, answer."""
    voice = sys.stdout
    sys.stdout = sys.stderr  # nothing else may speak on that line
    task = json.loads(sys.stdin.readline())
    game = load(task["game"], task["players"], **task["options"])
    dtype = game.start().dtype
    np.random.default_rng([1, 2])  # whatever NumPy loads when it is first needed
    limit(task["memory"])
    tell(voice, ready=True)
    told = json.loads(sys.stdin.readline())
    file = StrategyFile(told["name"], told["source"])
    try:
        strategy = strategy_file.load(file, game)
    except StrategyError as error:
        tell(voice, refused=str(error))
        return
    except BaseException as error:  # noqa: BLE001  whatever a file does, its author is told
        tell(voice, refused=blame_file(file.name, error))
        return
    tell(voice, title=strategy.title)
    for line in sys.stdin:
        tell(voice, **decision(strategy, dtype, json.loads(line)))


def decision(strategy: Strategy, dtype: Any, question: Message) -> Message:
    """One answer of a strategy, with the seconds of computing it took; or what went wrong."""
    s = np.frombuffer(bytearray.fromhex(question["s"]), dtype, count=1)[0]
    actions = np.array(question["actions"], np.int32)
    rng = np.random.default_rng(question["luck"])
    began = time.process_time()
    try:
        answer = strategy.choose(s, None, question["player"], actions, len(actions), rng)
    except BaseException as error:  # noqa: BLE001  whatever a strategy does, its author is told
        return {"failed": blame_file(strategy.name, error)}
    took = time.process_time() - began
    whole = isinstance(answer, int | np.integer) and not isinstance(answer, bool)
    if whole and abs(int(answer)) < 2**31:
        return {"action": int(answer), "took": took}
    return {"chose": describe_choice(answer), "took": took}


def describe_choice(answer: object) -> str:
    """What was chosen in place of a number, to be read."""
    try:
        return keep_visible(shorten(repr(answer)))
    except (ValueError, RecursionError, MemoryError):  # a number of a million digits, a list within itself
        return type(answer).__name__


def blame_file(name: str, error: BaseException) -> str:
    """The sentence for the author of a file that raised an error, with the line of the file."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == f"{name}.py":
            line = trace.tb_lineno
        trace = trace.tb_next
    what = keep_visible(f"{type(error).__name__}: {str(error)[:200]}".rstrip(": "))
    return _("The strategy {name} failed in line {line}: {what}.").format(name=name, line=line, what=what)


def tell(voice: TextIO, **message: Any) -> None:
    """One line to the other half."""
    voice.write(json.dumps(message) + "\n")
    voice.flush()


def limits() -> str:
    """What holds for a file on this computer's system, in a sentence for whoever lets files play."""
    system = str(sys.platform)  # a type checker would read only the branch of its own
    if system == "linux":
        return _("On this computer a file’s time, memory and access to files are limited by the system as well.")
    if system == "darwin":
        return _("On macOS a file’s time is limited and it can write no file; its memory cannot be limited.")
    return _(
        "On this system only a file’s time for each decision is limited; its memory cannot be. Close other work before "
        "you start a tournament."
    )


def limit(memory: int) -> None:
    """From here on no file can be written, and memory and computing are limited, on systems that can do that."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    spent = int(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (spent + MOST_CPU, spent + MOST_CPU))
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return
    most = pages * resource.getpagesize() + memory
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()
