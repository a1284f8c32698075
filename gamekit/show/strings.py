"""Every sentence of the stepper, the quiz and the lab panel, by the key under which the browser knows it."""

from __future__ import annotations

from gamekit.words import _


def stepper_words() -> dict[str, str]:
    """The stepper's sentences in the reader's language; {names} are filled in by the browser."""
    return {
        "back": _("◀ Back"),
        "beginning": _("The beginning"),
        "board_title": _("{title}. {where}"),
        "branch": _("Play on from here"),
        "cancel": _("Cancel"),
        "chance": _("Chance"),
        "chance_acts": _("Chance acts by itself"),
        "chance_choose": _("Let chance decide, or choose what shall happen:"),
        "chance_title": _("What may happen now"),
        "chances_ask": _("How likely was that?"),
        "choices_here": _("{count} moves are possible here: choose one"),
        "click_place": _("Click a glowing place, or press M and use the arrow keys."),
        "close": _("Close"),
        "coach": _("Coach"),
        "coach_ask": _("Ask the coach"),
        "coach_return": _("Score {value}, between {low} and {high}"),
        "coach_what": _("What is each move worth? The coach plays the game out many times from what you can see."),
        "coach_win": _("wins {value} ({low} to {high})"),
        "coach_working": _("The coach is thinking …"),
        "end": _("End ▶|"),
        "fast": _("fast"),
        "file_too_large": _("This file is larger than {most} MB; no saved game needs that."),
        "files": _("New game, save, open"),
        "first": _("|◀ Start"),
        "human": _("A person"),
        "keys": _("Keyboard"),
        "keys_text": _(
            "M goes to the moves, arrow keys choose one, Enter plays it. B one step back, N one step on, F to the "
            "first, L to the last, P play or pause, U undo, R let chance decide, + and − zoom. In the log, arrow keys "
            "move and Enter jumps."
        ),
        "lines": _("Line of play"),
        "log": _("What has happened"),
        "log_empty": _("Nothing has happened yet."),
        "log_folded": _("Chance: steps {first} to {last}"),
        "mark_option": _("option"),
        "mark_reconstructed": _("reconstructed"),
        "mark_settled": _("settled by us"),
        "moves": _("Moves"),
        "new_game": _("New game"),
        "new_game_start": _("Start a new game"),
        "next": _("Next ▶"),
        "no_answer": _("Python has not answered yet. If nothing happens, reload the page: your game is kept."),
        "normal": _("normal"),
        "odds": _("{weight}/{total} · {percent}"),
        "open": _("Open a saved game …"),
        "opponents_act": _("The others play by themselves"),
        "others_play": _("Let the others play"),
        "others_step": _("Only the next step"),
        "panels": _("Explanations and settings"),
        "pause": _("⏸ Pause"),
        "places": _("Places where a move is possible"),
        "play": _("▶ Play"),
        "redo": _("Redo"),
        "roll": _("Let chance decide"),
        "roll_on": _("… until the next decision"),
        "save": _("Save this game"),
        "seats": _("Who plays"),
        "see_as": _("See as"),
        "seed": _("Seed"),
        "seed_any": _("any"),
        "slow": _("slow"),
        "speed": _("Speed"),
        "step": _("Step"),
        "step_of": _("Step {step} of {last}"),
        "to_now": _("Back to now"),
        "transport": _("Move through the game"),
        "undo": _("Undo"),
        "very_fast": _("very fast"),
        "which_move": _("Several moves are possible here. Which one?"),
        "why_not": _("Why not …?"),
        "why_not_ask": _("Why is this not possible?"),
        "why_not_move": _("Move"),
        "why_not_none": _("Every move of the game is possible now."),
        "why_not_text": _("Choose a move that is not possible now, or click its place, and see which rule forbids it."),
        "why_nothing": _("The step needs no further explanation."),
        "why_start": _("This is the first position. Each step explains itself here."),
        "why_title": _("What happened and why"),
        "zoom": _("Zoom"),
        "zoom_in": _("Larger"),
        "zoom_out": _("Smaller"),
    }


def seen_as(viewer: str, name: str) -> str:
    """How the choice "see as …" names a viewer: everybody, whoever is to move, or one player."""
    if viewer == "all":
        return _("everybody (all cards open)")
    if viewer == "turn":
        return _("whoever is to move")
    return _("player {name}").format(name=name)


def quiz_words() -> dict[str, str]:
    """The quiz's sentences."""
    return {
        "mark_option": _("option"),
        "mark_reconstructed": _("reconstructed"),
        "mark_settled": _("settled by us"),
        "quiz_answer": _("Your answer"),
        "quiz_check": _("Check"),
        "quiz_done": _("That was the last question. Right answers: {right} of {answered}."),
        "no_move_here": _("No move belongs to this place."),
        "places": _("Places where a move is possible"),
        "quiz_first": _("Question {number}"),
        "quiz_look": _("Click places of the picture: each tells what may be done there now, and why not."),
        "quiz_next": _("Next question"),
        "quiz_right": _("Right."),
        "quiz_score": _("Question {number}; {right} of {answered} right so far"),
        "quiz_wrong": _("Not quite. The answer is: {answer}."),
        "zoom": _("Zoom"),
        "zoom_in": _("Larger"),
        "zoom_out": _("Smaller"),
    }


def bet_words() -> dict[str, str]:
    """The sentences of a prediction."""
    return {
        "bet_change": _("Change it"),
        "bet_store": _("Store my prediction"),
        "bet_stored": _("Stored: {value}. You will see it again in the result."),
        "bet_title": _("Your prediction"),
    }


def lab_words() -> dict[str, str]:
    """The sentences of a lab panel."""
    return {"cancel": _("Cancel"), "lab_done": _("Done."), "lab_running": _("Running …")}
