"""What fuzzing has found: source files that once ended in a traceback, in minutes of work, or in a message that acts."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from locdata_build.read.parse import LONGEST, MOST, parse_json
from locdata_build.read.sources import LARGEST, read_sources
from locdata_build.source.codes import Code
from locdata_build.source.faults import LONGEST_MESSAGE, LONGEST_PATH, MOST_SHOWN, Fault, SourceError
from support.dataset import COUNTRY, ERP, faults, whole, write
from support.world import render_files
from trust.fuzz_base import base_files


@pytest.mark.parametrize("char", ["\x1b", "\x9b", "\x7f", "\u202e", "\u2028", "\u200b", "\n", "\udc80"], ids=ascii)
def test_a_fault_is_one_line_that_no_terminal_obeys(char: str) -> None:
    escaped = char.encode("unicode_escape").decode()

    assert (
        str(Fault(f"a{char}", f"$.b{char}", Code.EMPTY, f"c{char}")) == f"a{escaped}: $.b{escaped}: c{escaped} [empty]"
    )


def test_a_fault_in_other_letters_is_told_in_them() -> None:
    assert str(Fault("é", "$.電", Code.EMPTY, "ضريبة")) == "é: $.電: ضريبة [empty]"


def test_a_fault_shows_the_beginning_of_what_is_long() -> None:
    fault = Fault("a", "$" * 1000, Code.EMPTY, "b" * 1000)

    assert str(fault) == f"a: {'$' * LONGEST_PATH}...: {'b' * LONGEST_MESSAGE}... [empty]"


def test_an_error_shows_the_first_of_many_faults_and_counts_all() -> None:
    error = SourceError(Fault("a", f"$[{n}]", Code.EMPTY, "b") for n in range(MOST_SHOWN + 1))

    lines = str(error).splitlines()
    assert len(lines) == MOST_SHOWN + 1
    assert lines[-1] == "1001 faults, of which the first 1000 are shown"


def test_a_name_of_a_file_does_not_act_on_the_terminal(tmp_path: Path) -> None:
    write(tmp_path, whole())
    (tmp_path / "a\x1b[2J\n").write_bytes(b"")

    (fault,) = read_sources(tmp_path, "data").faults
    assert str(fault).startswith("data/a\\x1b[2J\\n: $: must not be here")


def test_many_keys_that_stand_twice_are_found_in_little_time() -> None:
    raw = b"{" + b",".join(b'"%d":1' % (n // 2) for n in range(100_000)) + b"}"
    start = time.process_time()

    _, found = parse_json(raw, "a")

    assert (len(found), time.process_time() - start < 5) == (50_000, True)


def test_a_text_that_is_too_long_is_refused_before_any_pattern_reads_it() -> None:
    value, found = parse_json(json.dumps({"contact": f"a@{'.' * LONGEST}@"}).encode(), "a")

    assert value is None
    assert [str(fault) for fault in found] == [
        f"a: $.contact: must have at most {LONGEST} characters, but has {LONGEST + 3} [too-long]"
    ]


def test_a_key_that_is_too_long_is_refused() -> None:
    _, found = parse_json(json.dumps({"a" * (LONGEST + 1): 1}).encode(), "a")

    assert [str(fault) for fault in found] == [
        f"a: $: must have keys of at most {LONGEST} characters, but has one of {LONGEST + 1} [too-long]"
    ]


def test_a_file_with_too_many_values_is_refused() -> None:
    _, found = parse_json(b"[" + b"1," * MOST + b"1]", "a")

    assert [str(fault) for fault in found] == [f"a: $: must hold at most {MOST} values, but holds more [too-long]"]


def test_a_text_and_a_list_may_be_as_long_as_is_said() -> None:
    text = b'"' + b"a" * LONGEST + b'"'

    assert parse_json(text, "a")[1] == []
    assert parse_json(b"[" + b"1," * (MOST - 2) + b"1]", "a")[1] == []


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    write(tmp_path, whole())
    with (tmp_path / "news.json").open("wb") as file:
        os.truncate(file.fileno(), 100 * LARGEST)

    news = next(file for file in read_sources(tmp_path, "data").files if file.place == "news.json")
    assert [str(fault) for fault in news.faults] == [
        f"data/news.json: $: must have at most {LARGEST} bytes, but has more [too-long]"
    ]


@pytest.mark.parametrize("date", ["9999-12-31", "2108-01-01", "1979-12-31", "0001-01-01"])
def test_a_date_that_calendars_and_archives_do_not_know_is_refused(tmp_path: Path, date: str) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["real_time_reporting"]["phases"][0]["date"] = date

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.obligations.real_time_reporting.phases[0].date: "
            f"must lie in the years from 1980 to 2107, but is {date} [wrong-value]"
        )
    ]


@pytest.mark.parametrize("date", ["1980-01-01", "2107-12-31"])
def test_the_first_and_the_last_date_that_all_know_make_a_site(tmp_path: Path, date: str) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["real_time_reporting"]["phases"][0]["date"] = date

    assert f"DTSTART;VALUE=DATE:{date.replace('-', '')}".encode() in render_files(tmp_path, files)["/feeds/all.ics"]


def test_a_stamp_that_archives_do_not_know_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["generated_at"] = "2108-01-01T00:00:00Z"

    assert faults(tmp_path, files) == [
        "data/site.json: $.generated_at: must lie in the years from 1980 to 2107, but is 2108-01-01T00:00:00+00:00 [wrong-value]"
    ]


@pytest.mark.parametrize(
    "address",
    ['"><script>alert(1)</script>@a.example', "a@b.example?bcc=c@d.example", "a,b@c.example", "a@b.example\\"],
)
def test_a_mail_address_that_is_more_than_one_is_refused(tmp_path: Path, address: str) -> None:
    files = whole()
    files["site.json"]["contact"] = address

    assert [fault.rpartition(" ")[2] for fault in faults(tmp_path, files)] == ["[wrong-pattern]"]


@pytest.mark.parametrize(
    "char", ["\u3164", "\u2800", "\u115f", "\u034f", "\ufe00", "\U000e0100", "\U000e01ef"], ids=ascii
)
def test_a_letter_that_is_not_seen_is_refused(tmp_path: Path, char: str) -> None:
    files = whole()
    files[ERP]["vendor"] = f"Vendor{char}"

    assert [fault.rpartition(" ")[2] for fault in faults(tmp_path, files)] == ["[control-character]"]


def test_selectors_of_emoji_are_no_fault(tmp_path: Path) -> None:
    files = whole()
    files[ERP]["vendor"] = "✔\ufe0e ✔\ufe0f"

    assert faults(tmp_path, files) == []


def test_regions_that_would_share_a_calendar_are_refused(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["regions"] = ["Region 1", "Region-1"]

    assert faults(tmp_path, files) == [
        (
            "data/site.json: $.regions[1]: must not make the address of another region's calendar, "
            "but makes that of 'Region 1' [duplicate]"
        )
    ]


def test_a_region_without_a_latin_letter_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["regions"] = ["Region 1", "Азия"]

    assert faults(tmp_path, files) == [
        "data/site.json: $.regions[1]: must hold a Latin letter or a digit, for the address of the calendar [no-slug]"
    ]


def test_a_name_that_is_too_long_for_a_folder_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["name"] = "a" * 300

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.name: must make an address of at most 80 characters, but makes one of 300 [too-long]"
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no JSON", "not-json"),
        ("[" * 100_000, "not-json"),
        ('"\\u001b[31m"', "control-character"),
        ('"\\ud800"', "lone-surrogate"),
        ('["\\u202e"]', "control-character"),
    ],
    ids=["words", "deep", "escape", "half a pair", "turned around"],
)
def test_a_changed_value_that_is_no_plain_json_is_refused(tmp_path: Path, text: str, code: str) -> None:
    files: dict[str, Any] = base_files()
    files["releases/1.2.3.json"]["release"]["changes"][0]["before"] = text

    found = faults(tmp_path, files)
    assert [fault.rpartition(" ")[2] for fault in found] == [f"[{code if len(text) < LONGEST else 'too-long'}]"]


def test_an_id_that_is_too_long_for_a_folder_is_refused(tmp_path: Path) -> None:
    files = whole()
    long = "a" * 81
    files[f"erps/{long}.json"] = {**files[ERP], "id": long, "key": "other", "localization_label": "Other"}
    support = {**files[COUNTRY]["e_invoicing"]["erp_support"][0], "erp": long}
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support)

    assert faults(tmp_path, files) == [
        f"data/erps/{long}.json: $.id: must make an address of at most 80 characters, but makes one of 81 [too-long]"
    ]
