"""Auf Achse: the numbers that name phases, places of cards, events, actions, notes and refusals. Nothing else."""

from __future__ import annotations

from typing import Final

MAX_PLAYERS: Final = 6
MAX_SPACES: Final = 160
MAX_ROADS: Final = 8
MAX_CONTRACTS: Final = 52
EVENTS: Final = 31
BIDS: Final = 5
PRIVATE: Final = 3
DICE: Final = 6
MAX_MOVE: Final = 6
MAX_CASH: Final = 10_000_000
MAX_GOODS: Final = 48
MAX_TRAILERS: Final = 8
MAX_ROUNDS: Final = 1000
NOWHERE: Final = -1
NOBODY: Final = -1
NONE: Final = -1

# Where a contract is. A player's number is added to HAND and LOADED.
UNSEEN: Final = 0
OPEN_NOW: Final = 1
DELIVERED: Final = 2
HAND: Final = 3
LOADED: Final = HAND + MAX_PLAYERS

# Where an event card is. A player's number is added to KEPT and DEBT.
NOT_DRAWN: Final = 0
UNDER: Final = 1
ACTING: Final = 2
KEPT: Final = 3
DEBT: Final = KEPT + MAX_PLAYERS

# The events, AA-E01 to AA-E31 in order.
E_RAIL: Final = 0
E_CO_DRIVER: Final = 1
E_PAPERS: Final = 2
E_TACHOGRAPH: Final = 3
E_BABY: Final = 4
E_DUMPING: Final = 5
E_SERVICE: Final = 6
E_PLANNING: Final = 7
E_THIEVES: Final = 8
E_INSPECTION: Final = 9
E_MOTIVATION: Final = 10
E_HELPER: Final = 11
E_POLICE: Final = 12
E_SPEEDING: Final = 13
E_RADIO: Final = 14
E_SNOW: Final = 15
E_FAST_LOADING: Final = 16
E_FLENSBURG: Final = 17
E_WIEN: Final = 18
E_JAM_MUENCHEN: Final = 19
E_JAM_FRANKFURT: Final = 20
E_JAM_KASSEL: Final = 21
E_FOG: Final = 22
E_ACCIDENT: Final = 23
E_SUBCONTRACTOR: Final = 24
E_FESTIVAL: Final = 25
E_TRUST: Final = 26
E_MAINTENANCE: Final = 27
E_SPOILED: Final = 28
E_CUSTOMS_FRIEND: Final = 29
E_CUSTOMS: Final = 30

MOTIVATION_SPACES: Final = 3
RADIO_SPACES: Final = 3
SNOW_SPACES: Final = 3
MAINTENANCE_SPACES: Final = 4
MAX_TASKS: Final = 3
ALL_TRUCKS: Final = -1
MOST_ANSWERS: Final = 3
DEBT_FACTOR: Final = 2

# How the open move is made.
BY_POINTS: Final = 0
BACK_TO_CITY: Final = 1
TO_NEXT_CITY: Final = 2
TO_NEXT_EVENT: Final = 3

# What gives the points of the open move: no die, the roll of the turn, or a roll that an event gives (AA-20).
WITHOUT_DIE: Final = 0
TURN_DIE: Final = 1
EVENT_DIE: Final = 2

# Why a truck gets no further: the rules that the note BLOCKED names, in this order.
BEHIND_TRUCKS: Final = 0
BEFORE_ROADWORKS: Final = 1
BEFORE_JAM: Final = 2
CLOSED_IN: Final = 3

# What the rules do next by themselves, before the next question: see `carry_on`.
NOTHING: Final = 0
EXPLORE: Final = 1
ARRIVE: Final = 2
AFTER_LOAD: Final = 3
AFTER_ROADWORKS: Final = 4
AFTER_AUCTION: Final = 5
PROCEED: Final = 6

# How a move may end on a space: bits of `reach`.
EXACT: Final = 1
SPARE: Final = 2
TO_LOAD: Final = 4
ONLY_DELIVER: Final = 8
ALL_WAYS: Final = 15

PHASE_START: Final = 0
PHASE_PLACE: Final = 1
PHASE_DEAL: Final = 2
PHASE_OPEN: Final = 3
PHASE_TURN: Final = 4
PHASE_ROLL: Final = 5
PHASE_DRIVE: Final = 6
PHASE_LOAD: Final = 7
PHASE_ROADWORKS: Final = 8
PHASE_EVENT: Final = 9
PHASE_CALL: Final = 10
PHASE_BID: Final = 11
PHASE_PARTNER: Final = 12
PHASE_GIVE: Final = 13
PHASE_BABY: Final = 14
PHASE_JAM: Final = 15
PHASE_HELP: Final = 16
PHASE_CUSTOMS: Final = 17
PHASE_GIFT: Final = 18
PHASE_BONUS: Final = 19
PHASE_END: Final = 20
PHASE_OVER: Final = 21

