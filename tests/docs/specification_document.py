"""Writes the tables of docs/specification.md, which the tests compare with the site: ``./pants run tests/docs:update``."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from support import specification
from support.specification import FIELDS, Fields

DOCUMENT = Path("docs/specification.md")

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
    """Return the document: its introduction as it is, and a section for each kind of table."""
    introduction, _, _ = DOCUMENT.read_text(encoding="utf-8").partition("\n## Files\n")
    sections = (_files(), _anchors(), _types(), _words(), _names(), _fields())
    return "\n".join([introduction.rstrip(), *(line for section in sections for line in ("", *section))]) + "\n"


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
    yield "`{country}` is the slug of the country's name, `{topic}` a reporting topic, and `{n}`"
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
