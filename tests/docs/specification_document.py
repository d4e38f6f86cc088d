"""Writes docs/specification.md from the tables that the tests use: ``./pants run tests/docs:update``."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from support import specification
from support.specification import FIELDS, Fields

DOCUMENT = Path("docs/specification.md")

INTRODUCTION = """\
# What is frozen

The project was built from a specification. This document says what that specification fixes, and
so what stays in v1, to the letter: the files, the fields with their order and types, the words and
the anchors below. Everything else may change as [the contract with the last release](releasing.md)
allows.

The tables are in `tests/support/specification.py`, and the tests of the site, the model and the
OpenAPI document compare with them there. `./pants run tests/docs:update` writes this document from
that module. A name in braces stands for a value: `{code}` for a country code, `{id}` for the id of
an ERP product, `{name}` for a filter, `{page}` for the path of a page.

## Where additions may go

| Part | What may be added |
| --- | --- |
| endpoints | others below `/api/v1/`; the index lists them after these |
| files | others, but no fifth table of `/data/` |
| fields of responses | others, at any place between these |
| columns of data files | none: rows are read by position too |
| toggles | others, after these |
| filters, anchors, pages | others |
| words | none, except topics of facts, after these; a new word needs a change of the table and a [decision](decisions.md) |

Frozen parts are not renamed, retyped or removed, and a field that cannot be null stays so.

## Rules

- Everything is read-only and static: `GET`, without a body, a key or a limit. Every list is whole.
- Every response under `/api/v1/` is an object with `meta` and `data`. `meta.count` is the number of
  items in a list, and 1 for a single object.
- Every response under `/api/` has the header `Access-Control-Allow-Origin: *`.
- An `api_url` is relative to the base URL, and leads to the detail of the record.
- The CSV file of a table has the fields and the records of its JSON file. All their values are
  strings.
- Toggles are derived from recorded sources, as [the data format](data-format.md) says. `null` means
  unknown, and nothing is guessed. The three counts of a toggle in `toggle_coverage` add up to the
  number of countries.
- Partners are sorted by country, product and name.
- There are eleven ERP products, in one order everywhere; `data_src/erps` defines their ids and
  keys. `<erp_key>` stands for the column of each of them.
- Sponsored content is only in the response of sponsors. It changes no fact, toggle or order.
- Every record names its sources, and has a date on which it was checked.
- Data files are licensed under CC BY 4.0, the API under CC BY-NC 4.0. Nothing is tax or legal advice.
"""

MEANINGS: Mapping[str, str] = {
    "url": "absolute URL",
    "urls": "absolute URLs, joined by one space; may be empty",
    "relative path": "path, relative to the base URL",
    "country code": "ISO 3166-1 alpha-2 in lower case",
    "country codes": "country codes, joined by one space; may be empty",
    "date": "`YYYY-MM-DD`",
    "timestamp": "`YYYY-MM-DDThh:mm:ssZ`",
    "semantic version": "`major.minor.patch`",
}
"""The meaning of each type of text that is not just any string."""


def specification_document() -> str:
    """Return the document: the introduction, and a section for each kind of table."""
    sections = (_files(), _anchors(), _types(), _words(), _names(), _fields())
    return "\n".join([INTRODUCTION.rstrip(), *(line for section in sections for line in ("", *section))]) + "\n"


def _files() -> Iterator[str]:
    yield from ("## Files", "")
    yield from _table(
        ("Path", "Content"),
        [
            *((f"`{path}`", f"`data`: {kind}") for path, kind in specification.ENDPOINTS.items()),
            *((f"`{path}`", f"records of {Path(path).stem}") for path in specification.DATA_FILES),
            *((f"`{path}`", content) for path, content in specification.OTHER_FILES.items()),
        ],
    )


def _anchors() -> Iterator[str]:
    yield from ("## Anchors", "")
    rows = [
        (f"`{page}`", _quoted(f"#{anchor}" for anchor in anchors)) for page, anchors in specification.ANCHORS.items()
    ]
    yield from _table(("Page", "Anchors"), rows)
    yield ""
    yield "`{country}` stands for the slug of the country's name, `{topic}` for a reporting topic, and `{n}` for"
    yield "the number of the report among those of its country and topic. A link to `/#{code}-{id}` is"
    yield "forwarded to `/e-invoicing/`."


def _types() -> Iterator[str]:
    yield from ("## Types of texts", "")
    yield from _table(("Type", "Meaning"), [(kind, MEANINGS[kind]) for kind in specification.TEXTS if kind != "string"])


def _words() -> Iterator[str]:
    yield from ("## Words", "")
    yield from _table(("Type", "Words"), [(kind, _quoted(words)) for kind, words in specification.WORDS.items()])


def _names() -> Iterator[str]:
    yield from ("## Names and ids", "")
    rows = [
        ("toggles", _quoted(specification.TOGGLES)),
        ("filters", _quoted(specification.FILTERS)),
        ("topics of facts, among others", _quoted(specification.TOPICS)),
        ("labels of facts", _quoted(specification.FACT_LABELS)),
        ("labels of facts on products", _quoted(specification.ERP_FACT_LABELS)),
        *((f"id of {resource}", shape) for resource, shape in specification.IDS.items()),
    ]
    yield from _table(("What", "Names"), rows)


def _fields() -> Iterator[str]:
    yield from ("## Fields", "", "In their order, with the type of each that is not any string.", "")
    yield from _table(("Resource", "Fields"), [(resource, _field_list(fields)) for resource, fields in FIELDS.items()])
    yield ""
    yield f"A sponsor has {_quoted(specification.SPONSOR)}; the specification does not give their types."


def _field_list(fields: Fields) -> str:
    return ", ".join(f"`{name}`" if kind == "string" else f"`{name}` ({kind})" for name, kind in fields.items())


def _table(header: tuple[str, str], rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for first, second in (header, ("---", "---"), *rows):
        yield f"| {first} | {second} |"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def main() -> None:
    """Rewrite the document."""
    DOCUMENT.write_text(specification_document(), encoding="utf-8")


if __name__ == "__main__":
    main()
