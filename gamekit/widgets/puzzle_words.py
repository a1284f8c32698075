"""Messages of a puzzle page (web/play/puzzle_page.js), and of a Play page about puzzles."""

from __future__ import annotations

from gamekit.core.i18n.translation import _
from gamekit.widgets.messages import play_words


def own_puzzle_words() -> dict[str, str]:
    """Return the messages about a reader's own puzzles, for puzzle pages and Play pages."""
    return {
        "play_puzzles": _("Puzzles"),
        "puzzles_again": _("To come again"),
        "puzzles_found": _("Found at once"),
        "puzzles_curve": _("Puzzles found at once, of the last {count} each time"),
        "puzzles_curve_alt": _("The share begins with {from} of 100 and stands at {to} now; {best} was the highest."),
        "puzzles_own": _("Your puzzles"),
        "puzzles_streak": _("Found in a row: {now}. Longest row: {best}."),
        "puzzles_tried": _("Tried"),
    }


def puzzle_words() -> dict[str, str]:
    """Return all messages of a puzzle page, including those of a Play page."""
    return {
        **play_words(),
        "puzzle_best": _("The best choice glows: “{move}”."),
        "puzzle_due": _("You missed it before: here it is again."),
        "puzzle_finds": _("How often each level finds it"),
        "puzzle_give_up": _("Show me"),
        "puzzle_hard": _("Difficulty {number} of {all}"),
        "puzzle_next": _("Next puzzle"),
        "puzzle_returns": _("It comes again after {days} days."),
        "puzzle_returns_one": _("It comes again tomorrow."),
        "puzzle_rests": _("You have found it after every wait: it comes no more."),
        "puzzle_right": _("✓ Right: “{move}”."),
        "puzzle_shown": _("The best choice is “{move}”."),
        "puzzle_theme": _("What it is about: {theme}."),
        "puzzle_what": _("What would you play?"),
        "puzzle_wrong": _("✗ You chose “{chosen}”. The best choice is “{move}”."),
        "puzzles_all": _("all ({count})"),
        "puzzles_broken": _(
            "Puzzles that do not fit the rules of this page, and are left out: {count}. The others can be solved."
        ),
        "puzzles_counts": _("New: {fresh}. To come again today: {due}, later: {later}."),
        "puzzles_damaged": _("The puzzles in this page cannot be read. Load it again; the games can be played."),
        "puzzles_difficulty": _("Difficulty"),
        "puzzles_done": _("You have seen all of these puzzles. What you missed comes again when its day has come."),
        "puzzles_filter": _("Choose puzzles"),
        "puzzles_how": _("How they come again"),
        "puzzles_how_text": _(
            "What you find at once does not come again. What you miss comes again after {first} day; each time you "
            "find it then, it waits longer: {days} days, and after that it comes no more. Who misses it again begins "
            "anew. (Sebastian Leitner published this in 1972, with cards in boxes.)"
        ),
        "puzzles_hard": _("So many levels do not find it two times in three: 1 only easy, then also {levels}."),
        "puzzles_none": _("There are no puzzles of {title} yet. The game can be played, and its coach asked."),
        "puzzles_not_kept": _(
            "This browser does not keep your puzzles (its storage is full or forbidden). They go on; what you missed "
            "is known only until this page is closed."
        ),
        "puzzles_once_more": _("Go through them once more"),
        "puzzles_some": _("{name} ({count})"),
        "puzzles_theme": _("About"),
        "seat_no_odds": _("The exact chances depend on cards you cannot see."),
        "seat_watching": _("You are watching: what one player alone knows is hidden from you."),
        **own_puzzle_words(),
    }
