"""Static texts of pages are Markdown with named values."""

import datetime as dt

import pytest

from locdata_build.view.blocks import Snippet, item_list, paragraph, table_of
from locdata_build.view.page import section
from locdata_build.view.prose import Prose, Value, parse_prose
from locdata_build.view.text import Code, Link, Strong, Words, rich

TABLE = table_of("Words", ("Word", "Meaning"), ())


def test_a_text_has_a_lead_then_blocks_then_sections() -> None:
    text = """\
The lead
on two lines.

{table}

## A title {#anchor}

- One item
  on two lines
- **Another** item

```sh A command
cd folder

ls {path}
```

## Another title {#other}

The end.
"""

    assert parse_prose(text, {"table": TABLE, "path": "/data/"}) == Prose(
        rich("The lead on two lines."),
        (TABLE,),
        (
            section(
                "anchor",
                "A title",
                item_list("One item on two lines", rich(Strong("Another"), " item")),
                Snippet("sh", "A command", "cd folder\n\nls /data/"),
            ),
            section("other", "Another title", paragraph("The end.")),
        ),
    )


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Expect `null` here.", rich("Expect ", Code("null"), " here.")),
        ("2 * [3] < **seven**", rich("2 * [3] < ", Strong("seven"))),
        ("Open </data/a.csv>.", rich("Open ", Link("/data/a.csv", "/data/a.csv"), ".")),
        ("See [which](/timeline/#flips).", rich("See ", Link("which", "/timeline/#flips"), ".")),
        ("See {e-invoicing}.", rich("See ", Link("E-invoicing", "/e-invoicing/"), ".")),
        ("From {day} on", rich("From ", dt.date(2026, 1, 1), " on")),
        ("{count} rows", rich("7 rows")),
        ("{count} {count} of {text}", rich("7 7 of 2 * `3`")),
        ("{name} is one", rich(Words("A"), " is one")),
    ],
)
def test_a_line_has_code_emphasis_links_and_values(line: str, parts: object) -> None:
    values: dict[str, Value] = {"day": dt.date(2026, 1, 1), "count": "7", "text": "2 * `3`", "name": Words("A")}

    assert parse_prose(line, values).lead == parts


def test_a_name_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        parse_prose("See {nothing}.", {})
