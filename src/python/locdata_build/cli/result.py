"""What a command gives back."""

from typing import NamedTuple


class Result(NamedTuple):
    """What a command prints, and its exit status."""

    text: str
    status: int = 0
