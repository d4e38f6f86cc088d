"""One figure in several runs."""

import statistics
from collections.abc import Sequence

from msgspec import Struct


class Spread(Struct, frozen=True):
    """A figure in several runs: its median, and the least and the most of it."""

    median: float
    least: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    """The spread of a figure that was taken at least once."""
    return Spread(statistics.median(values), min(values), max(values))
