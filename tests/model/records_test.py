"""Records are immutable. They accept what the specification shows and what a later version adds, and refuse everything else."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from locdata_model import CountryResponse, Fact, Meta, Phase, Record, Tombstone
from locdata_model.countries import CountryDetail
from locdata_model.data_files import _FieldsBeforeErps
from locdata_model.record import nested_fields
from locdata_model.toggles import TOGGLES
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
FACT: Mapping[str, Any] = {
    "id": "fr-e-invoicing-erp-support-odoo",
    "country": "fr",
    "erp": "odoo",
    "topic": "e_invoicing_erp_support",
    "label": "E-invoicing support in Odoo",
    "value": "native + access point",
    "status": "verified",
    "mandatory": None,
    "effective_date": None,
    "source_url": "https://vendor.example/fr",
    "source_urls": ["https://vendor.example/fr", "https://vendor.example/fr?page=2#top"],
    "verification": "official",
    "last_checked": "2026-11-20",
    "details": {
        "mandate": "B2B e-invoices.",
        "scope": "Domestic B2B.",
        "deadlines": "2026",
        "format": "UBL",
        "vendors": "",
        "notes": "",
    },
}
COUNTRY: Mapping[str, Any] = {
    "code": "fr",
    "name": "France",
    "region": "European Union",
    "url": "https://data.example/france/",
    "api_url": "/api/v1/countries/fr.json",
    "counts": {
        "facts": 1,
        "facts_verified": 1,
        "erp_matrix_cells": 1,
        "local_erps": 0,
        "partners": 0,
        "partner_flags": 0,
    },
    "toggles": dict.fromkeys(TOGGLES) | {"real_time_reporting": True, "saft_required": False},
    "facts": [FACT],
    "local_erps": [],
    "partner_flags": [],
    "partners": [],
}
RESPONSE = {"meta": META, "data": COUNTRY}
MISSING = object()


def subtypes(base: type[Record]) -> Iterator[type[Record]]:
    """Every record type of the model below ``base``."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("locdata_model."):
            yield kind
            yield from subtypes(kind)


def changed(path: str, value: object) -> dict[str, Any]:
    """The response with another value at a path such as ``data.facts.0.value``."""
    response: Any = deepcopy(RESPONSE)
    *parents, name = path.split(".")
    target = response
    for parent in parents:
        target = target[int(parent) if parent.isdigit() else parent]
    if value is MISSING:
        del target[name]
    else:
        target[int(name) if name.isdigit() else name] = value
    whole: dict[str, Any] = response
    return whole


def decode(value: object) -> CountryResponse:
    """The response of a country, decoded from JSON."""
    return msgspec.json.decode(json.dumps(value), type=CountryResponse)


def test_every_record_is_immutable_and_made_with_keywords() -> None:
    for kind in subtypes(Record):
        assert (kind.__struct_config__.frozen, kind.__struct_config__.array_like) == (True, False), kind
        # msgspec could not put the columns of ERP products before keyword-only fields.
        has_order = issubclass(kind, _FieldsBeforeErps)
        with pytest.raises(TypeError, match="Missing required argument" if has_order else "Extra positional arguments"):
            kind("positional")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("data.toggles.saft_required", MISSING, "Object missing required field `saft_required` - at `$.data.toggles`"),
        ("data.code", "FR", "Expected `str` matching regex '^[a-z]{2}$' - at `$.data.code`"),
        ("data.facts.0.source_urls", [None], "Expected `str`, got `null` - at `$.data.facts[0].source_urls[0]`"),
    ],
)
def test_invalid_value_is_refused_with_its_path(path: str, value: object, message: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        decode(changed(path, value))

    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("path", "value", "name"),
    [("data.region", "Europe\n", "region"), ("data.facts.0.source_urls.1", "https://vendor.example/\n", "source_urls")],
)
def test_text_with_a_line_break_at_the_end_is_refused(path: str, value: str, name: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=f"^`{name}` must not end with a line break - at"):
        decode(changed(path, value))


@pytest.mark.parametrize("time", ["2026-11-21T02:00:00+02:00", "2026-11-20T19:00:00-05:00", "2026-11-21T00:00:00.5Z"])
def test_time_that_is_not_utc_in_whole_seconds_is_refused(time: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"^`generated_at` must be a time in UTC, in whole seconds - at"):
        decode(changed("meta.generated_at", time))


@pytest.mark.parametrize(
    "change", [{"version": "1.0.0\n"}, {"generated_at": dt.datetime(2026, 11, 21, microsecond=1, tzinfo=dt.UTC)}]
)
def test_record_cannot_be_made_of_what_cannot_be_decoded(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must"):
        msgspec.structs.replace(msgspec.convert(META, Meta), **change)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (Phase, ("binds", "source_urls")),
        (Fact, ("source_urls", "details")),
        (CountryDetail, ("counts", "toggles", "facts", "local_erps", "partner_flags", "partners")),
    ],
)
def test_nested_fields_hold_records_or_lists_or_may_be_missing(kind: type[Record], names: tuple[str, ...]) -> None:
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
        pytest.param("record", f"{'*a' * 20}*b", f"record {'a' * 200}", False, id="more matches than can be tried"),
    ],
)
def test_tombstone_names_promises_of_its_part_and_a_star_matches_any_characters(
    part: str, name: str, promise: str, is_named: bool
) -> None:
    tombstone = Tombstone(part=ContractPart(part), name=name, since="2.0.0", reason="Unused.", replaced_by=None)
    promised_part, _, promised_name = promise.partition(" ")

    assert tombstone.stands_for(ContractPart(promised_part), promised_name) is is_named
