"""The arena: strategies against one another, and those that strangers wrote in files. Reads, confines and ranks them.

Pupils, teachers and addresses do not belong here: who may enter a strategy is the classroom's, its pages are serve's.
"""
