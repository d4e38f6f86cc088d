"""What the rules for one record need to know of the whole."""

import datetime as dt

from msgspec import Struct


class Known(Struct, frozen=True, kw_only=True):
    """Ids by the names of the files that define them, so that a broken file causes no faults in the others.

    ``regions``, ``now`` and ``version`` are None where ``site.json`` cannot be read, ``erps`` and ``countries`` where there are none.
    ``untracked`` are the countries that are known to stand outside the matrix.
    """

    erps: frozenset[str] | None
    countries: frozenset[str] | None
    untracked: frozenset[str]
    regions: tuple[str, ...] | None
    now: dt.datetime | None
    version: str | None

    @property
    def today(self) -> dt.date | None:
        """The day of the build, after which nothing can have been checked."""
        return self.now and self.now.date()
