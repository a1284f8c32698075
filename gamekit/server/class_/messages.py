"""Texts that the scripts of a class's pages show, and a pupil's page described in words."""

from __future__ import annotations

from typing import Final

from gamekit.core.game import game_names, load
from gamekit.core.i18n.translation import _
from gamekit.widgets.messages import number_words

LESSONS: Final = "lessons"
"""First part of the URL path of lesson pages."""


def pupil_words() -> dict[str, str]:
    """Return the texts of pupil.js, by name."""
    return {
        "in": _("In class: {who}"),
        "pupil": _("number {number}"),
        "sent": _("Sent to the class ✓"),
        "waiting": _("Not sent yet. It is kept, and sent when the connection is back."),
        "refused": _("Not sent: {reason}"),
        "elsewhere": _("You have answered this in another tab. Reload this page to see your answer."),
        "again": _("Your teacher asks this again. Talk about it, then answer once more."),
        "asked": _("A question for all"),
        "answer": _("Answer"),
        "lesson": _("To the class"),
        "vote_open": _("Kept. What is right is told when all have voted."),
        "vote_talk": _("The vote is closed. Talk about it; then it is asked again."),
        "vote_told": _("The vote is closed."),
        "talk_differ": _("Talk to {who}: you have answered differently. Why?"),
        "talk_same": _("Talk to {who}: how would you explain your answer?"),
        "talk_alone": _("Whoever you were to talk to has left. Join two others."),
        "go": _("Your teacher opens a page for all …"),
        "opened": _("Open for all now: {step}"),
        "timer": _("A timer runs: {minutes} min"),
        "held": _("Your teacher will open the next step."),
        "front": _("Eyes to the front"),
        "front_more": _("Your teacher goes on in a moment. Nothing is lost."),
        "over": _("Time is up"),
        "lost": _("No connection to the class"),
        "asking": _("No live line here: this page asks every 2 seconds."),
        "ended": _("The class has ended. The lessons go on."),
        "move": _("What would you play?"),
    }


