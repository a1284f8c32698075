"""The addresses of a class: to join and to take part, to teach, to project, to play at tables and in a tournament.

What a class is, keeps and counts is in gamekit.classroom; how a page looks stands in templates. Whatever all visitors
of the server see, in a class or not, does not belong here.
"""
