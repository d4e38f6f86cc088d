"""Ids for calendars and feeds, by which a subscriber knows an entry again. They hold no host: the site may move."""

from uuid import UUID, uuid5

NAMESPACE = UUID("7b11eeec-bc28-4ca6-a36f-0b34289e3a69")
"""Never changes: every calendar entry out there would double."""


def permanent_id(name: str) -> UUID:
    """The id of what the site calls ``name``, such as ``phases/pl-saft-monthly-jpk-vat``; the same for ever."""
    return uuid5(NAMESPACE, name)
