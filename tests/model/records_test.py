"""Records are immutable, and refuse texts and times that the decoder would accept. Tombstones name promises."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from locdata_model import Fact, Meta, Phase, Record, Tombstone
from locdata_model.countries import CountryDetail
from locdata_model.data_files import _FieldsBeforeErps
from locdata_model.dated_records import _FirstFields
from locdata_model.record import nested_fields
from locdata_model.vocabulary import ContractPart

META: Mapping[str, Any] = {
    "version": "1.0.0",
    "generated_at": "2026-11-21T00:00:00Z",
    "licence": {
        "name": "CC BY-NC 4.0",
        "url": "https://licences.example/nc",
        "commercial_licence": "/licence/",
        "commercial_contact": "contact@data.example",
        "attribution": "Service (data.example)",
    },
    "count": 1,
}


def subtypes(base: type[Record]) -> Iterator[type[Record]]:
    """Every record type of the model below ``base``."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("locdata_model."):
            yield kind
            yield from subtypes(kind)


def test_every_record_is_immutable_and_made_with_keywords() -> None:
    for kind in subtypes(Record):
        assert (kind.__struct_config__.frozen, kind.__struct_config__.array_like) == (True, False), kind
        # msgspec could not put the columns of ERP products, or the fields of a kind of dated records, before keyword-only fields.
        has_order = issubclass(kind, (_FieldsBeforeErps, _FirstFields))
        with pytest.raises(TypeError, match="Missing required argument" if has_order else "Extra positional arguments"):
            kind("positional")


@pytest.mark.parametrize(
    ("field", "value"), [("version", "1.0.0\n"), ("urls", ("https://vendor.example/\n",))], ids=["text", "list"]
)
def test_text_with_a_line_break_at_the_end_is_refused(field: str, value: object) -> None:
    kind = msgspec.defstruct("Any", [(field, type(value))], bases=(Record,), frozen=True, kw_only=True)

    with pytest.raises(msgspec.ValidationError, match=f"^`{field}` must not end with a line break$"):
        msgspec.convert({field: value}, kind)


@pytest.mark.parametrize("time", ["2026-11-21T02:00:00+02:00", "2026-11-20T19:00:00-05:00", "2026-11-21T00:00:00.5Z"])
def test_time_that_is_not_utc_in_whole_seconds_is_refused(time: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"^`generated_at` must be a time in UTC, in whole seconds$"):
        msgspec.convert({**META, "generated_at": time}, Meta)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (Phase, ("statements",)),
        (Fact, ("statements", "details")),
        (CountryDetail, ("counts", "toggles", "facts", "local_erps", "partner_flags", "partners")),
    ],
)
def test_nested_fields_hold_records_or_may_be_missing(kind: type[Record], names: tuple[str, ...]) -> None:
    assert nested_fields(kind) == names


@pytest.mark.parametrize(
    ("part", "name", "promise", "is_named"),
    [
        ("path", "/data/matrix.csv", "path /data/matrix.csv", True),
        ("path", "/data/matrix.*", "path /data/matrix.csv", True),
        ("field", "*.effective_date", "field Fact.effective_date", True),
        ("record", "*/fr", "record data/a/fr", True),
        ("record", "data/A [B]?-*", "record data/A [B]?-erp", True),
        ("path", "/data/matrix", "path /data/matrix.csv", False),
        ("record", "facts/fr-vat", "record facts/FR-VAT", False),
        ("path", "/data/matrix.csv", "anchor /data/matrix.csv", False),
        ("path", "/data/matrix?csv", "path /data/matrix.csv", False),
        ("record", "facts/fr-[uv]at", "record facts/fr-vat", False),
        ("record", "a/*b*b", "record a/xbxxb", True),
        ("record", "a/*b*b", "record a/xb", False),
        ("record", "a/b*b", "record a/b", False),
        ("record", "a/*c*b", "record a/bb", False),
        pytest.param("record", f"{'*a' * 20}*b", f"record {'a' * 200}", False, id="more matches than can be tried"),
    ],
)
def test_tombstone_names_promises_of_its_part_and_a_star_matches_any_characters(
    part: str, name: str, promise: str, is_named: bool
) -> None:
    tombstone = Tombstone(part=ContractPart(part), name=name, since="2.0.0", reason="Unused.", replaced_by=None)
    promised_part, _, promised_name = promise.partition(" ")

    assert tombstone.stands_for(ContractPart(promised_part), promised_name) is is_named
