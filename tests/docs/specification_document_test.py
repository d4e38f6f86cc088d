"""docs/specification.md shows the tables that the tests compare with."""

import re

from docs.specification_document import DOCUMENT, specification_document
from support import specification

UPDATE = "after a change of tests/support/specification.py, run ./pants run tests/docs:update"


def test_document_has_the_current_tables() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == specification_document(), UPDATE


def test_document_explains_every_type() -> None:
    kinds = {kind for fields in specification.FIELDS.values() for kind in fields.values()}
    single = {part.removeprefix("array of ") for kind in kinds for part in kind.split(" or ")}
    explained = re.findall(r"^\| ([^|]+?) \|", specification_document(), re.MULTILINE)

    assert single - {*explained, *specification.TYPES, "string", "absent"} == set()
