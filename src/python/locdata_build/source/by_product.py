"""Records by the ERP product that they are about: whoever asks for each product in turn need not look through them all."""

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar


class OfProduct(Protocol):
    """A record that names an ERP product by its id; None for one that is about none."""

    @property
    def erp(self) -> str | None:
        """The id."""


NoteT = TypeVar("NoteT", bound=OfProduct)


def by_product(notes: Iterable[NoteT]) -> Mapping[str, tuple[NoteT, ...]]:
    """The notes on each product that any is on, in their order."""
    found: dict[str, list[NoteT]] = {}
    for note in notes:
        if note.erp is not None:
            found.setdefault(note.erp, []).append(note)
    return {erp: tuple(of_product) for erp, of_product in found.items()}
