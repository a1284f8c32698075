"""Data of a class: members, reports, counts, votes, tables, tournament; storage and deletion.

Holds no pages, sockets or cards. Input from browsers is validated here.
"""
