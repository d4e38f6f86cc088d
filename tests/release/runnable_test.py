"""What is in the runnable file is what docs/dependencies.md says, with the licence of each part.

Pants puts the runnable file into the sandbox; a bare pytest has none.
"""

from pathlib import Path

import pytest

from locdata_release.inventory.document import as_document
from locdata_release.inventory.inventory import Inventory, take_inventory

PACKED = Path("locdata_build.pex")
DOCUMENT = Path("docs/dependencies.md")

pytestmark = pytest.mark.skipif(not PACKED.exists(), reason="wants the runnable file: ./pants test tests/release")


@pytest.fixture(scope="module")
def inventory() -> Inventory:
    """The inventory; there is none where a part is not pinned by a hash, or brings no licence."""
    return take_inventory(PACKED, Path())


def test_the_published_list_is_that_of_the_runnable_file(inventory: Inventory) -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == as_document(inventory), "make the document anew, as it says"


def test_the_runnable_file_holds_our_own_terms(inventory: Inventory) -> None:
    assert inventory.runnable.own_licence_files == ("LICENSE", "LICENSE-API", "LICENSE-DATA")
