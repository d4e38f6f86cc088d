"""Canonical files are decoded without validation, and all others are validated."""

import datetime as dt
import json
from pathlib import Path

import msgspec
import pytest

from locdata_build.data import canonical as canonical_module
from locdata_build.data.canonical import canonical, check_shapes, decode_canonical
from locdata_build.data.countries import CountryFile
from locdata_build.data.parsing import MAX_TEXT_LENGTH
from locdata_build.data.reading import read_sources
from locdata_build.data.record import SourceRecord
from locdata_build.data.site import SiteFile
from locdata_model.record import Record
from locdata_model.serialization import encode_json
from support.dataset import COUNTRY, changed, issues, whole, write
from support.records import cited
from support.values import reordered

VALUE = cited(whole()[COUNTRY])
RAW = encode_json(VALUE)
TEXT = "$.facts.currency.value"


def with_text(text: object) -> bytes:
    """A country file with another text."""
    return encode_json(cited(changed(COUNTRY, TEXT, text)[COUNTRY]))


def test_every_file_of_the_whole_set_is_canonical(tmp_path: Path) -> None:
    files = read_sources(write(tmp_path, whole()), "data").files

    assert [file.path for file in files if decode_canonical(file.raw, file.kind.type) is None] == []


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"{", id="no JSON"),
        pytest.param(b"\xff", id="no UTF-8"),
        pytest.param(b"\xef\xbb\xbf" + RAW, id="byte order mark"),
        pytest.param(RAW.replace(b'"code": "fr"', b'"code": "fr",\n  "code": "fr"'), id="key twice"),
        pytest.param(with_text(1), id="number for a text"),
        pytest.param(with_text("x" * (MAX_TEXT_LENGTH + 1)), id="text that is too long"),
    ],
)
def test_file_that_needs_validation_is_not_decoded(raw: bytes) -> None:
    assert decode_canonical(raw, CountryFile) is None


def test_text_that_is_too_long_is_never_matched_with_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(raw: bytes, *, type: type[Record]) -> None:  # noqa: A002  # the name in msgspec
        pytest.fail("decoding matches the texts with their patterns")

    raw = encode_json(changed("site.json", "$.contact", "x" * (MAX_TEXT_LENGTH + 1))["site.json"])
    monkeypatch.setattr(msgspec.json, "decode", fail)

    assert decode_canonical(raw, SiteFile) is None


def test_file_with_too_many_values_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical_module, "MAX_VALUES", RAW.count(b"\n") - 1)

    assert decode_canonical(RAW, CountryFile) is None


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(reordered(VALUE), id="keys in another order"),
        pytest.param(json.dumps(VALUE, ensure_ascii=False).encode(), id="one line"),
        pytest.param(json.dumps(VALUE, ensure_ascii=False, indent=4).encode() + b"\n", id="other indent"),
        pytest.param(json.dumps(VALUE, indent=2).encode() + b"\n", id="escaped letters"),
        pytest.param(RAW.rstrip(), id="no newline at the end"),
        pytest.param(RAW.replace(b"\n", b"\r\n"), id="CRLF"),
    ],
)
def test_file_in_another_format_is_refused_and_its_canonical_content_is_not(tmp_path: Path, raw: bytes) -> None:
    assert issues(tmp_path, {**whole(), COUNTRY: raw}) == [
        "data/countries/fr.json: $: must be in canonical format: the command 'format' rewrites it [format]"
    ]

    parsed, found = check_shapes(read_sources(tmp_path, "data"))

    assert found == []
    assert {each.file.path: canonical(each.record) for each in parsed if each.record}[COUNTRY] == RAW


class Visit(SourceRecord, frozen=True, kw_only=True):
    """A record with an optional field of each kind."""

    city: str
    day: dt.date | None = None
    guests: tuple[str, ...] = ()


def test_optional_field_is_written_only_where_it_differs_from_its_default() -> None:
    short, full = b'{\n  "city": "Paris"\n}\n', b'{\n  "city": "Paris",\n  "day": null,\n  "guests": []\n}\n'

    assert decode_canonical(short, Visit) == Visit(city="Paris")
    assert decode_canonical(full, Visit) is None
    assert canonical(msgspec.json.decode(full, type=Visit)) == short
