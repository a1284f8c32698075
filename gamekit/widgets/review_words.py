"""Messages of the review of a finished game (web/review/review_panel.js)."""

from __future__ import annotations

from gamekit.core.i18n.translation import _


def review_words() -> dict[str, str]:
    return {
        "review_alt": _("The chances to win along the game."),
        "review_alt_player": _(
            "{letter} begins with {from} of 100, is highest at step {step} with {highest}, and ends with {to}."
        ),
        "review_alt_turning": _("The turning point is step {step}."),
        "review_because": _("Because: {why}"),
        "review_button": _("Look back at the game"),
        "review_choice": _("You played “{played}”; better was “{better}”."),
        "review_choice_of": _("{letter} played “{played}”; better was “{better}”."),
        "review_cost": _("It cost {n} of 100 wins ({low} to {high})."),
        "review_course": _("Everybody’s chance to win, step by step; the band holds the truth 95 times of 100"),
        "review_dearest": _("The choices that cost most"),
        "review_doubt": _("That may be chance."),
        "review_failed": _("The game cannot be looked back at: {reason}"),
        "review_how": _(
            "Chances are shares of wins where all play on as the coach does. {points} of {of} positions between two "
            "who act were looked at, and {decisions} of {all} choices, first where a quick look saw a difference. "
            "What a choice cost is measured with other luck than it was found with."
        ),
        "review_look": _("Show step {step}"),
        "review_luck": _("Luck"),
        "review_made": _("What made the result: how many more wins of 100, with the half width of the 95 % interval"),
        "review_none": _("No choice that was looked at was clearly worse than what the coach would have played."),
        "review_others": _("Choices of others"),
        "review_own": _("Own choices"),
        "review_percent": _("{n} %"),
        "review_place": _("Place"),
        "review_player": _("Player"),
        "review_result": _("Result"),
        "review_shift": _("{n} ± {half}"),
        "review_standings": _("Standings"),
        "review_start": _("Chance at the start"),
        "review_title": _("Looking back at the game"),
        "review_turning": _("Turning point, step {step}: {text} ({gained} of 100)."),
        "review_unseen": _("Not told apart"),
        "review_unseen_how": _(
            "“Not told apart”: between two positions that were looked at, several players acted, or a player and "
            "luck. Whose part it was cannot be said."
        ),
        "review_working": _("The coach looks back at the game …"),
        "review_you": _("you"),
        "review_yours": _("Your choices that cost most"),
    }
