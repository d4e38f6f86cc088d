"""docs/audits/README.md shows the figures of the audits, and the page of each exists."""

import re

from docs.audits_document import DOCUMENT, audits_document


def test_document_is_the_one_that_the_figures_give() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == audits_document(), "run ./pants run tests/docs:update_audits"


def test_every_page_that_names_the_claims_of_an_audit_is_listed() -> None:
    pages = {page.name for page in DOCUMENT.parent.glob("*.md")} - {DOCUMENT.name}

    assert {*re.findall(r"\]\(([^/)]+\.md)\)", audits_document())} == pages
