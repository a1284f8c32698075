"""Every sentence of the homework page, and of what keeps the work on lessons' pages, by the key the browser knows."""

from __future__ import annotations

from gamekit.words import _


def platform_words() -> dict[str, str]:
    """The sentences of one homework in a learning platform."""
    return {**homework_words(), "keeper_back": keeper_words()["keeper_back"]}


def homework_words() -> dict[str, str]:
    """The page's sentences; {names} are filled in by the browser."""
    return {
        **code_words(),
        **item_words(),
        **make_words(),
        **do_words(),
        **read_words(),
        **privacy_words(),
        **preset_words(),
    }


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
        "item_set": _("{name} (its panels are set)"),
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
            "Play to the position on a Play page, press “Send …” there, and copy the link under “As a puzzle”."
        ),
        "make_position_wrong": _("This is no link of a position in which somebody has a move to make."),
        "make_puzzle": _("Which one"),
        "make_puzzle_entry": _("Puzzle {number}, difficulty {level}"),
        "make_puzzle_of": _("A puzzle of"),
        "make_sentence": _("A sentence to your pupils (may stay empty)"),
        "make_as_it_is": _("As in the lesson"),
        "make_for_all": _("The same for all"),
        "make_for_each": _("Different for each pupil"),
        "make_luck": _("The luck of the first run, by its number"),
        "make_set_panel": _("{panel} (step “{step}”)"),
        "make_set_value": _("{control}, for all"),
        "make_sets": _("Set its panels"),
        "make_sets_coming": _("What can be set is being looked up …"),
        "make_sets_how": _(
            "What is different for each pupil is drawn from the name they type: the same name has the same values on "
            "every device. Pupils can still move the controls; the result says with what they began."
        ),
        "make_sets_lost": _("What can be set in this lesson cannot be had at the moment. Open this again."),
        "make_sets_none": _("This lesson has no panels."),
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
        "ask_all": _("All moves"),
        "ask_before": _("You have chosen before: {move}."),
        "ask_best": _("Noted: {move}. That is the best choice here."),
        "ask_not_best": _("Noted: {move}. Something else is better here. You may try again; your first choice counts."),
        "ask_other": _("Another move"),
        "ask_take": _("My choice: {move}"),
        "ask_taken": _("Noted: {move}."),
        "do_begun": _("begun"),
        "do_code": _("Your result as a code"),
        "do_code_how": _(
            "Send all of this code to your teacher, or the file. It has your name, your first answers, how often you "
            "tried and how long you took, and nothing else."
        ),
        "do_done": _("✓ done"),
        "do_done_right": _("✓ done, {right} of {of} right"),
        "do_drawn": _("Some values in this homework are drawn from your name: type it first, and stay with it."),
        "do_due": _("Until {date}"),
        "do_file": _("Open a file"),
        "do_hand_in": _("Hand it in"),
        "do_late": _("Until {date}, which has passed by this device’s clock. You can still do it."),
        "do_name_first": _("(type your name first)"),
        "do_nameless": _("There is no name on it yet. Type one above, so that your teacher knows whose it is."),
        "do_no_position": _("This site does not have this position, or is of another version."),
        "do_not_kept": _(
            "This browser keeps nothing here (a private window, perhaps), so what you do would be lost. Open the link "
            "in an ordinary window."
        ),
        "do_open": _("Open"),
        "do_paste": _("The link or code from your teacher"),
        "do_platform": _("The learning platform hears by itself how far you are, and how much was right at first."),
        "do_no_qr": _("For QR codes your result is too long: send the code or the file."),
        "do_qr": _("QR codes, for your teacher’s camera"),
        "do_qr_alt": _("QR code of your result, {number} of {all}"),
        "do_qr_piece": _("{number} of {all}"),
        "do_result": _("Make my result"),
        "do_save": _("Save as a file"),
        "do_sum": _("Done: {done} of {items}. You can hand in at any time, and once more later."),
        "do_title": _("Do homework"),
        "do_who": _("Your name"),
        "do_who_how": _(
            "As your teacher knows you: a first name, a nickname, or your user name in the learning platform."
        ),
        "way_do": _("Do homework"),
    }


def scan_words() -> dict[str, str]:
    """What a teacher is told who scans results with a camera."""
    return {
        "scan_denied": _(
            "This page may not use the camera. Allow it in the browser, beside the address; or paste the code or drop "
            "the file here."
        ),
        "scan_how": _("Hold one QR code after the other before the camera. Its pictures are not kept and not sent."),
        "scan_missing": _(
            "There is no camera, or another program is using it. Paste the code or drop the file here instead."
        ),
        "scan_none": _("This browser cannot read QR codes. Paste the code or drop the file here instead."),
        "scan_open": _("Scan with the camera"),
        "scan_other": _(
            "Piece {number} of {all} of another result; the pieces of both are kept. Of this one, these are missing: "
            "{missing}."
        ),
        "scan_picture": _("What the camera sees"),
        "scan_piece": _("Piece {number} of {all}. These are still missing: {missing}."),
        "scan_stop": _("Stop the camera"),
        "scan_strange": _("This QR code is no result of homework."),
        "scan_twice": _("Piece {number} of {all} was here before. These are still missing: {missing}."),
        "scan_unsafe": _(
            "Browsers lend the camera only to pages of this computer and to secure ones (https). Paste the code or "
            "drop the file here instead."
        ),
    }


