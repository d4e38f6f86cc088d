"""Hostile sites are refused with one clean error, found different, or are the same."""

import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.hostile_archives import HOSTILE
from contract.unpackers import unpacked, unpackers
from locdata_build.cli import verify
from locdata_build.contract.byte_comparison import ByteComparison
from locdata_build.contract.difference import Bump, compare_sites
from locdata_build.contract.record_lists import SITE_LISTS
from locdata_build.contract.report import report_as_json, report_as_text
from locdata_build.contract.site_files import read_site_files
from locdata_build.contract.site_snapshot import STRICT_OPENAPI_PATH
from locdata_build.data.errors import SourceError
from locdata_build.data.site import SiteFile
from locdata_build.publish.folder import publish_folder
from locdata_build.render.archive import BLOCK, pack_archive
from locdata_build.render.artifacts import Artifact, checksums
from locdata_build.render.site import site_artifacts
from locdata_model import endpoints
from locdata_model.urls import CHECKSUMS_PATH
from support.context import load_context
from support.damage import (
    FOLDER_CHANGES,
    ODD_NAMES,
    Contents,
    FolderChange,
    damaged_bytes,
    damaged_json,
    damaged_lines,
    one_of,
    write_here,
)

UNPACKED_WITH_ALL = 20
"""One of so many accepted archives is unpacked with every program, and the others with Python alone."""

KINDS = ("archive", "folder", "list")

T = TypeVar("T")

Change = Callable[[bytes], Contents]
"""Contents with a change."""


class Base(NamedTuple):
    """The part of a site that a comparison reads, with one page and its own list of checksums: in a folder and an archive."""

    artifacts: list[Artifact]
    contents: Mapping[str, bytes]
    site: SiteFile
    folder: Path
    archive: Path


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    """The site that is changed."""
    folder = tmp_path_factory.mktemp("base")
    context = load_context(folder / "data")
    paths = {spec.path for spec in (endpoints.INDEX, endpoints.FLIPS, endpoints.TOMBSTONES)}
    paths |= {STRICT_OPENAPI_PATH, "/france/index.html", *(record_list.path for record_list in SITE_LISTS)}
    artifacts = [artifact for artifact in site_artifacts(context) if artifact.path in paths]
    artifacts.append(checksums({artifact.path: artifact.sha256 for artifact in artifacts}))
    publish_folder(artifacts, folder / "site")
    (folder / "site.tar").write_bytes(pack_archive(artifacts, context.site.generated_at))
    contents = {artifact.path: artifact.content for artifact in artifacts}
    return Base(artifacts, contents, context.site, folder / "site", folder / "site.tar")


@st.composite
def changed(draw: st.DrawFn, content: bytes, change: Change) -> bytes:
    """Contents with at most three changes."""
    for _ in range(draw(st.sampled_from([0, 1, 1, 1, 2, 3]))):
        content = draw(change(content))
    return content


HEADER_FIELDS: Mapping[str, tuple[object, ...]] = {
    "name": ("../../x", "/nowhere/passwd", "x/../y", "x\ny", "index.html", "x" * 100, "", "\udcff", "zzz.html"),
    "size": (0, 1, 511, 513, 8**11 - 1, 8**11, 10**18),
    "mtime": (0, 1, 8**11 - 1),
    "mode": (0, 0o755, 0o4755, 0o600),
    "uid": (1, 1000),
    "gid": (1,),
    "uname": ("root", "x"),
    "type": (b"\0", *(bytes([kind]) for kind in b"1234567xgLKSVAD")),
    "linkname": ("/nowhere/passwd", "index.html"),
    "devmajor": (1,),
}


def with_header(content: bytes, start: int, field: str, value: object) -> bytes:
    """An archive in which one header has another field, and the checksum that belongs to it."""
    try:
        entry = tarfile.TarInfo.frombuf(content[start : start + BLOCK], "utf-8", "surrogateescape")
        setattr(entry, field, value)
        header = entry.tobuf(tarfile.GNU_FORMAT if entry.size > 8**11 else tarfile.USTAR_FORMAT)
    except (tarfile.TarError, ValueError):
        return content
    return content[:start] + header + content[start + BLOCK :]


def with_other_content(content: bytes, start: int) -> bytes:
    """An archive in which one file has another byte, as an honest build of other data might have."""
    return content[: start + BLOCK] + b"!" + content[start + BLOCK + 1 :]


