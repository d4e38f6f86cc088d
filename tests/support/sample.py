"""The sample: source files with one of everything that a site can show, and the site that is built from them.

Tests of code use it instead of ``data_src``, so that they run again when the code changes and not when a country does. Its
countries are places without inhabitants, so that nothing in it can be taken for a statement on a country. Tests that need
one thing in particular take the small set of ``support.dataset`` and change it.
"""

from pathlib import Path

import pytest

from locdata_build.cli import build

SAMPLE = Path("tests/sample")
"""The folder of the source files."""


def build_sample(scratch: pytest.TempPathFactory, *, base_url: str | None = None) -> Path:
    """Build the site of the sample in a new folder, and return that folder."""
    out = scratch.mktemp("sample") / "site"
    build.run(data=SAMPLE, out=out, base_url=base_url)
    return out
