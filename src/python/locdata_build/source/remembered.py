"""How much is remembered of what is made from texts again and again."""

MOST_REMEMBERED = 20_000
"""Texts whose other form is remembered: most stand on several pages, names and words on hundreds."""