def board_words() -> dict[str, str]:
    """Return the texts of desk.js, projector.js and contest.js, by name."""
    return {
        **number_words(),
        **_order_words(),
        "of": _("{count} of {of}"),
        "percent": _("{percent} %"),
        "answered": _("answered"),
        "reached": _("are there or further"),
        "here": _("here"),
        "round": _("Round {number}: {count}"),
        "now_vote": _("Vote, round {round}"),
        "now_question": _("Question"),
        "closed": _("closed"),
        "get_in": _("Open this address, enter the code"),
        "getting_in": _("Getting in"),
        "free_lessons": _("The list of lessons"),
        "free_choice": _("Everybody chooses a lesson"),
        "contest": _("Tournament of plans"),
        "contest_share": _("of the next round are played"),
        "contest_enter": _("Enter a plan: three numbers."),
        "plans": _("plans: {count}"),
        "ask": _("Ask the class"),
        "talk_now": _("Close: talk in pairs"),
        "again": _("Ask again"),
        "tell": _("Close and show"),
        "withdraw": _("Call it off"),
        "end_it": _("End"),
        "show_answers": _("Show the answers"),
        "show_outcome": _("Show what came out"),
        "show_right": _("Show what is right"),
        "show_hide": _("Hide the answers"),
        "next_step": _("Next step for all: {number}, {name}"),
        "together": _("Go on together"),
        "alone": _("Everybody on their own"),
        "clock": _("Clock"),
        "space": _("Space"),
        "open_projector": _("Open the projector"),
        "nobody_in": _("Nobody gets in?"),
        "contest_start": _("Start the games"),
        "contest_stop": _("Stop the games"),
        "names_on": _("Show names"),
        "names_off": _("Show numbers"),
        "only_you": _("The answers are on your screen only."),
        "half_answered": _("Half have answered."),
        "all_answered": _("All have answered."),
        "stage_open": _("Each for yourself, no talking yet."),
        "stage_talk": _("Talk to your neighbour: your screen says to whom. Then vote again."),
        "stage_told": _("The vote is closed."),
        "changed": _("{count} kept their answer"),
        "closer": _("{count} came closer"),
        "went_away": _("{count} went away from it"),
        "way": _("{way}: {count}"),
        "no_questions": _("it asks nothing"),
        "project": _("Show to all"),
        "projected": _("Shown on the projector"),
        "pupil": _("No. {number}"),
        "nobody": _("Nobody is in yet."),
        "nowhere": _("no lesson yet"),
        "away": _("away"),
        "away_since": _("away {minutes} min"),
        "sent": _("✓ sent"),
        "not_yet": _("not yet"),
        "no_answer": _("no answer"),
        "changed_it": _("changed"),
        "kept_it": _("kept"),
        "plan_in": _("✓ plan"),
        "plan_open": _("no plan yet"),
        "is_behind": _("behind"),
        "behind": _("{count} three steps behind ▾"),
        "call": _("Call all to step {number}"),
        "ready": _("ready: {languages}"),
        "being_drawn": _("being prepared …"),
        "ends_vote": _("ends the vote"),
        "contest_runs": _("runs now"),
        "earlier": _("Questions ({count})"),
        "projector_on": _("Projector: on"),
        "projector_off": _("Projector: off"),
        "pause": _("Eyes to the front"),
        "go_on": _("Screens are dark: go on"),
        "remove": _("Remove {who} with everything they sent? It cannot be brought back."),
        "remove_means": _(
            "Removing takes out of the class, for good, who this is and what they sent: {count} predictions, answers "
            "and moves, where they are in lessons, what they entered, and frees their seats at tables. Their browser "
            "can join again as somebody new."
        ),
        "remove_menu": _("Remove from the class …"),
        "pupil_now": _("Now: {place}"),
        "removed": _("Remove from the class"),
        "looking": _("Looking …"),
        "left": _("They have left already."),
        "close": _("Close"),
        "wrong": _("wrong"),
        "kind_bet": _("prediction"),
        "kind_answer": _("answer"),
        "kind_move": _("proposed move"),
        "moves_shelf": _("What would you play?"),
        "pupil_step": _("At step {number} of {steps}: {name}; {done} done ({at})"),
        "pupil_tries": _("{tries} tries, the last one: {last}"),
        "pupil_round": _("asked again, round {round}"),
        "pupil_entered": _("Entered for the tournament: {title}"),
        "pupil_tables": _("Sits at tables {codes}"),
        "pupil_nothing": _("Nothing has been sent yet."),
        "pair": _("{name}: {value}"),
        "middle": _("Median {median} · mean {mean}"),
        "median": _("median {median}"),
        "people": _("{online} here"),
        "people_away": _("{online} here, {away} away"),
        "close_door": _("Let nobody new in"),
        "open_door": _("Let pupils in again"),
        "renew": _("Draw a new code? The old one opens nothing any more; whoever is in stays in."),
        "hide": _("Hide names"),
        "names": _("Show names"),
        "lost": _("No connection to the server; it is tried again."),
        "asking": _("This network lets no live line through: this page asks every 2 seconds instead."),
        "people_asking": _("{count} without a live line"),
        "ended": _("The class has ended."),
        "out": _("You are not in this class any more."),
        "end": _("Delete the class with every answer, for good? Export the table first if you want to keep it."),
        "deleted": _("Deleted. Nothing of the class is left in the file."),
        "right": _("right"),
        "step": _("Step {number}: {name}"),
        "over": _("Time is up"),
        "result": _("It came out: {value}"),
        "mark": _("What came out"),
        "mark_it": _("Mark it"),
        "unmark": _("Take the mark away"),
        "result_more": _("Result"),
        "share": _("{count} · {percent} %"),
        "contest_none": _("None has been played yet."),
        "contest_round": _("Round {round} of {of}: {games} games each"),
        "contest_running": _("being played, {percent} % of the next round"),
        "contest_done": _("all games are played"),
        "contest_stopped": _("stopped"),
        "contest_first": _("first place is decided"),
        "contest_open": _("first place is open between {count}"),
        "contest_others": _("{count} others"),
        "contest_all": _("Show all"),
        "contest_wins": _("{value} of 100 won ({low} to {high})"),
        "board": _("The position that was put to the class"),
    }


