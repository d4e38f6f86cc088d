from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.check import sound
from locdata_build.check.shapes import examine
from locdata_build.check.sound import sound_record
from locdata_build.read.parse import LONGEST, MOST
from locdata_build.read.sources import SourceFile, read_sources
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.faults import Fault
from locdata_build.source.files import COUNTRIES, CountryFile
from support.dataset import COUNTRY, Files, whole, write

TRAPS = [
    *' \t\n\\"=+-@/:,{}[]x',
    "\u00a0",
    "\u200d",
    "\u2028",
    "\ufe00",
    "\uff1d",
    "e\u0301",
    "\ud7ff",
    "\ufdd0",
    "\U000e0100",
    "\x00",
    "\x7f",
]


def country_with(text: object) -> Files:
    country: Files = whole()[COUNTRY]
    country["facts"]["currency"]["value"] = text
    return country


def long_way(raw: bytes) -> tuple[object, list[Fault]]:
    faults: list[Fault] = []
    file = SourceFile("fr.json", COUNTRIES, COUNTRY, raw)
    return next((each.record for each in examine(file, faults) if each.is_canonical), None), faults


@pytest.mark.parametrize("text", ["Euro (EUR).", 'Says "yes", twice: "yes".', "Złoty – zł", "50 % = half"])
def test_sound_file_is_told_at_once(text: str) -> None:
    raw = encode_json(country_with(text))

    assert sound_record(raw, CountryFile) is not None
    assert (sound_record(raw, CountryFile), []) == long_way(raw)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"{", id="no JSON"),
        pytest.param(b"\xff", id="no UTF-8"),
        pytest.param(b"{}\n", id="without its fields"),
        pytest.param(b"\xef\xbb\xbf" + encode_json(whole()[COUNTRY]), id="byte order mark"),
        pytest.param(encode_json(whole()[COUNTRY]).replace(b"\n", b"\r\n"), id="line ends of Windows"),
        pytest.param(
            encode_json(whole()[COUNTRY]).replace(b'"code": "fr"', b'"code": "fr",\n  "code": "fr"'), id="key twice"
        ),
        pytest.param(encode_json(whole()[COUNTRY]).replace(b"currency", b"curren\\u0063y"), id="escaped letter"),
        pytest.param(encode_json(country_with(1)), id="number for a text"),
        pytest.param(encode_json(country_with("x" * (LONGEST + 1))), id="text that is too long"),
        pytest.param(encode_json(country_with(" Euro")), id="blank at the start"),
        pytest.param(encode_json(country_with("Euro ")), id="blank at the end"),
        pytest.param(encode_json(country_with("The  euro")), id="two blanks"),
        pytest.param(encode_json(country_with("=1")), id="formula"),
        pytest.param(encode_json(country_with("\u200d=1")), id="formula behind a joiner"),
        pytest.param(encode_json(country_with("a\tb")), id="control character"),
        pytest.param(encode_json(country_with("a\u202eb")), id="invisible character"),
        pytest.param(encode_json(country_with("e\u0301")), id="not NFC"),
    ],
)
def test_file_with_a_fault_is_looked_at_closely(raw: bytes) -> None:
    assert sound_record(raw, CountryFile) is None


@given(st.lists(st.one_of(st.sampled_from(TRAPS), st.characters(exclude_categories=["Cs"])), max_size=6).map("".join))
def test_file_is_taken_for_sound_only_where_no_fault_is_found_in_it(text: str) -> None:
    raw = encode_json(country_with(text))

    if record := sound_record(raw, CountryFile):
        assert (record, []) == long_way(raw)


@pytest.mark.parametrize(("values", "is_sound"), [(MOST, True), (MOST + 1, False)])
def test_lines_that_end_a_list_count_as_no_values(monkeypatch: pytest.MonkeyPatch, values: int, is_sound: bool) -> None:
    raw = encode_json(whole()[COUNTRY])
    lines = raw.splitlines()
    begun = sum(not line.lstrip().startswith((b"}", b"]")) for line in lines)
    assert begun < len(lines)

    monkeypatch.setattr(sound, "MOST", MOST - values + begun)

    assert (sound_record(raw, CountryFile) is not None) is is_sound


def test_every_file_of_a_sound_set_is_sound(tmp_path: Path) -> None:
    files = read_sources(write(tmp_path, whole()), "data").files

    assert [file.place for file in files if sound_record(file.raw, file.kind.type) is None] == []
