"""docs/specification.md shows the tables that the tests compare with."""

import re

from docs.specification_document import DOCUMENT, specification_document
from support import specification

UPDATE = "after a change of tests/support/specification.py, run ./pants run tests/docs:update"


def test_document_is_the_one_that_the_tables_give() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == specification_document(), UPDATE


def test_document_names_every_path_field_and_word() -> None:
    names = {name.strip("`") for name in re.findall(r"`[^`]+`", specification_document())}

    assert {
        *specification.ENDPOINTS,
        *specification.DATA_FILES,
        *specification.OTHER_FILES,
        *(f"#{anchor}" for anchors in specification.ANCHORS.values() for anchor in anchors),
        *(name for fields in specification.FIELDS.values() for name in fields),
        *(word for words in specification.WORDS.values() for word in words),
        *specification.FILTERS,
        *specification.SPONSOR,
    } - names == set()


def test_document_explains_every_type() -> None:
    kinds = {kind for fields in specification.FIELDS.values() for kind in fields.values()}
    single = {part.removeprefix("array of ") for kind in kinds for part in kind.split(" or ")}
    explained = re.findall(r"^\| ([^|]+?) \|", specification_document(), re.MULTILINE)

    assert single - {*explained, *specification.TYPES, "string", "absent"} == set()