# Actions: verbs with what they are about behind them, then the plain answers.
ROLL: Final = 0
START: Final = ROLL + DICE
EVENT: Final = START + MAX_PLAYERS
DEAL: Final = EVENT + EVENTS
OPEN: Final = DEAL + MAX_CONTRACTS
PLACE: Final = OPEN + MAX_CONTRACTS
DRIVE: Final = PLACE + MAX_SPACES
ROADWORKS: Final = DRIVE + MAX_SPACES
JAM: Final = ROADWORKS + MAX_SPACES
LOAD: Final = JAM + MAX_SPACES
CALL: Final = LOAD + MAX_CONTRACTS
TAKE: Final = CALL + MAX_CONTRACTS
GIVE: Final = TAKE + MAX_CONTRACTS
BABY: Final = GIVE + MAX_CONTRACTS
PARTNER: Final = BABY + MAX_CONTRACTS
BID: Final = PARTNER + MAX_PLAYERS
PASS: Final = BID + BIDS
STOP_LOADING: Final = PASS + 1
DECLINE_CALL: Final = STOP_LOADING + 1
STAY: Final = DECLINE_CALL + 1
ROLL_NOW: Final = STAY + 1
MOTIVATION: Final = ROLL_NOW + 1
END_TURN: Final = MOTIVATION + 1
ROLL_AGAIN: Final = END_TURN + 1
FAST_LOADING: Final = ROLL_AGAIN + 1
DECLINE_ROLL: Final = FAST_LOADING + 1
HELP: Final = DECLINE_ROLL + 1
DRIVE_ON: Final = HELP + 1
PAY: Final = DRIVE_ON + 1
MISS: Final = PAY + 1
BUY_SMALL: Final = MISS + 1
BUY_LARGE: Final = BUY_SMALL + 1
NUM_ACTIONS: Final = BUY_LARGE + 1

NOTE_STARTS: Final = 1
NOTE_PLACED: Final = 2
NOTE_DEALT: Final = 3
NOTE_OPENED: Final = 4
NOTE_TURN: Final = 5
NOTE_MISSES_TURN: Final = 6
NOTE_JAM_ENDS: Final = 7
NOTE_ROLLED: Final = 8
NOTE_ROLLED_SIX: Final = 9
NOTE_DRIVES: Final = 10
NOTE_GOES: Final = 11
NOTE_STAYS: Final = 12
NOTE_BLOCKED: Final = 13
NOTE_PASSES_INSPECTION: Final = 14
NOTE_DELIVERED: Final = 15
NOTE_LOADED: Final = 16
NOTE_ROADWORKS_MOVED: Final = 17
NOTE_NOTHING_HAPPENS: Final = 18
NOTE_PAYS: Final = 19
NOTE_EARNS: Final = 20
NOTE_DEBT_KEPT: Final = 21
NOTE_DEBT_PAID: Final = 22
NOTE_MUST_MISS: Final = 23
NOTE_JAM_PLACED: Final = 24
NOTE_GIVES: Final = 25
NOTE_KEEPS_EVENT: Final = 26
NOTE_THIEVES: Final = 27
NOTE_RAIL: Final = 28
NOTE_BABY: Final = 29
NOTE_SPOILED: Final = 30
NOTE_GIFT: Final = 31
NOTE_PARTNER: Final = 32
NOTE_CALLED: Final = 33
NOTE_BIDS: Final = 34
NOTE_PASSES: Final = 35
NOTE_CANNOT_BID: Final = 36
NOTE_WINS_AUCTION: Final = 37
NOTE_WINS_FREE: Final = 38
NOTE_TAKES: Final = 39
NOTE_BOUGHT: Final = 40
NOTE_USES_CARD: Final = 41
NOTE_NO_ROLL: Final = 42
NOTE_DRIVES_ON: Final = 43
NOTE_HELPS: Final = 44
NOTE_PUBLIC_GONE: Final = 45
NOTE_ENDS: Final = 46
NOTE_TURN_LIMIT: Final = 47
NOTE_UNFINISHED: Final = 48
NOTE_WON: Final = 49
NOTE_SHARED: Final = 50
NOTE_INSPECTION_BLOCKS: Final = 51
NOTE_STOPS_LOADING: Final = 52
NOTE_NO_AUCTION: Final = 53
NOTE_ROLLS_NOW: Final = 54
NOTE_ROLLS_AGAIN: Final = 55
# A card is drawn: one note for each event.
NOTE_CARD_RAIL: Final = 61
NOTE_CARD_CO_DRIVER: Final = 62
NOTE_CARD_PAPERS: Final = 63
NOTE_CARD_TACHOGRAPH: Final = 64
NOTE_CARD_BABY: Final = 65
NOTE_CARD_DUMPING: Final = 66
NOTE_CARD_SERVICE: Final = 67
NOTE_CARD_PLANNING: Final = 68
NOTE_CARD_THIEVES: Final = 69
NOTE_CARD_INSPECTION: Final = 70
NOTE_CARD_MOTIVATION: Final = 71
NOTE_CARD_HELPER: Final = 72
NOTE_CARD_POLICE: Final = 73
NOTE_CARD_SPEEDING: Final = 74
NOTE_CARD_RADIO: Final = 75
NOTE_CARD_SNOW: Final = 76
NOTE_CARD_FAST_LOADING: Final = 77
NOTE_CARD_FLENSBURG: Final = 78
NOTE_CARD_WIEN: Final = 79
NOTE_CARD_JAM_MUENCHEN: Final = 80
NOTE_CARD_JAM_FRANKFURT: Final = 81
NOTE_CARD_JAM_KASSEL: Final = 82
NOTE_CARD_FOG: Final = 83
NOTE_CARD_ACCIDENT: Final = 84
NOTE_CARD_SUBCONTRACTOR: Final = 85
NOTE_CARD_FESTIVAL: Final = 86
NOTE_CARD_TRUST: Final = 87
NOTE_CARD_MAINTENANCE: Final = 88
NOTE_CARD_SPOILED: Final = 89
NOTE_CARD_CUSTOMS_FRIEND: Final = 90
NOTE_CARD_CUSTOMS: Final = 91
NOTE_RAIL_PAID: Final = 92

