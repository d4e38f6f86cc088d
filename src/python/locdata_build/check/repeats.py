"""Whether entries that must differ do."""

from collections.abc import Iterable, Iterator

from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding


def repeated(keys: Iterable[str], path: str) -> Iterator[Finding]:
    """A finding for each key of the list at ``path`` that an earlier entry has already."""
    seen: dict[str, int] = {}
    for index, key in enumerate(keys):
        if key in seen:
            message = f"must differ from the other entries, but {key!r} stands in entry {seen[key]} too"
            yield f"{path}[{index}]", Code.DUPLICATE, message
        seen.setdefault(key, index)
