"""What belongs together on a page or in a feed."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from locdata_model.changes import Change

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def together(items: Iterable[T], key: Callable[[T], K]) -> Mapping[K, Sequence[T]]:
    """The items by their key, in the order in which they come."""
    found: dict[K, list[T]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def what_happened(change: Change) -> tuple[str | None, ...]:
    """All that is told of a change but the record: equal in records that had the same edit."""
    return change.kind, change.field, change.before, change.after, change.phase
