"""What a class leaves behind: who is in, what was predicted and answered, how far everybody is. Kept, counted, deleted.

No pages and no sockets (gamekit.serve), no cards (gamekit.show). Nothing that comes in is trusted.
"""
