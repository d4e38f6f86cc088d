"""Every text is fit for a page, for JSON and for the cell of a spreadsheet."""

from pathlib import Path

import pytest

from locdata_build.check.text import text_faults
from locdata_build.serialize.json_text import encode_json
from support.dataset import COUNTRY, ERP, faults, whole


@pytest.mark.parametrize(
    ("text", "point", "place"),
    [
        pytest.param("a\nb", "000A", 1, id="line feed"),
        pytest.param("a\r\nb", "000D", 1, id="carriage return"),
        pytest.param("a\tb", "0009", 1, id="tab"),
        pytest.param("ab\0", "0000", 2, id="null"),
        pytest.param("a\x1bb", "001B", 1, id="escape"),
        pytest.param("a\x7fb", "007F", 1, id="delete"),
        pytest.param("a\x85b", "0085", 1, id="next line"),
        pytest.param("a\u2028b", "2028", 1, id="line separator"),
        pytest.param("a\u2029b", "2029", 1, id="paragraph separator"),
        pytest.param("a\u200bb", "200B", 1, id="zero-width space"),
        pytest.param("a\u202eb", "202E", 1, id="right-to-left override"),
        pytest.param("a\u2066b", "2066", 1, id="left-to-right isolate"),
        pytest.param("\ufeffab", "FEFF", 0, id="byte order mark"),
        pytest.param("a\u00adb", "00AD", 1, id="soft hyphen"),
        pytest.param("a\u061cb", "061C", 1, id="Arabic letter mark"),
        pytest.param("a\u180eb", "180E", 1, id="Mongolian vowel separator"),
        pytest.param("a\u2060b", "2060", 1, id="word joiner"),
        pytest.param("a\u2064b", "2064", 1, id="invisible plus"),
        pytest.param("a\ufff9b", "FFF9", 1, id="annotation anchor"),
        pytest.param("a\U000e0041b", "E0041", 1, id="tag letter"),
        pytest.param("a\nb\tc", "000A", 1, id="two: the first is told"),
    ],
)
def test_control_or_invisible_character_is_refused(tmp_path: Path, text: str, point: str, place: int) -> None:
    files = whole()
    files[ERP]["vendor"] = text

    assert faults(tmp_path, files) == [
        (
            f"data/erps/erp_id_01.json: $.vendor: must hold no control or invisible character, but holds U+{point} at character {place} "
            "[control-character]"
        )
    ]


@pytest.mark.parametrize("text", [" Vendor", "Vendor ", "\u00a0Vendor", "Vendor\u3000"], ids=ascii)
def test_outer_blank_is_refused(tmp_path: Path, text: str) -> None:
    files = whole()
    files[ERP]["vendor"] = text

    assert faults(tmp_path, files) == [
        f"data/erps/erp_id_01.json: $.vendor: must not begin or end with a blank, but is {text!r} [outer-blank]",
    ]


def test_two_blanks_in_a_row_are_refused(tmp_path: Path) -> None:
    files = whole()
    files[ERP]["vendor"] = "Vendor  1"

    assert faults(tmp_path, files) == [
        "data/erps/erp_id_01.json: $.vendor: must hold no two blanks in a row, but does [double-blank]",
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Cafe\u0301", id="letter and accent apart"),
        pytest.param("\u212b", id="sign of the unit for the letter"),
        pytest.param("\u1100\u1161", id="Hangul in parts"),
    ],
)
def test_text_that_is_not_composed_is_refused(tmp_path: Path, text: str) -> None:
    files = whole()
    files[ERP]["vendor"] = text

    assert faults(tmp_path, files) == [
        "data/erps/erp_id_01.json: $.vendor: must be in Unicode normal form NFC, but is not [not-nfc]",
    ]


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_start_of_a_formula_is_refused(tmp_path: Path, start: str) -> None:
    files = whole()
    files[ERP]["vendor"] = f"{start}1+1"

    assert faults(tmp_path, files) == [
        (
            f"data/erps/erp_id_01.json: $.vendor: must not start like a spreadsheet formula, but starts with {start!r} "
            "[formula]"
        )
    ]


