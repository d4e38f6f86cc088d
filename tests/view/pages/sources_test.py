"""Every source is on the page of its kind, sorted by publisher and title, and the page of the kinds counts them."""

from collections.abc import Mapping, Sequence

import pytest

from locdata_build.view.blocks import Row
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_model.vocabulary import SourceKind
from support.pages import markdown, rows_of, section_of, tables_of, texts_of


@pytest.fixture(scope="module")
def rows(pages: Mapping[str, Page]) -> Mapping[SourceKind, Sequence[Row]]:
    """The rows of the page of each kind."""
    return {kind: rows_of(*tables_of(section_of(pages[f"/sources/{kind}/"], "publishers"))) for kind in SourceKind}


def test_sources_and_statements_of_each_kind_are_counted(
    context: SiteContext, pages: Mapping[str, Page], rows: Mapping[SourceKind, Sequence[Row]]
) -> None:
    cells = [[*map(markdown, row.cells)] for row in rows_of(*tables_of(section_of(pages["/sources/"], "kinds")))]

    assert [cell[0] for cell in cells] == [f"[{kind}](/sources/{kind}/)" for kind in SourceKind]
    assert [int(cell[2]) for cell in cells] == [len(rows[kind]) for kind in SourceKind]
    statements = [each for claim in context.published.claims for each in claim.provenance.statements]
    assert sum(int(cell[3]) for cell in cells) == sum(each.verification != "unverified" for each in statements)


def test_sources_of_a_kind_are_sorted_by_publisher_then_title(rows: Mapping[SourceKind, Sequence[Row]]) -> None:
    names = [[tuple(texts_of(cell)[0].casefold() for cell in row.cells[:2]) for row in each] for each in rows.values()]

    assert names == [sorted(each) for each in names]
    assert max(map(len, names)) > 1


def test_every_published_source_has_its_row(context: SiteContext, rows: Mapping[SourceKind, Sequence[Row]]) -> None:
    assert {(kind, row.id) for kind, each in rows.items() for row in each} == {
        (source.kind, f"source-{source.id}") for source in context.published.sources
    }