def read_words() -> dict[str, str]:
    """Where a teacher reads results in."""
    return {
        **head_words(),
        **doubt_words(),
        **scan_words(),
        "form_comma": _("Columns parted by commas, decimal point"),
        "form_semicolon": _("Columns parted by semicolons, decimal comma"),
        "form_tab": _("Columns parted by tabs, decimal point"),
        "form_tab_comma": _("Columns parted by tabs, decimal comma"),
        "read_by_item": _("Homework against class, the hardest first"),
        "read_by_pupil": _("Pupil by pupil"),
        "read_codes": _("The results of your pupils: paste codes, as many as you like; or drop files here"),
        "read_count": _("Results read in: {pupils}."),
        "read_csv": _("Save all as a table (CSV)"),
        "read_delete": _("Delete these results"),
        "read_files": _("Open files"),
        "read_forge": _(
            "Right and wrong are worked out here, anew, from the first answers and by the rules; slips and edits are "
            "found. A determined pupil could still forge: answers copied from elsewhere or made up by a program, the "
            "minutes, how often it was tried, which steps were read, and the clock. It is homework, and no exam."
        ),
        "read_form": _("How your spreadsheet writes tables"),
        "read_go": _("Read them in"),
        "read_homework": _("The link or code of your homework"),
        "read_how": _(
            "Nothing is sent anywhere: results are read and marked in this browser, and stay in it until you delete "
            "them."
        ),
        "read_many": _("There are {found} codes in this; the first {most} were read. Paste the others next."),
        "read_moodle": _("Save for Moodle’s import"),
        "read_moodle_how": _(
            "For Moodle let pupils type their user name as their name: the file has one column of user names, and one "
            "of points of 100."
        ),
        "read_nameless": _("nameless {number}"),
        "read_no_homework": _("First the homework: {reason}"),
        "read_no_key": _(
            "This site does not have all of this homework: what it lacks is not marked. Read results in where they "
            "were made, or on the same version of the site."
        ),
        "read_not_kept": _("This browser keeps nothing here: save the table before you close the page."),
        "read_one": _("{number}. {name}: read in."),
        "read_other": _("{number}. {name}: this is the result of another homework."),
        "read_title": _("Read results in"),
        "read_twice": _("{number}. {name}: this very code was read in before."),
        "read_wrong": _("{number}. Not read in. {reason}"),
        "result_strange": _("This code was made or changed by hand: what is in it is no result of this page."),
        "way_read": _("Read results in"),
    }


def head_words() -> dict[str, str]:
    """The columns of tables."""
    return {
        "head_done": _("Done"),
        "head_doubts": _("What does not fit"),
        "head_item": _("Item"),
        "head_made": _("Handed in (their clock)"),
        "head_minutes": _("Minutes"),
        "head_of": _("Of"),
        "head_pupil": _("Pupil"),
        "head_right": _("Right"),
        "head_set": _("Panels set with"),
        "head_tries": _("Tries"),
    }


def doubt_words() -> dict[str, str]:
    """What does not fit together in a result."""
    return {
        "odd_answers": _("Answers that the lesson cannot have taken: changed by hand, or from another version of it."),
        "odd_clock": _("The device’s clock was wrong or was changed: its times say nothing."),
        "odd_copy": _("The same work came under another name, too: copied, or two pupils at one browser."),
        "odd_edited": _("Changed by hand: what it claims is not what its answers give."),
        "odd_late": _("Made after the date."),
        "odd_move": _("A move that the rules do not allow there: changed by hand."),
        "odd_name": _("Somebody else has the same name."),
        "odd_preset": _(
            "Panels were set with other values than this name has: begun under another name, or changed by hand."
        ),
        "odd_time": _("More minutes than have passed: changed by hand, or two pages side by side."),
    }


def privacy_words() -> dict[str, str]:
    """What is kept, where and for how long."""
    return {
        "kept_delete": _("Delete all of it from this browser"),
        "kept_gone": _("Deleted: {count} entries. Nothing of these pages is left in this browser."),
        "kept_lessons": _(
            "Of lessons and games: your predictions, which steps are done, the game you left, your results."
        ),
        "kept_link": _(
            "A homework is nowhere but in its link, a result nowhere but in its code: whoever has it can read it."
        ),
        "kept_long": _(
            "How long: until it is deleted here, or the browser’s data are. Codes and files that were sent stay where "
            "they were sent."
        ),
        "kept_nothing": _(
            "Nothing of it is sent by these pages, and nothing lies on a server of ours. A class on your teacher’s "
            "server has a page of its own on what it keeps."
        ),
        "kept_results": _("Of a teacher: the homework being put together, and the results that were read in last."),
        "kept_sure": _("Really delete all of it? Press once more."),
        "kept_title": _("What is kept in this browser, at this address"),
        "kept_work": _("Of homework: the name you typed, first and last answers, how often and when, and the minutes."),
        "way_kept": _("What is kept"),
    }


def keeper_words() -> dict[str, str]:
    """On a lesson's page that somebody has come to from homework."""
    return {
        **preset_words(),
        "keeper_back": _("← Back to the homework"),
        "keeper_lost": _(
            "You come from homework, but this browser does not show this page what the homework page keeps: nothing "
            "you do here is noted for it. Use another browser, or the site on a web space."
        ),
        "keeper_not_set": _("Not all that your homework sets here is possible on this page; the rest is as always."),
        "keeper_notes": _("Part of your homework “{title}”: what you predict and answer here is noted for it."),
        "keeper_set": _("Set by your homework: {values}."),
    }


def preset_words() -> dict[str, str]:
    """What panels are set with."""
    return {
        "preset_luck": _("luck {seed}"),
        "preset_no": _("no"),
        "preset_value": _("{control} {value}"),
        "preset_yes": _("yes"),
        "set_panel": _("{panel}: {values}"),
    }
