"""Data of a class: members, reports, counts, votes, tables, tournament; storage, deletion, checks of input."""
