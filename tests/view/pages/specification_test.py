"""Pages have the anchors of the specification."""

import itertools
from collections.abc import Iterator, Mapping

import pytest

from locdata_build.view.page import Page
from support.dataset import COUNTRY, whole
from support.pages import anchors_of, load_pages
from support.records import report
from support.specification import ANCHORS, FROZEN, REPORTING_TOPICS

VALUES: Mapping[str, tuple[str, ...]] = {
    "code": ("fr",),
    "country": ("france",),
    "id": ("erp_id_01", "erp_id_02"),
    "topic": REPORTING_TOPICS,
    "n": ("1", "2"),
}
"""What the names in braces stand for in the small dataset, which gets two reports on each topic."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Page]:
    """The pages of the small dataset, with two reports on each topic."""
    files = whole()
    files[COUNTRY]["reporting"] = [
        report(topic, number, report_local=f"Report {number}") for topic in REPORTING_TOPICS for number in (1, 2)
    ]
    return load_pages(tmp_path_factory.mktemp("data"), files)


def expand(template: str) -> Iterator[str]:
    """Yield what a template such as ``{code}-{id}`` stands for."""
    names = [name for name in VALUES if f"{{{name}}}" in template]
    for values in itertools.product(*(VALUES[name] for name in names)):
        yield template.format(**dict(zip(names, values, strict=True)))


@pytest.mark.parametrize("template", ANCHORS)
def test_pages_have_the_anchors_of_the_specification(pages: Mapping[str, Page], template: str) -> None:
    wanted = {anchor for shape in ANCHORS[template] for anchor in expand(shape)}

    for path in expand(template):
        assert wanted - {*anchors_of(pages[path])} == set(), FROZEN
