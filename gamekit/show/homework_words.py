"""Every sentence of the homework page, and of what keeps the work on lessons' pages, by the key the browser knows."""

from __future__ import annotations

from gamekit.words import _


def homework_words() -> dict[str, str]:
    """The page's sentences; {names} are filled in by the browser."""
    return {**code_words(), **item_words(), **make_words(), **do_words()}


def code_words() -> dict[str, str]:
    """What is wrong with a code."""
    return {
        "code_empty": _("There is nothing here yet. Paste the code or the link that you were given."),
        "code_half": _("Only {have} of {all} letters of this code are here. Copy all of it, to its very end."),
        "code_is_homework": _("This is the code of a homework, not of a result."),
        "code_is_result": _("This is the code of a result, not of a homework. Teachers read results in."),
        "code_slip": _("A letter of this code is not the one it was made with. Copy it again rather than typing it."),
        "code_strange": _("No code of this page is in this text. One begins with h1. or r1. and is long."),
        "code_version": _(
            "This code is of another version of gamekit, which this page cannot read. Open it on the page it came from."
        ),
        "homework_date": _("The date is none that a calendar has, such as 2026-12-24."),
        "homework_empty": _("Nothing is in this homework yet: add a lesson, a puzzle or a position."),
        "homework_long": _("A homework has at most {most} items, and this one has {items}. Make two of it."),
        "homework_untitled": _("This homework has no title. Give it one, so that pupils know which it is."),
    }


def item_words() -> dict[str, str]:
    """What items are called."""
    return {
        "item_lesson": _("{game}: {title}"),
        "item_move": _("{game}: what would you play?"),
        "item_puzzle": _("{game}: a puzzle"),
        "item_step": _("{title}, step “{steps}”"),
        "item_steps": _("{title}, steps: {steps}"),
        "item_ticket": _("{title}, exit ticket"),
        "item_unknown": _("{name} (this site does not have it)"),
    }


def make_words() -> dict[str, str]:
    """Where a teacher puts homework together."""
    return {
        "make_add_lesson": _("Add the lesson"),
        "make_add_position": _("Add the position"),
        "make_add_puzzle": _("Add the puzzle"),
        "make_add_ticket": _("Add its exit ticket alone"),
        "make_due": _("Until when (may stay empty)"),
        "make_empty": _("Empty it"),
        "make_file": _("Save as a file"),
        "make_file_opens": _(
            "If nothing opens by itself, press the title above. On a stick this file lies beside the homework page."
        ),
        "make_go": _("Make the link"),
        "make_how": _(
            "Choose what pupils do at home. It becomes a link, a QR code and a file: all of it lies in the link, and "
            "nothing is sent anywhere."
        ),
        "make_in_it": _("Your homework"),
        "make_lesson": _("A lesson"),
        "make_link": _("The link for your pupils"),
        "make_link_long": _(
            "The link has {letters} letters; some mail and chat programs cut such a link. The file is safer."
        ),
        "make_local": _(
            "This page is a file on this computer: the link works on this computer alone. Give the file: pupils put it "
            "beside the homework page of their own copy of the site, and open it there."
        ),
        "make_name": _("Title"),
        "make_no_qr": _("For a QR code there is too much in it; give the link or the file."),
        "make_no_qr_local": _("A phone could not open this computer’s files, so there is no QR code."),
        "make_none": _("Nothing yet."),
        "make_open_secret": _(
            "Whoever has the link can read all of it, and the lessons’ answers stand in their pages: it is homework, "
            "and no exam."
        ),
        "make_out": _("Take out: {name}"),
        "make_position": _("A position of a game: paste its link"),
        "make_position_how": _(
            "Play to the position on a Play page, press Share there, and copy the link under “As a puzzle”."
        ),
        "make_position_wrong": _("This is no link of a position in which somebody has a move to make."),
        "make_puzzle": _("Which one"),
        "make_puzzle_entry": _("Puzzle {number}, difficulty {level}"),
        "make_puzzle_of": _("A puzzle of"),
        "make_sentence": _("A sentence to your pupils (may stay empty)"),
        "make_some_steps": _("Only some steps of it"),
        "make_steps": _("If none is ticked, the whole lesson is meant."),
        "make_title": _("Set homework"),
        "make_topics": _("Across the games"),
        "make_try": _("Open it as a pupil"),
        "make_up": _("Move up: {name}"),
        "make_what": _("What can be in it"),
        "way_make": _("Set homework"),
    }


def do_words() -> dict[str, str]:
    """Where a pupil does it."""
    return {
        "do_due": _("Until {date}"),
        "do_file": _("Open a file"),
        "do_open": _("Open"),
        "do_paste": _("The link or code from your teacher"),
        "do_title": _("Do homework"),
        "way_do": _("Do homework"),
    }
