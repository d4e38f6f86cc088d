"""The command that builds a site again and compares every byte."""

import datetime as dt
import hashlib
import os
import shlex
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from locdata_build.cli.arguments import add_base_url, add_build_time, add_data, build_time
from locdata_build.cli.build import rendered_site, site_context
from locdata_build.cli.check import read_dataset
from locdata_build.cli.parser import Result
from locdata_build.contract.byte_comparison import ByteComparison, compare_contents, first_difference
from locdata_build.contract.site_files import Files, list_site_files
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.data.site import SiteFile, is_base_url
from locdata_build.publish.contents import CHECKSUMS_FILE
from locdata_build.publish.stated import stated_base_url, stated_by
from locdata_build.render.archive import pack_archive
from locdata_build.render.artifacts import LARGEST_LIST, Artifact, parse_checksums
from locdata_build.source.untrusted import open_regular_file, read_regular_file
from locdata_model.endpoints import INDEX
from locdata_model.media_types import is_compressed_copy
from locdata_model.scalars import STAMP_FORMAT
from locdata_model.urls import CHECKSUMS_PATH, OPENAPI_PATH

DETAILS = "The exit status is 1 if a file differs, is missing or is unexpected; the first difference is shown."
EXAMPLE = "verify dist/site"

MAX_SHOWN = 10
"""Maximum number of paths of a kind that are printed."""


class Candidate(NamedTuple):
    """A site to be verified.

    ``digests`` has the SHA-256 of each file by path, and an empty text for anything except regular files. ``files`` is empty
    for a list of checksums, and ``archive`` is None except for an archive.
    """

    name: str
    digests: Mapping[str, str]
    files: Files
    archive: Path | None


def add_arguments(parser: ArgumentParser) -> None:
    """Add the site, and the options for the build."""
    parser.add_argument(
        "site", metavar="SITE", help="a site, its archive as build --archive writes it, or its SHA256SUMS"
    )
    add_data(parser)
    add_base_url(parser)
    add_build_time(parser)


def run(
    *,
    site: str,
    data: Path | None = None,
    base_url: str | None = None,
    generated_at: dt.datetime | None = None,
) -> Result:
    """Build a site again from the data and compare; status 1 and the first difference unless every byte is equal.

    The site is a folder, an archive or its ``SHA256SUMS`` alone. Raises ``SourceError`` if it cannot be read, if the data has
    issues, or if the site states another base URL or time than the build: both are inputs of a build, to be given explicitly.
    """
    candidate = read_candidate(site)
    dataset = read_dataset(data, base_url=base_url, generated_at=build_time(generated_at))
    context = site_context(dataset)
    return compare_with_build(
        candidate, dataset.site, lambda has_copies: rendered_site(context, precompress=has_copies)
    )


def read_candidate(name: str) -> Candidate:
    """Return the site called ``name``, a path. Raises ``SourceError``."""
    source = Path(os.path.realpath(name))
    try:
        if source.is_file() and source.stat().st_size <= LARGEST_LIST:
            return Candidate(name, parse_checksums(read_regular_file(source, LARGEST_LIST)), {}, None)
    except OSError:
        # The reader of the site reports it.
        pass
    except ValueError as error:
        if Path(name).name == CHECKSUMS_FILE:
            raise SourceError([Issue(name, "$", IssueCode.NOT_A_SITE, str(error))]) from error
    files = list_site_files(Path(name))
    digests = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    others = {f"{path} ({what})": "" for path, what in files.others.items()}
    return Candidate(name, digests | others, files, None if source.is_dir() else source)


def compare_with_build(candidate: Candidate, site: SiteFile, render: Callable[[bool], Iterable[Artifact]]) -> Result:
    """Compare a site with the artifacts that ``render`` makes, with compressed copies if the site has some.

    Raises ``SourceError`` if it states other inputs than ``site``, or if a file of it cannot be read.
    """
    _refuse_other_inputs(candidate, site)
    files, digests = candidate.files, candidate.digests
    has_copies = any(is_compressed_copy(path, digests) for path in digests)
    artifacts = [artifact for artifact in render(has_copies) if files or artifact.path != CHECKSUMS_PATH]
    expected = {artifact.path: artifact for artifact in artifacts}
    comparison = compare_contents(digests, {path: artifact.sha256 for path, artifact in expected.items()})
    lines = [f"{candidate.name}: compared with a build of version {site.version} for {_inputs(site)}"]
    if not comparison.is_identical:
        return Result([*lines, *_difference(candidate, comparison, expected)], status=1)
    if candidate.archive and not _is_packed(candidate.archive, pack_archive(artifacts, site.generated_at)):
        lines.append(f"{candidate.name}: the files are the same, but their time is not that of the build")
        return Result(lines, status=1)
    return Result([*lines, f"{candidate.name}: all {len(comparison.same)} files are the same, byte for byte"])


def _refuse_other_inputs(candidate: Candidate, site: SiteFile) -> None:
    """Raise ``SourceError``, with the options to add, if a site states other inputs than those of the build.

    Missing and impossible inputs are left to the comparison.
    """
    stated = stated_by(candidate.files.get(INDEX.path, b""))
    base_url = stated_base_url(candidate.files.get(OPENAPI_PATH, b""))
    options = []
    if stated and stated.generated_at != site.generated_at:
        options.append(f"--generated-at {stated.generated_at:{STAMP_FORMAT}}")
    if base_url and is_base_url(base_url) and base_url != site.base_url:
        options.append(f"--base-url {shlex.quote(base_url)}")
    if options:
        message = f"must be built for {_inputs(site)}, got other inputs: if these are right, add {' '.join(options)}"
        raise SourceError([Issue(candidate.name, "$", IssueCode.OTHER_INPUTS, message)])


def _inputs(site: SiteFile) -> str:
    return f"{site.base_url}, {site.generated_at:{STAMP_FORMAT}}"


def _is_packed(archive: Path, packed: bytes) -> bool:
    """Return whether an archive has these bytes."""
    with open_regular_file(archive) as stream:
        return hashlib.file_digest(stream, hashlib.sha256).digest() == hashlib.sha256(packed).digest()


def _difference(candidate: Candidate, comparison: ByteComparison, expected: Mapping[str, Artifact]) -> Iterator[str]:
    """Yield every kind of difference, and the first difference in detail."""
    yield f"{candidate.name}: {len(comparison.same)} of {len(expected)} files are the same"
    yield from _path_lines("differs", comparison.changed)
    yield from _path_lines("missing", comparison.missing)
    yield from _path_lines("unexpected", comparison.unexpected)
    if comparison.changed:
        # The checksums change with every other file, so they are the first difference only if nothing else differs.
        first = next((path for path in comparison.changed if path != CHECKSUMS_PATH), CHECKSUMS_PATH)
        built = expected[first]
        files = candidate.files
        detail = first_difference(files[first], built.content) if files else f"must have the SHA-256 {built.sha256}"
        yield f"first difference: {first}: {detail}"
    if not candidate.files:
        yield "a list of checksums does not state the base URL and time of its build: give them with --base-url and --generated-at"


def _path_lines(kind: str, paths: Sequence[str]) -> Iterator[str]:
    yield from (f"{kind}: {path}" for path in paths[:MAX_SHOWN])
    if len(paths) > MAX_SHOWN:
        yield f"{kind}: {len(paths) - MAX_SHOWN} more"
