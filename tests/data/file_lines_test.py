"""A JSON path has a line in a canonical file, and words are replaced without changing other lines."""

from locdata_build.data.file_lines import lines_by_path, with_words

RAW = b"""{
  "facts": {
    "vat": {
      "value": "Since \\"2026-01-01\\": 20%.",
      "checked": "2026-11-20"
    }
  },
  "empty": [],
  "reporting": [
    {
      "notes": {}
    },
    "2026-11-20"
  ],
  "sources": {
    "tax-office": {
      "read": "2026-11-20",
      "evidence": "fetched"
    }
  }
}
"""


def test_each_value_has_the_line_on_which_it_begins() -> None:
    assert lines_by_path(RAW) == {
        "$": 1,
        "$.facts": 2,
        "$.facts.vat": 3,
        "$.facts.vat.value": 4,
        "$.facts.vat.checked": 5,
        "$.empty": 8,
        "$.reporting": 9,
        "$.reporting[0]": 10,
        "$.reporting[0].notes": 11,
        "$.reporting[1]": 13,
        "$.sources": 15,
        "$.sources['tax-office']": 16,
        "$.sources['tax-office'].read": 17,
        "$.sources['tax-office'].evidence": 18,
    }


def test_words_are_replaced_at_their_paths_alone() -> None:
    dates = dict.fromkeys(("$.facts.vat.checked", "$.reporting[1]", "$.sources['tax-office'].read"), "2026-12-01")
    edited = with_words(RAW, {**dates, "$.sources['tax-office'].evidence": "search-extract"})

    assert edited == RAW.replace(b"2026-11-20", b"2026-12-01").replace(b"fetched", b"search-extract")