def hostile_archives(content: bytes) -> Contents:
    """An archive with another header, byte, length or entry, with another archive behind it, or another one."""
    headers = [start for start in range(0, len(content), BLOCK) if content[start + 257 : start + 262] == b"ustar"]
    starts = st.sampled_from(headers or [0])
    fields = one_of(*(st.tuples(st.just(field), st.sampled_from(values)) for field, values in HEADER_FIELDS.items()))
    hostile = st.sampled_from([*HOSTILE.values()])
    entries = st.builds(lambda archive, blocks: archive[: blocks * BLOCK], hostile, st.integers(1, 4))
    lengths = st.sampled_from([0, 1, BLOCK, len(content) // 2, max(0, len(content) - BLOCK), max(0, len(content) - 1)])
    return one_of(
        st.builds(lambda start, field: with_header(content, start, *field), starts, fields),
        st.builds(lambda start, entry: content[:start] + entry + content[start:], starts | st.just(0), entries),
        *[starts.map(partial(with_other_content, content))] * 3,
        lengths.map(lambda length: content[:length]),
        lengths.map(lambda length: content + bytes(length)),
        (hostile | st.just(content)).map(content.__add__),
        hostile,
        damaged_bytes(content),
    )


def hostile_lists(content: bytes) -> Contents:
    """A list of checksums with a line that is exchanged, repeated, missing or odd, or with other bytes."""
    names = st.sampled_from([*ODD_NAMES, "../../nowhere/passwd"]).map(
        lambda name: name.encode(errors="surrogateescape")
    )
    return one_of(
        damaged_lines(content),
        names.map(lambda name: content + b"0" * 64 + b"  " + name + b"\n"),
        st.just(b"0" * 64 + content[64:]),
        st.just(content[:1_000_000] * 100),
        damaged_bytes(content),
    )


def hostile_files(contents: Mapping[str, bytes]) -> st.SearchStrategy[list[tuple[str, FolderChange]]]:
    """Changes of at most three files of a folder: of their content or size, or of what is there instead or beside them."""
    damage = {
        path: damaged_json(json.loads(content)) if path.endswith(".json") else damaged_bytes(content)
        for path, content in contents.items()
    }
    truncated = st.sampled_from([0, 1, 10**6, 10**8, 10**12]).map(lambda size: lambda file: os.truncate(file, size))

    def change(path: str) -> st.SearchStrategy[tuple[str, FolderChange]]:
        written = damage[path].map(lambda content: lambda file: write_here(file, content))
        return one_of(written, written, FOLDER_CHANGES, truncated).map(lambda change: (path, change))

    return st.lists(st.sampled_from([*contents]).flatmap(change), max_size=3, unique_by=lambda change: change[0])


def write_folder(base: Base, changes: list[tuple[str, FolderChange]], folder: Path) -> None:
    """Write the site with changes, except to what an earlier change took away or made a link or a pipe."""
    shutil.copytree(base.folder, folder)
    for path, change in changes:
        file = folder / path.removeprefix("/")
        if file.is_file() and not file.is_symlink():
            with suppress(OSError):
                change(file)


def hostile_sites(base: Base, kind: str) -> st.SearchStrategy[Callable[[Path], Any]]:
    """Functions that write a hostile site of some kind to a path."""
    if kind == "folder":
        return hostile_files(base.contents).map(lambda changes: partial(write_folder, base, changes))
    content = base.archive.read_bytes() if kind == "archive" else base.contents[CHECKSUMS_PATH]
    contents = changed(content, hostile_archives if kind == "archive" else hostile_lists)
    return contents.map(lambda content: lambda path: path.write_bytes(content))


def check_verification(base: Base, site: Path, *, with_all: bool = False) -> str:
    """Verify a site; the outcome in words. What is approved must be the same, however it is unpacked."""
    result = clean(
        lambda: verify.compare_with_build(verify.read_candidate(str(site)), base.site, lambda _: base.artifacts)
    )
    if not result:
        return "refused"
    if result.status:
        return "different"
    if site.name == "list":
        assert site.read_bytes() == base.contents[CHECKSUMS_PATH], "a list that differs was approved"
        return "the same"
    folders = {"nothing": site}
    if site.name == "archive":
        programs = {name: unpack for name, unpack in unpackers().items() if unpack and (with_all or name == "Python")}
        folders = {name: site.with_name(name) for name in programs}
        for name, unpack in programs.items():
            folders[name].mkdir()
            unpack(site, folders[name])
    expected = {path: ("100644", content) for path, content in base.contents.items()}
    for name, folder in folders.items():
        assert unpacked(folder) == expected, f"what differs was approved, unpacked with {name}"
    return "the same"


def check_difference(base: Base, site: Path) -> None:
    """Compare a site with the one that it was made from; both reports must name the same bump."""
    difference = clean(lambda: compare_sites(read_site_files(base.folder), "base", read_site_files(site), str(site)))
    if difference:
        lines = [*report_as_json(difference)]
        assert unprintable(lines) == []
        bump = json.loads("".join(lines))["bump"]
        assert bump in report_as_text(difference)[-1] or difference.bump is Bump.NONE


def clean(command: Callable[[], T]) -> T | None:
    """What a command returns, or None if it raises one clean error."""
    try:
        return command()
    except SourceError as error:
        lines = error.args
    assert unprintable(lines) == []
    return None


def unprintable(lines: Iterable[str]) -> list[str]:
    """The lines that a terminal would not show as they are: those of errors and of JSON have to be safe themselves."""
    return [ascii(line) for line in lines if not line.isprintable()]


@pytest.mark.parametrize("cases", [40, pytest.param(1_000, marks=pytest.mark.proof)])
@pytest.mark.parametrize("kind", KINDS)
def test_every_hostile_site_has_one_clean_outcome(base: Base, kind: str, cases: int) -> None:
    outcomes: list[str] = []

    @settings(max_examples=cases, deadline=None)
    @given(hostile_sites(base, kind))
    def run(write: Callable[[Path], object]) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            site = Path(scratch, kind)
            write(site)
            outcomes.append(
                check_verification(base, site, with_all=outcomes.count("the same") % UNPACKED_WITH_ALL == 0)
            )
            check_difference(base, site)

    run()

    assert {*outcomes} == {"refused", "different", "the same"}


@pytest.mark.parametrize("kind", KINDS)
def test_approval_of_what_differs_is_found(
    base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    nothing = ByteComparison(same=(), changed=(), missing=(), unexpected=())
    monkeypatch.setattr(verify, "compare_contents", lambda actual, expected: nothing)
    monkeypatch.setattr(verify, "_is_packed", lambda archive, packed: True)
    site = tmp_path / kind
    if kind == "folder":
        write_folder(base, [(CHECKSUMS_PATH, Path.unlink)], site)
    elif kind == "list":
        site.write_bytes(b"0" * 64 + base.contents[CHECKSUMS_PATH][64:])
    else:
        site.write_bytes(with_other_content(base.archive.read_bytes(), 0))

    with pytest.raises(AssertionError, match=r"approved"):
        check_verification(base, site)
