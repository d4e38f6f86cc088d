"""The figure that several runs give."""

import statistics
from collections.abc import Sequence

from msgspec import Struct


class Spread(Struct, frozen=True):
    """A figure in several runs: its median, minimum and maximum."""

    median: float
    least: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    """Return the spread of a figure that was taken at least once."""
    return Spread(statistics.median(values), min(values), max(values))
