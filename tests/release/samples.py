"""A small runnable file, the checkout it was built from, and the command line."""

import contextlib
import hashlib
import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest

from locdata_release.__main__ import main

PIN = "    --hash=sha256:" + 64 * "0" + "\n"
CODE_LOCK = "3rdparty/python/python-default.lock"
PANTS_LOCK = "3rdparty/python/pants.lock"
SETUPTOOLS_LOCK = "3rdparty/python/setuptools.lock"
CHECKOUT = {
    "data_src/site.json": '{"version": "1.2.3", "generated_at": "2026-11-21T00:00:00Z", "base_url": "https://a.example"}',
    CODE_LOCK: f"# What the code needs.\nred-fox==1.0 \\\n{PIN}zebra==2.0 ; python_version >= '3.11' \\\n{PIN}",
    PANTS_LOCK: f"pex==2.1 \\\n{PIN}",
    SETUPTOOLS_LOCK: f"setuptools==84.0 \\\n{PIN}",
}
"""The files of a checkout that a release needs, by path."""

RED, ZEBRA = ".deps/red.whl/red_fox-1.0.dist-info/", ".deps/zebra.whl/zebra-2.0.dist-info/"
PEX, VENDORED = "pex_licences/pex-2.1.dist-info/", "pex_licences/old-0.9.dist-info/"
RUNNABLE = {
    "PEX-INFO": json.dumps(
        {
            "build_properties": {"pex_version": "2.1"},
            "requirements": ["red.fox<2"],
            "distributions": {"zebra.whl": "2", "red.whl": "1"},
        }
    ),
    "LICENSE": "ours",
    "data_src/site.json": CHECKOUT["data_src/site.json"],
    f"{RED}METADATA": "Name: Red_Fox\nVersion: 1.0\nLicense-Expression: mit or apache-2.0\n"
    "Project-URL: Home Page, https://red.example\n"
    "Requires-Dist: Zebra>=2\nRequires-Dist: colorama; sys_platform == 'win32'\n\nText",
    f"{RED}licenses/LICENSE": "red",
    f"{ZEBRA}METADATA": "Name: zebra\nVersion: 2.0\nClassifier: License :: OSI Approved :: BSD License\n"
    "Requires-Dist: red-fox; extra == 'colour'\n",
    f"{ZEBRA}COPYING": "zebra",
    ".bootstrap/pex/vendor/_vendored/old_0_9/old/__init__.py": "",
    f"{PEX}METADATA": "Name: pex\nVersion: 2.1\nHome-page: https://pex.example\n",
    f"{PEX}LICENSE": "pex",
    f"{VENDORED}METADATA": "Name: old\nVersion: 0.9\nClassifier: License :: OSI Approved :: MIT License\n",
    f"{VENDORED}LICENSE": "old",
}
"""The entries of a runnable file, by path."""


def sha256(path: Path) -> str:
    """Return the digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Outcome(NamedTuple):
    """The exit status and the output of a command."""

    status: int
    out: str
    err: str


def run(*arguments: str | Path) -> Outcome:
    """Run the command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "argv", ["locdata_release", *map(str, arguments)])
        try:
            status = main()
        except SystemExit as usage_error:
            status = int(usage_error.code or 0)
    return Outcome(status, out.getvalue(), err.getvalue())


Changes = Mapping[str, str | None]
"""Other texts by path; None leaves a file out."""


def write_checkout(folder: Path, changes: Changes | None = None) -> Path:
    """Write a checkout, with ``changes``, and return its folder."""
    for path, text in {**CHECKOUT, **(changes or {})}.items():
        if text is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    return folder


def write_runnable(file: Path, changes: Changes | None = None) -> None:
    """Write a runnable file, with ``changes``."""
    with ZipFile(file, "w") as archive:
        for path, text in {**RUNNABLE, **(changes or {})}.items():
            if text is not None:
                archive.writestr(path, text)