def _order_words() -> dict[str, str]:
    """Return what the desk says about the teacher's last order, by name."""
    return {
        "did_ask": _("Asked at {at}, on {count} screens and the projector."),
        "did_move": _("Asked at {at}, on {count} screens and the projector."),
        "did_again": _("Asked again at {at}, on {count} screens and the projector."),
        "did_talk": _("Closed at {at}. Each screen says to whom to talk."),
        "did_tell": _("Closed at {at} and shown on the projector."),
        "did_withdraw": _("Called off. What was sent is kept."),
        "did_show": _("The projector shows what is here now."),
        "did_send": _("Sent {count} screens there at {at}."),
        "did_pace": _("Done at {at}, on {count} screens."),
        "did_compete": _("{count} screens are at the tournament."),
        "did_start": _("The games have begun at {at}."),
        "did_stop": _("The games were stopped at {at}. Whole rounds stay."),
        "did_timer": _("The clock was set at {at}."),
        "did_pause": _("{count} screens: done."),
        "did_names": _("Names were switched."),
        "did_door": _("The door was switched."),
        "did_result": _("The result was marked."),
        "did_back": _("Taken back at {at}."),
    }


def move_words() -> dict[str, str]:
    """Return the texts of web/class/move_proposal.js that those of a table do not include, by name."""
    return {
        "move_again": _("Your teacher asks this again. Talk about it, then make your move once more."),
        "move_closed": _("The vote is closed. Talk about it, or look at the projector."),
        "move_how": _("Make the move you would play. It is sent to the class; nothing happens on the board."),
        "move_lost": _("It could not be sent. Make the move once more."),
        "move_over": _("This question is over."),
        "move_sending": _("It is being sent …"),
        "move_sent": _("Sent to the class ✓ “{move}”. You can still make another move instead."),
    }


def table_words() -> dict[str, str]:
    """Return the texts of web/class/class_table.js that those of a Play page do not include, by name."""
    return {
        "seat_begin": _("Begin now"),
        "seat_code": _("Table {code}"),
        "seat_computer": _("the computer plays"),
        "seat_computer_for": _("{name} is gone: the computer plays"),
        "seat_free": _("free"),
        "seat_gone": _("{name} (no connection)"),
        "seat_lost": _("No connection. Your seat is kept; it is tried again."),
        "seat_no_odds": _("The exact chances depend on cards you cannot see."),
        "seat_take": _("Sit down as {letter}"),
        "seat_watching": _("You are watching: what one player alone knows is hidden from you."),
        "seat_you": _("{name}: you"),
        "seats_at": _("Who sits here"),
    }


def describe_place(path: str) -> str:
    """Describe to the teacher which page a pupil has open, from its URL path; "" for a lesson.

    >>> describe_place("lessons/start.html"), describe_place("play/kartenspiel"), describe_place("x" * 9000)
    ('', 'plays Auf Achse – Das Kartenspiel', 'on another page')
    """
    room, _slash, name = path.partition("/")
    if room == LESSONS:
        return ""
    if room in ("play", "kind", "rules") and name in game_names():
        about = {"play": _("plays {title}"), "kind": _("reads about {title}"), "rules": _("reads the rules of {title}")}
        return about[room].format(title=load(name).title)
    known = {
        "": _("in the list of lessons"),
        "class/move": _("“What would you play?”"),
        "class/tournament": _("at the tournament"),
        "class/tables": _("choosing a table"),
    }
    return _("at a table") if path.startswith("class/table/") else known.get(path, _("on another page"))