@pytest.mark.parametrize(("start", "point"), [("\t", "0009"), ("\r", "000D"), ("\0", "0000")], ids=ascii)
def test_control_character_that_starts_a_formula_is_refused_twice(tmp_path: Path, start: str, point: str) -> None:
    files = whole()
    files[ERP]["vendor"] = f"{start}=1"

    assert faults(tmp_path, files) == [
        (
            f"data/erps/erp_id_01.json: $.vendor: must hold no control or invisible character, but holds U+{point} at character 0 "
            "[control-character]"
        ),
        (
            f"data/erps/erp_id_01.json: $.vendor: must not start like a spreadsheet formula, but starts with {start!r} "
            "[formula]"
        ),
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Größe, “quoted” – naïve", id="Latin"),
        pytest.param("ΦΠΑ", id="Greek"),
        pytest.param("電子発票", id="Chinese"),
        pytest.param("ضريبة القيمة المضافة", id="Arabic"),
        pytest.param("ใบกำกับภาษี", id="Thai"),
        pytest.param("a\u200cb\u200dc", id="joiners, which some scripts need"),
        pytest.param("a\u200eb\u200fc", id="marks of direction, which some scripts need"),
        pytest.param("a = b + c - d @ e", id="signs of a formula that do not start it"),
        pytest.param('<a href="x">&amp;</a>', id="markup"),
        pytest.param("A\u00a0B", id="no-break space inside"),
        pytest.param("🧾", id="outside the basic plane"),
    ],
)
def test_plain_text_is_no_fault(tmp_path: Path, text: str) -> None:
    files = whole()
    files[ERP]["vendor"] = text

    assert faults(tmp_path, files) == []


def test_empty_free_text_is_no_fault(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["reporting"][0]["notes"] = ""

    assert faults(tmp_path, files) == []


def test_every_text_of_a_value_is_looked_at() -> None:
    value = {"a": ["fine", "=1", {"b": ["=2"]}], "c": 1, "d": None, "e": True, "f": "=3"}

    assert [str(fault) for fault in text_faults(value, "file.json")] == [
        "file.json: $.a[1]: must not start like a spreadsheet formula, but starts with '=' [formula]",
        "file.json: $.a[2].b[0]: must not start like a spreadsheet formula, but starts with '=' [formula]",
        "file.json: $.f: must not start like a spreadsheet formula, but starts with '=' [formula]",
    ]


def test_text_of_a_file_of_another_shape_is_looked_at(tmp_path: Path) -> None:
    files = whole()
    del files[ERP]["name"]
    files[ERP]["vendor"] = "=Vendor"

    assert faults(tmp_path, files) == [
        "data/erps/erp_id_01.json: $.vendor: must not start like a spreadsheet formula, but starts with '=' [formula]",
        "data/erps/erp_id_01.json: $.name: must be present, but is missing [missing-field]",
    ]


def test_half_of_a_surrogate_pair_in_a_file_is_told(tmp_path: Path) -> None:
    files = whole()
    files[ERP] = encode_json(files[ERP]).replace(b"Vendor 1", b"a\\ud83e")

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_01.json: $.vendor: must hold whole characters, but holds half of a surrogate pair "
            "[lone-surrogate]"
        )
    ]


def test_half_of_a_surrogate_pair_in_a_key_is_told(tmp_path: Path) -> None:
    files = whole()
    files[ERP] = encode_json(files[ERP]).replace(b'"vendor"', b'"\\ud83e"')

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_01.json: $['\\ud83e']: must hold whole characters in its key, "
            "but holds half of a surrogate pair [lone-surrogate]"
        )
    ]


@pytest.mark.parametrize("start", ["\uff1d", "\uff0b", "\uff0d", "\uff20"], ids=ascii)
def test_full_width_start_of_a_formula_is_refused(tmp_path: Path, start: str) -> None:
    files = whole()
    files[ERP]["vendor"] = f"{start}1+1"

    assert faults(tmp_path, files) == [
        (
            f"data/erps/erp_id_01.json: $.vendor: must not start like a spreadsheet formula, but starts with {start!r} "
            "[formula]"
        )
    ]


def test_formula_does_not_hide_behind_a_joiner(tmp_path: Path) -> None:
    files = whole()
    files[ERP]["vendor"] = "\u200e=1+1"

    assert faults(tmp_path, files) == [
        "data/erps/erp_id_01.json: $.vendor: must not start like a spreadsheet formula, but starts with '=' [formula]"
    ]


@pytest.mark.parametrize("char", ["\uffff", "\ufffe", "\U0001ffff", "\ufdd0", "\ufdef"], ids=ascii)
def test_code_point_that_is_no_character_is_refused(tmp_path: Path, char: str) -> None:
    files = whole()
    files[ERP]["vendor"] = f"a{char}"

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_01.json: $.vendor: must hold no control or invisible character, "
            f"but holds U+{ord(char):04X} at character 1 [control-character]"
        )
    ]
