"""Messages of boards, quizzes, panels, puzzles and reviews, by the key under which the browser knows them."""

from __future__ import annotations

from gamekit.core.i18n.translation import _, pgettext
from gamekit.lab import reasons
from gamekit.widgets.still_picture import is_in_notebook


def stepper_words() -> dict[str, str]:
    """Return the messages of a board in the reader's language; the browser fills in {names}."""
    return {
        **number_words(),
        "ask_class": _("Ask the class"),
        "ask_class_done": _("“What would you play?” is put to the class ✓ The moves are counted on your board."),
        "ask_class_lost": _("No connection to the server. Try once more."),
        "ask_class_not": _("Only the teacher of a class can ask it. Open your board once more."),
        "ask_class_refused": _("This cannot be put to the class: {reason}"),
        "back": _("◀ Back"),
        "beginning": _("The beginning"),
        "board_title": _("{title}. {where}"),
        "board_words": _("The board in words"),
        "branch": _("Play on from here"),
        "cancel": _("Cancel"),
        "card_leads": _("Show where this card leads"),
        "chance": _("Chance"),
        "chance_acts": _("Chance acts by itself"),
        "chance_choose": _("Let chance decide, or choose what shall happen:"),
        "chance_title": _("What may happen now"),
        "chances_ask": _("How likely was that?"),
        "choose_card": _("Choose a glowing place, or first a card of the hand to see where it leads."),
        "choices_here": _("{count} moves are possible here: choose one"),
        "click_place": _("Click a glowing place. Or click the board, press M and use the arrow keys.")
        if is_in_notebook()
        else _("Click a glowing place, or press M and use the arrow keys."),
        "close": _("Close"),
        "coach": _("Coach"),
        "coach_ask": _("Ask the coach"),
        "coach_rest": _("The {shown} best of them; {count} other moves are worth less or are as good as the last."),
        "coach_return": _("Score {value}, between {low} and {high}"),
        "coach_what": _("What is each move worth? The coach plays the game out many times from what you can see."),
        **{f"coach_why_{kind}": sentence for kind, sentence in reasons.list_templates().items()},
        "coach_win": _("wins {value} ({low} to {high})"),
        "coach_working": _("The coach is thinking …"),
        "end": _("End ▶|"),
        "equal_cards": _("{text} ({count} alike)"),
        "fast": pgettext("how fast a game is shown", "fast"),
        "file_too_large": _("This file is larger than {most} MB; no saved game needs that."),
        "files": _("New game, save, open"),
        "first": _("|◀ Start"),
        "forced_by_hand": _("Play forced moves by myself"),
        "go_on": _("Go on ▶"),
        "how_title": _("How to play"),
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
        "mark_settled": _("our reading of the rules"),
        "moves": _("Moves"),
        "new_game": _("New game"),
        "new_game_start": _("Start a new game"),
        "next": _("Next ▶"),
        "no_answer": _("Python has not answered yet. If nothing happens, reload the page: your game is kept."),
        "normal": pgettext("how fast a game is shown", "normal"),
        "odds": _("{weight}/{total} · {percent}"),
        "open": _("Open a saved game …"),
        "opponents_act": _("The others play by themselves"),
        "others_play": _("Let the others play"),
        "others_step": _("Only the next step"),
        "panels": _("Explanations and settings"),
        "pause": _("|| Pause"),
        "picture": _("Save the board as a picture"),
        "picture_failed": _("This browser cannot draw the picture. Save it as SVG."),
        "picture_png": _("As PNG, for text and slides"),
        "picture_step": _("step-{step}"),
        "picture_svg": _("As SVG, sharp at any size"),
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
        "slow": pgettext("how fast a game is shown", "slow"),
        "sounds": _("Sounds"),
        "sounds_text": _("Quiet sounds for a move, for your turn and for the end"),
        "speed": _("Speed"),
        "step": _("Step"),
        "step_of": _("Step {step} of {last}"),
        "to_now": _("Back to now"),
        "touch_place": _("Touch a glowing place."),
        "transport": _("Move through the game"),
        "undo": _("Undo"),
        "very_fast": pgettext("how fast a game is shown", "very fast"),
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


def table_words() -> dict[str, str]:
    """Return the messages of the table at which a game is played (web/table/table.js)."""
    return {
        "form_begins": _("{player} begins"),
        "form_count": _("{count} players"),
        "form_house": _("House rule:"),
        "form_how_many": _("How many play"),
        "form_players": _("Players"),
        "form_with": _("{name}: {value}"),
        "form_without": _("{option}: no"),
        "table_and": _("{others} and {last}"),
        "table_coach_clear": _("The coach’s first choice is: {move}."),
        "table_coach_close": _("Several moves are about as good; {move} is slightly ahead."),
        "table_coach_early": _("The coach was stopped early. So far {move} looks best."),
        "table_coach_rate": _(
            "Measured: of {count} such reasons in this game, held against new continuations, {signs} were right about "
            "which is more, and {sizes} about how much more, within the 95 % interval."
        ),
        "table_coach_told": _(
            "{verdict} Games played out: {games}. In brackets, and as thin lines, 95 % intervals: they hold the luck "
            "of having played no more games. Where many moves are about as good, the first one was lucky as well. The "
            "others played by a strategy of the computer; people may play otherwise."
        ),
        "table_coach_when": _("The coach can only be asked when a player decides."),
        "table_failed": _("Something went wrong in the program, not in your game. Please go on, or reload the page."),
        "table_hidden_chances": _(
            "The exact chances depend on cards this player cannot see. Look as everybody to see them."
        ),
        "table_hinted": _("{action}: {hint}"),
        "table_incomplete": _("it is not complete."),
        "table_kept_game": _("the kept game"),
        "table_kept_unfit": _("The game kept in this page could not be taken up again: {reason}"),
        "table_line": _("Line {number}, {steps} steps"),
        "table_moved": _("{letter} has moved."),
        "table_no_guest": _(
            "This player is written in Python, which this page does not have. Under “Who plays”, give its seat to a "
            "person or to a strategy of the game."
        ),
        "table_no_move_here": _("No move belongs to this place."),
        "table_no_persons_turn": _("It is not a person’s turn now: let the others play first."),
        "table_no_undo": _("There is no decision to take back."),
        "table_only": _("It is your turn, {letter}. {question} Only one move is possible: “{move}”."),
        "table_only_move": _("Only move: {move}"),
        "table_opened": _("The game from {name} has been opened."),
        "table_persons": _(
            "It is {letter}’s turn. To play for {letter}, see as {letter}, as whoever is to move or as everybody."
        ),
        "table_persons_turn": _("It is a person’s turn now."),
        "table_player": _("Player {letter}"),
        "table_possible": _("This move is possible now."),
        "table_see_all": name_view("all", ""),
        "table_see_player": name_view("", "{name}"),
        "table_see_turn": name_view("turn", ""),
        "table_set_aside": _("It is not lost: it waits in this page until the page can go on with it."),
        "table_shared": _("The game is over: {winners} share the win. Final scores: {scores}."),
        "table_taken_up": _("Your game has been taken up again where you left it."),
        "table_theirs": _("It is {letter}’s turn."),
        "table_won": _("The game is over: {winner} wins. Final scores: {scores}."),
        "table_yours": _("It is your turn, {letter}. {question}"),
    }


def play_words() -> dict[str, str]:
    """Return the messages of a Play page, including those of review, board and table."""
    return {
        **review_words(),
        **stepper_words(),
        **table_words(),
        "cover_open": _("I am {letter}: show my turn"),
        "cover_text": _("Only {letter} should look at the screen now."),
        "cover_title": _("Hand the screen to player {letter}"),
        "explain_how": _("Point at a card, a marker or a field, or touch it: here it says what it is."),
        "guide_again": _("Guide me through a round"),
        "guide_end": _("That was all. Play on, or look at “How to play” again at any time."),
        "guide_got": _("Got it"),
        "guide_leave": _("Leave the guide"),
        "guide_stop": _("{number} of {count}"),
        "guide_title": _("Your first round"),
        "guide_wait": _("Your move. More is said as soon as something new comes."),
        "link_opened": _("A game that was sent to you. Play on, or look back at how it came about."),
        "link_puzzle": _("A position that was sent to you. It is {letter}’s turn: what would you play?"),
        "link_rules": _(
            "This link was made with other rules, so its position cannot be rebuilt here. A new game can be played."
        ),
        "link_strange": _("This link is damaged or was not made by this program. A new game can be played."),
        "no_answer": _("The page has not answered yet. If nothing happens, reload it: your game is kept."),
        "own_delete": _("Delete all of it"),
        "own_even": _("Even share"),
        "own_game": _("Game"),
        "own_none": _("No game has been finished here yet."),
        "own_others": _("Against"),
        "own_played": _("Played"),
        "own_sure": _("Really delete? Press once more"),
        "own_take": _("Take it away as a file"),
        "own_title": _("Yours alone: your games"),
        "own_what": _("This is kept in this browser only and never sent. You can take it away, and delete it."),
        "own_won": _("Won"),
        "play_as_rules": _("as in the rules"),
        "play_beaten": _("{title} ✓ beaten"),
        "play_begins": _("Who begins"),
        "play_computer": _("Computer: {title}"),
        "play_count": _("How many play?"),
        "play_cover": _("Cover the cards between turns, because we share this screen"),
        "play_go_on": _("Go on with my last game (step {step})"),
        "play_go_on_aside": _("Go on with the game that was set aside (step {step})"),
        "play_kept_here": _("Your last game stays kept in this browser."),
        "play_list": _("none"),
        "play_lots": _("drawn at random"),
        "play_manners": _("How does the computer play?"),
        "play_more": _("House rules and more"),
        "play_next_level": _("Next level: {title}"),
        "play_not_kept": _(
            "This browser does not keep your game (its storage is full or forbidden). Playing goes on; save the game "
            "as a file before you close the page."
        ),
        "play_other_game": _("This is a game of {title}: open it on that game’s Play page."),
        "play_read_rules": _("The rules can still be read, and a saved game opens in any other browser."),
        "play_rematch": _("Play again"),
        "play_rules": _("Which rules?"),
        "play_open": _("Open …"),
        "play_save": _("Save"),
        "play_seed": _("Number of the shuffle"),
        "play_seed_why": _("Leave it empty for fresh luck. The same number brings the same cards and dice again."),
        "play_settings": _("Settings"),
        "play_start": _("Play now"),
        "play_start_so": _("Play with these settings"),
        "play_told": _("You against {count} players of the computer, all of them: {title}."),
        "play_told_mixed": _("One person and {computers} players of the computer."),
        "play_told_one": _("You against one player of the computer: {title}."),
        "play_told_people": _("Persons: {people}. Players of the computer: {computers}."),
        "play_set_aside": _(
            "It is not lost: it stays in this browser, set aside, until a page with its rules goes on with it. Perhaps "
            "this page is an older copy; load it anew."
        ),
        "play_weakest": _("Computer, plays anything: {title}"),
        "play_who": _("Who plays?"),
        "share": _("Send this game"),
        "share_button": _("Send …"),
        "share_by_hand": _("Select it and copy it."),
        "share_copied": _("Copied."),
        "share_copy": _("Copy"),
        "share_file": _(
            "This page lies on this computer as a file, so the address works here only. On another computer open the "
            "same page and paste the link there."
        ),
        "share_game": _("The game as it stands"),
        "share_open": _("Open a link that was sent to you"),
        "share_open_go": _("Open it"),
        "share_open_link": _("Open a link …"),
        "share_puzzle": _("As a puzzle: “Your turn, what would you play?”"),
        "share_qr": _("QR code, to point a phone at"),
        "share_qr_alt": _("QR code of the link above"),
        "share_too_long": _("This game is too long for a link. Save it as a file and send that."),
        "undo": _("Take back"),
    }


def name_view(viewer: str, name: str) -> str:
    """Return the name of a viewer in the choice "see as …": everybody, the player to move, or one player."""
    if viewer == "all":
        return _("everybody (all cards open)")
    if viewer == "turn":
        return _("whoever is to move")
    return _("player {name}").format(name=name)


def number_words() -> dict[str, str]:
    """Return the messages of fields about numbers that cannot be read."""
    return {
        "number_list": _("“{text}” is not clear. Type whole numbers with spaces or semicolons between them."),
        "number_missing": _("Type a number first, such as 12 or 12.5."),
        "number_two": _("“{text}” can be read in two ways. Type {one} or {other}."),
        "number_unread": _("“{text}” is not a number. Type one such as 12 or 12.5."),
    }


def quiz_words() -> dict[str, str]:
    return {
        **number_words(),
        "mark_option": _("option"),
        "mark_reconstructed": _("reconstructed"),
        "mark_settled": _("our reading of the rules"),
        "board_words": _("The board in words"),
        "quiz_again": _("Not quite. Try once more."),
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
    return {
        "bet_change": _("Change it"),
        "bet_store": _("Save my prediction"),
        "bet_stored": _("Stored: {value}. You will see it again in the result."),
        "bet_title": _("Your prediction"),
        **number_words(),
    }


def field_words() -> dict[str, str]:
    return {"field_kept": _("Kept in this browser.")}


def collect_words() -> dict[str, str]:
    """Return the messages of a panel on a page without Python."""
    return {
        "recorded_all": _("This page has no Python: it shows what came out when it was made, for every setting."),
        "recorded_luck": _("At random: each press of the button shows another of {count} recorded drawings."),
        "recorded_one": _("This page has no Python: it shows what came out when it was made."),
        "recorded_outside": _("This was not recorded: a page without Python has only the settings in the list."),
        "recorded_predicted": _("You predicted {value}."),
        "recorded_some": _(
            "This page has no Python: it shows what came out when it was made, for the settings offered here. "
            "Any others can be tried where gamekit is installed, or on a class’s server."
        ),
    }


def lab_words() -> dict[str, str]:
    return {
        "cancel": _("Cancel"),
        "lab_again": _("Same luck again"),
        "lab_closed": _("Predict first. Then this opens."),
        "lab_done": _("Done."),
        "lab_follows": _("Move the controls: the result follows."),
        "lab_luck": _("Number of the draw"),
        "lab_open": _("Show me anyway"),
        "lab_predict": _("To the prediction"),
        "lab_running": _("Running …"),
        **number_words(),
        "lab_stopped": _("Stopped."),
        "lab_unanswered": _("Nobody answers at the moment. This goes on by itself as soon as the server is back."),
    }


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
        "puzzle_wrong": _("✗ You chose “{chosen}”. The best choice is “{move}”."),
        "puzzles_all": _("all ({count})"),
        "puzzles_broken": _(
            "Puzzles that do not fit the rules of this page, and are left out: {count}. The others can be solved."
        ),
        "puzzles_counts": _("New: {fresh}. To come again today: {due}, later: {later}."),
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
        "puzzles_today": _("Puzzle of the day"),
        "puzzles_theme": _("About"),
        "seat_no_odds": _("The exact chances depend on cards you cannot see."),
        "seat_watching": _("You are watching: what one player alone knows is hidden from you."),
        **own_puzzle_words(),
    }


def review_words() -> dict[str, str]:
    return {
        "again_right": _("✓ “{move}”: that is what the coach would play."),
        "again_try": _("Try this moment again"),
        "choice_cost": _(
            "“{played}” wins {n} games of 100 fewer than “{better}” ({low} to {high}), where all play on, and hide "
            "cards, as the coach would."
        ),
        "choice_open": _("Which is better, “{played}” or “{better}”: that cannot be told from the games played on."),
        "choice_working": _("The coach plays on from both choices …"),
        "puzzle_what": _("What would you play?"),
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
        "review_open": _("cannot be told from one game"),
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
        "review_turning": _("Turning point, step {step}, {who}: {text} ({gained} of 100)."),
        "review_unseen": _("Not told apart"),
        "review_unseen_how": _(
            "“Not told apart”: between two positions that were looked at, several players acted, or a player and "
            "luck. Whose part it was cannot be said."
        ),
        "review_working": _("The coach looks back at the game …"),
        "review_you": _("you"),
        "review_yours": _("Your choices that cost most"),
    }
