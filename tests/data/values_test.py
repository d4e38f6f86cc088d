"""Every text is fit for a page, for JSON and for the cell of a spreadsheet."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from locdata_build.data.rule import CheckContext
from locdata_build.data.rules import rules_for
from locdata_build.data.values import is_plain, visibility_error
from locdata_model.changes import Change
from support.dataset import COUNTRY, ERP, Files, changed, issues, whole
from support.records import release


def with_vendor(text: str) -> Files:
    """The whole set with a text in one place."""
    return changed(ERP, "$.vendor", text)


def with_change(**fields: str) -> Files:
    """The whole set with a release that changed one fact."""
    values = ("facts", "fr-vat", "fr", None, "changed", "edit", "value", None, None, None)
    change = dict(zip(Change.__struct_fields__, values, strict=True)) | fields
    return {**whole(), "releases/1.2.3.json": release(changes=[change])}


def codes(found: list[str]) -> list[str]:
    """The codes of issues."""
    return [issue.rpartition("[")[2].removesuffix("]") for issue in found]


# fmt: off
INVISIBLE = (
    "\n", "\t", "\x1b", "\x7f", "\x85", "\u061c", "\u180b", "\u200d", "\u2028", "\u2029", "\u202e", "\u2065", "\u2800",
    "\ue000", "\ufdd0", "\ufdef", "\ufe0f", "\ufff0", "\ufff9", "\ufffe", "\uffff", "\U0001ffff", "\U000e0041",
    "\U000e0200",
)
# fmt: on
"""Control characters, joiners, selectors, private use, and code points that are not characters."""

IGNORABLE = (
    *(
        (0xAD, 0xAD),
        (0x34F, 0x34F),
        (0x61C, 0x61C),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x200B, 0x200F),
    ),
    *((0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0)),
    *((0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""The first and last code point of each range with the property Default_Ignorable_Code_Point (DerivedCoreProperties.txt)."""


@pytest.mark.parametrize("char", INVISIBLE, ids=ascii)
def test_control_or_invisible_character_is_refused(tmp_path: Path, char: str) -> None:
    assert issues(tmp_path, with_vendor(f"a{char}b")) == [
        (
            "data/erps/erp_id_01.json: $.vendor: must not contain a control or invisible character, "
            f"got U+{ord(char):04X} at character 1 [control-character]"
        )
    ]


def test_every_character_that_may_be_invisible_is_refused() -> None:
    ignorable = [chr(code) for first, last in IGNORABLE for code in range(first, last + 1)]

    assert [ascii(char) for char in ignorable if not visibility_error(f"a{char}b")] == []


def test_pile_of_marks_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, with_vendor("a" + "\u0335" * 4)) == []
    assert issues(tmp_path, with_vendor("a" + "\u0335" * 300)) == [
        (
            "data/erps/erp_id_01.json: $.vendor: must have at most 4 combining marks in a row, got more at character 1 "
            "[control-character]"
        )
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" Vendor", "must not begin or end with white space, got ' Vendor' [outer-blank]"),
        ("Vendor\u3000", "must not begin or end with white space, got 'Vendor\\u3000' [outer-blank]"),
        ("Vendor  1", "must not contain two spaces in a row [double-blank]"),
        *((text, "must be in Unicode normal form NFC [not-nfc]") for text in ("Cafe\u0301", "\u212b", "\u1100\u1161")),
    ],
    ids=ascii,
)
def test_text_in_another_form_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert issues(tmp_path, with_vendor(text)) == [f"data/erps/erp_id_01.json: $.vendor: {message}"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"], ids=ascii)
@pytest.mark.parametrize(
    "before",
    ["", "x;", "x; "],
    ids=["first", "after a semicolon", "after a blank"],
)
def test_start_of_a_formula_is_refused(tmp_path: Path, before: str, start: str) -> None:
    assert issues(tmp_path, with_vendor(f"{before}{start}1+1")) == [
        (
            f"data/erps/erp_id_01.json: $.vendor: must not begin like a spreadsheet formula, also after a semicolon, got {start!r} [formula]"
        )
    ]


def test_start_of_a_formula_is_refused_where_a_marker_leaves_the_text(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.facts.vat.value", "x;[^tax-example-law]= 1+1")

    assert codes(issues(tmp_path, files)) == ["formula"]


@pytest.mark.parametrize("start", ["\t", "\r", "\0"], ids=ascii)
def test_control_character_that_starts_a_formula_is_refused(tmp_path: Path, start: str) -> None:
    assert {"formula", "control-character"} <= {*codes(issues(tmp_path, with_vendor(f"{start}=1")))}


@pytest.mark.parametrize(
    "text",
    ["Größe, “quoted” – naïve", "電子発票", "ضريبة القيمة المضافة", "भारतीय", "ภาษีมูลค่าเพิ่ม", "a = b + c - d @ e",
     '<a href="x">&amp;</a>', "A\u00a0B", "🧾"],
    ids=ascii,
)  # fmt: skip
def test_plain_text_is_accepted(tmp_path: Path, text: str) -> None:
    assert issues(tmp_path, with_vendor(text)) == []


@given(text=st.text(st.characters(max_codepoint=0x17F)))
@example("a\x7f")
def test_plain_text_keeps_every_rule_on_texts(text: str) -> None:
    found = [rule.code for rule in rules_for(str) for _ in rule.check(text, CheckContext(file=""))]

    assert not (is_plain(text) and found)


def test_text_is_checked_wherever_it_is(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.reporting[0].notes", "=1")

    assert [issue.split(": ")[1] for issue in issues(tmp_path, files)] == ["$.reporting[0].notes"]


def test_text_is_checked_in_a_file_of_another_shape(tmp_path: Path) -> None:
    files = with_vendor("=Vendor")
    del files[ERP]["name"]

    assert codes(issues(tmp_path, files)) == ["missing-field", "formula"]


@pytest.mark.parametrize(
    ("file", "path"),
    [
        (ERP, "$.website"),
        (COUNTRY, "$.local_erps[0].website"),
        (COUNTRY, "$.platforms[0].test_url"),
        ("news.json", "$.news[0].source"),
        ("site.json", "$.data_licence.url"),
    ],
)
def test_url_on_a_host_without_a_public_name_is_refused(tmp_path: Path, file: str, path: str) -> None:
    assert issues(tmp_path, changed(file, path, "http://192.168.1.1/admin?delete=1")) == [
        f"data/{file}: {path}: must be on a host with a public name, got http://192.168.1.1/admin?delete=1 [wrong-value]"
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("no JSON", "not-json", id="words"),
        pytest.param("[" * 1_000, "not-json", id="deep"),
        pytest.param('"\\ud800"', "not-json", id="half of a surrogate pair"),
        pytest.param('"\\u001b[31m"', "control-character", id="escape"),
        pytest.param('["\\u202e"]', "control-character", id="right-to-left override"),
    ],
)
@pytest.mark.parametrize("side", ["before", "after"])
def test_changed_value_must_be_json_of_visible_texts(tmp_path: Path, side: str, text: str, code: str) -> None:
    found = issues(tmp_path, with_change(**{side: text}))

    assert issues(tmp_path, with_change(**{side: '["Größe"]'})) == []
    assert codes(found) == [code]
    assert found[0].startswith(f"data/releases/1.2.3.json: $.release.changes[0].{side}: must be JSON text")
