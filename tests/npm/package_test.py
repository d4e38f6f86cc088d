"""The contents of the npm package, and the same bytes of its tarball everywhere."""

import datetime as dt
import io
import json
import re
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_model.serialization import encode_json
from locdata_model.urls import OPENAPI_PATH, PACKAGE_PATH, TYPESCRIPT_PATH
from locdata_npm.__main__ import main
from locdata_npm.package import PackageError, package_files
from support.npm_package import CLIENT, LICENCE, NAME, VERSION, pack

Run = Callable[[Path], tuple[int, str, bytes | None]]


@pytest.fixture
def members(tarball: bytes) -> list[tarfile.TarInfo]:
    """The entries of the tarball."""
    with tarfile.open(fileobj=io.BytesIO(tarball)) as archive:
        return archive.getmembers()


@pytest.fixture
def content(tarball: bytes) -> Callable[[str], bytes]:
    """Return the content of a file of the tarball."""

    def read(name: str) -> bytes:
        with tarfile.open(fileobj=io.BytesIO(tarball)) as archive:
            file = archive.extractfile(f"package/{name}")
            assert file
            return file.read()

    return read


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line for a site; return its exit status, what it printed, and the tarball, if there is one."""

    def run_for(site: Path) -> tuple[int, str, bytes | None]:
        out = tmp_path / "out.tgz"
        options = {"name": NAME, "version": VERSION, "site": site, "client": CLIENT, "licence": LICENCE, "out": out}
        status = main([f"--{option}={value}" for option, value in options.items()])
        output, errors = capsys.readouterr()
        return status, (output + errors).replace(f"{tmp_path}/", ""), out.read_bytes() if out.exists() else None

    return run_for


@pytest.fixture
def copied(site: Path, tmp_path: Path) -> Path:
    """A folder with copies of the files of the site that are read."""
    folder = tmp_path / "site"
    for path in (TYPESCRIPT_PATH, OPENAPI_PATH, PACKAGE_PATH):
        (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(site / path[1:], folder / path[1:])
    return folder


def test_tarball_has_the_time_of_npm_and_nothing_of_this_machine(
    tarball: bytes, members: list[tarfile.TarInfo]
) -> None:
    time = dt.datetime(1985, 10, 26, 8, 15, tzinfo=dt.UTC).timestamp()
    flags, packed_at, system = tarball[3], tarball[4:8], tarball[9]

    assert (flags, packed_at, system) == (0, bytes(4), 255)

    assert {(m.type, m.mode, m.mtime, m.uid, m.gid, m.uname, m.gname) for m in members} == {
        (tarfile.REGTYPE, 0o644, time, 0, 0, "", "")
    }


def test_tarball_of_other_files_with_the_same_content_has_the_same_bytes(copied: Path, tarball: bytes) -> None:
    assert pack(copied) == tarball


def test_declarations_are_those_of_the_site_and_the_client_is_that_of_the_repository(
    site: Path, content: Callable[[str], bytes]
) -> None:
    files = [CLIENT / "README.md", CLIENT / "index.d.ts", CLIENT / "index.js", LICENCE, site / TYPESCRIPT_PATH[1:]]

    assert [content(file.name) for file in files] == [file.read_bytes() for file in files]


def test_manifest_describes_the_package(content: Callable[[str], bytes]) -> None:
    assert json.loads(content("package.json")) == {
        "name": NAME,
        "version": VERSION,
        "description": "Sample Data Service: types of the API and the data files, and a client that fetches them",
        "keywords": ["e-invoicing", "ERP", "localization", "SAF-T", "VAT reporting"],
        "homepage": "https://sample.example/api/",
        "license": "MIT",
        "type": "commonjs",
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}, "./package.json": "./package.json"},
        "files": ["index.d.ts", "index.js", "locdata.d.ts"],
        "sideEffects": False,
        "engines": {"node": ">=20"},
    }


def test_client_declares_no_name_that_is_published(content: Callable[[str], bytes]) -> None:
    ours, published = (
        {*re.findall(r"^export (?:class|function|interface|type) (\w+)", content(name).decode(), re.MULTILINE)}
        for name in ("index.d.ts", "locdata.d.ts")
    )

    assert {"Client", "LocdataError", "createClient"} <= ours
    assert {"Answer", "Paths", "Country"} <= published
    # It would take the place of the published one without an error.
    assert ours & published == set()


def test_command_writes_the_tarball(run: Run, copied: Path, tarball: bytes) -> None:
    assert run(copied) == (0, "out.tgz: 6 files\n", tarball)


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        (TYPESCRIPT_PATH, None, "must be a file of the site [missing-file]"),
        (
            OPENAPI_PATH,
            {"info": {"title": "A"}, "servers": []},
            "must match the published schema: Expected `array` of length >= 1 - at `$.servers` [wrong-type]",
        ),
        (PACKAGE_PATH, {}, "must match the published schema: Object missing required field `keywords` [wrong-type]"),
    ],
    ids=["no declarations", "no URL", "no keywords"],
)
def test_folder_that_is_no_built_site_is_refused(
    run: Run, copied: Path, path: str, content: object, message: str
) -> None:
    file = copied / path[1:]
    file.unlink()
    if content is not None:
        file.write_bytes(encode_json(content))

    assert run(copied) == (1, f"site{path}: $: {message}\n1 issue\n", None)


def test_missing_licence_is_refused(copied: Path, tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="LICENSE: cannot be read: No such file or directory"):
        package_files(name=NAME, version=VERSION, site=copied, client=CLIENT, licence=tmp_path / "LICENSE")
