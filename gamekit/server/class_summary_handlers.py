"""Handler of the summary of a lesson hour, to be read and printed."""

from __future__ import annotations

from gamekit.core.i18n.translation import _
from gamekit.server.class_.contest import Contest
from gamekit.server.class_.messages import board_words
from gamekit.server.class_.schemas import MOVES
from gamekit.server.class_.summary import Summary, summarize
from gamekit.server.class_desk_handlers import draw_asked, lesson_titles
from gamekit.server.class_handlers import ClassPage
from gamekit.server.handlers import allow_unauthenticated


class SummaryPage(ClassPage):
    """Handler of the summary, for the teacher alone."""

    @allow_unauthenticated
    async def get(self) -> None:
        self.teachers_only()
        await draw_asked(self)
        found = await self.desk.run_aside(summarize, self.desk.store, self.desk.opened)
        self.set_header("Cache-Control", "no-store")
        contest: Contest = self.settings["gamekit_contest"]
        stands = await self.desk.run_aside(contest.collect_for_all)
        titles = lesson_titles(self.settings["gamekit_gallery"].lessons())
        self.show("summary.html", summary=found, names=name_lessons(found, titles), begun=self.desk.opened.begun,
                  class_name=self.desk.name, contest=stands, wins=board_words()["contest_wins"])  # fmt: skip


def name_lessons(found: Summary, titles: dict[str, str]) -> dict[str, str]:
    """Return the title of each lesson in the summary; positions put to the class have one of their own."""
    moves = _("What would you play?")
    return {name: moves if name.startswith(MOVES) else titles.get(name, name) for name in found.lessons}


ADDRESSES: list[tuple[str, type[ClassPage]]] = [("/class/summary", SummaryPage)]
