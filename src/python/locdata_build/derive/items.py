"""The shorter form in which a list shows a record."""

from typing import TypeVar

from locdata_model.record import Record

RecordT = TypeVar("RecordT", bound=Record)


def shown_as(kind: type[RecordT], detail: Record) -> RecordT:
    """The item of type ``kind``, all of whose fields ``detail`` has."""
    return kind(**{name: getattr(detail, name) for name in kind.__struct_fields__})
