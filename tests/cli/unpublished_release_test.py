"""A release that was never published is cut again under its version, as docs/releasing.md describes."""

from pathlib import Path

import pytest

from cli.releasing import CHANGE, CHANGELOG, SECOND, change, read, release, remove_partner
from support.command_line import run_here

WRITTEN_BY_RELEASE = (
    Path("last_release/contract.json"),
    Path("last_release/records.json"),
    Path("data_src/releases/1.2.3.json"),
)


@pytest.fixture
def unpublished(released: Path) -> Path:
    """The working folder with a release that was never published: its changes have their files, and a partner is gone."""
    Path("CHANGELOG.md").write_text(CHANGELOG)
    Path("changes/something.md").write_text(CHANGE)
    change(remove_partner)
    return released


@pytest.mark.usefixtures("unpublished")
def test_release_that_was_never_published_is_cut_again_without_tombstones() -> None:
    for file in WRITTEN_BY_RELEASE:
        file.unlink()

    assert release("1.2.3", at=SECOND).status == 0
    assert read("data_src/releases/1.2.3.json")["release"] == {
        "version": "1.2.3",
        "released_at": SECOND,
        "contract": [],
        "changes": [],
    }
    run_here("build", "--data", "data_src", "--out", "site")
    assert run_here("diff", "last_release", "site").out.splitlines()[1:4] == [
        "contract: none",
        "records, edited: none",
        "records, by time alone: none",
    ]
    assert Path("CHANGELOG.md").read_text() == "# Changes\n\n## [1.2.3] - 2026-12-24\n\n### Added\n\n- Something.\n"
    assert Path("site/data/CITATION.cff").read_bytes() == Path("CITATION.cff").read_bytes()
    assert run_here("format").out.startswith("0 of ")


@pytest.mark.usefixtures("unpublished")
def test_release_that_may_have_been_seen_needs_tombstones() -> None:
    outcome = release("1.2.3", at=SECOND)

    assert outcome.status == 1
    assert "partners/fr-erp_id_01-partner" in outcome.err
