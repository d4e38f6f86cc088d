"""The whole built site: the one that Pants put into the sandbox, or one built from the source data."""

from pathlib import Path

import pytest

from locdata_build.cli.commands import build
from locdata_build.cli.request import Command, Request

BUILT = Path("site")
DATA = Path("data_src")


def built_site(scratch: pytest.TempPathFactory) -> Path:
    """The root folder of the site. Where Pants put none, it is built into a folder of ``scratch``."""
    if BUILT.is_dir():
        return BUILT
    out = scratch.mktemp("built") / "site"
    build(Request(command=Command.BUILD, data=DATA, out=out, archive=None, base_url=None, generated_at=None))
    return out