NO_GAME_OVER: Final = 101
NO_CHANCE_NOW: Final = 102
NO_SET_UP_NOW: Final = 103
NO_PLACE_NOW: Final = 104
NO_DRIVE_NOW: Final = 105
NO_LOAD_NOW: Final = 106
NO_ROADWORKS_NOW: Final = 107
NO_JAM_NOW: Final = 108
NO_CALL_NOW: Final = 109
NO_BID_NOW: Final = 110
NO_GIVE_NOW: Final = 111
NO_BABY_NOW: Final = 112
NO_PARTNER_NOW: Final = 113
NO_TURN_NOW: Final = 114
NO_BONUS_NOW: Final = 115
NO_HELP_NOW: Final = 116
NO_CUSTOMS_NOW: Final = 117
NO_BUY_NOW: Final = 118
NO_UNSEEN_CARD: Final = 119
NO_SUCH_SEAT: Final = 120
NO_SUCH_SPACE: Final = 121
NO_SUCH_CONTRACT: Final = 122
NO_WORKS_IN_CITY: Final = 123
NO_TRUCK_THERE: Final = 124
NO_JAM_THERE: Final = 125
NO_TOO_FAR: Final = 126
NO_POINTS_LEFT: Final = 127
NO_OTHER_MOVE: Final = 128
NO_YOURS: Final = 129
NO_ROOM: Final = 130
NO_STOCK: Final = 131
NO_LOADING_CITY: Final = 132
NO_ONLY_AUCTIONED: Final = 133
NO_MUST_LOAD: Final = 134
NO_SAME_SPACE: Final = 135
NO_SHELTERED: Final = 136
NO_PUBLIC_CONTRACT: Final = 137
NO_AUCTION_HERE: Final = 138
NO_TAKING_HERE: Final = 139
NO_TOO_LOW: Final = 140
NO_TOO_DEAR: Final = 141
NO_LOADED_CONTRACT: Final = 142
NO_YOURSELF: Final = 143
NO_MONEY: Final = 144
NO_TRAILERS: Final = 145
NO_SOLD_OUT: Final = 146
NO_CARD: Final = 147
NO_ROLL_EARNED: Final = 148
NO_TOP_CARD: Final = 149
NO_MUST_MOVE: Final = 150
NO_TRUCK_IN_CITY: Final = 151
NO_PLACE_TAKEN: Final = 152
NO_WORKS_UNDER_TRUCK: Final = 153
NO_JAM_UNDER_TRUCK: Final = 154
NO_ROADWORKS_THERE: Final = 155
NO_ROADWORKS_CLOSE: Final = 156
NO_JAM_CLOSES: Final = 157
NO_STANDS_THERE: Final = 158
NO_BELOW: Final = 159

# Verbs in descending order with what is added to the number behind them, and the plain answers, as rulebook.toml
# names them.
VERBS: Final = (
    ("BID", BID, 1),
    ("PARTNER", PARTNER, 0),
    ("BABY", BABY, 0),
    ("GIVE", GIVE, 0),
    ("TAKE", TAKE, 0),
    ("CALL", CALL, 0),
    ("LOAD", LOAD, 0),
    ("JAM", JAM, 0),
    ("ROADWORKS", ROADWORKS, 0),
    ("DRIVE", DRIVE, 0),
    ("PLACE", PLACE, 0),
    ("OPEN", OPEN, 0),
    ("DEAL", DEAL, 0),
    ("EVENT", EVENT, 0),
    ("START", START, 0),
    ("ROLL", ROLL, 1),
)
ANSWERS: Final = (
    "PASS",
    "STOP_LOADING",
    "DECLINE_CALL",
    "STAY",
    "ROLL_NOW",
    "MOTIVATION",
    "END_TURN",
    "ROLL_AGAIN",
    "FAST_LOADING",
    "DECLINE_ROLL",
    "HELP",
    "DRIVE_ON",
    "PAY",
    "MISS",
    "BUY_SMALL",
    "BUY_LARGE",
)
