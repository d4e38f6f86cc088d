"""docs/dependencies.md lists what is in the runnable file.

Pants puts the runnable file into the sandbox; without it these tests are skipped.
"""

from pathlib import Path

import pytest

from locdata_release.sbom import Sbom, read_sbom, render_markdown

RUNNABLE = Path("locdata_build.pex")
DOCUMENT = Path("docs/dependencies.md")

pytestmark = pytest.mark.skipif(not RUNNABLE.exists(), reason="needs the runnable file: ./pants test tests/release")


@pytest.fixture(scope="module")
def sbom() -> Sbom:
    """The SBOM. Reading it fails unless every package is pinned by a hash and has a licence text."""
    return read_sbom(RUNNABLE, Path())


def test_document_lists_the_packages_of_the_runnable_file(sbom: Sbom) -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == render_markdown(sbom), "run the commands that the document names"


def test_runnable_file_holds_our_own_licences(sbom: Sbom) -> None:
    assert sbom.runnable.own_licence_files == ("LICENSE", "LICENSE-API", "LICENSE-DATA")
