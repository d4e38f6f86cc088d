"""The command that builds a site again and compares every byte."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from locdata_build.cli.arguments import Request, Result
from locdata_build.cli.build import rendered_site, site_context
from locdata_build.cli.data import read_dataset
from locdata_build.cli.site_inputs import stated_base_url, stated_time
from locdata_build.contract.byte_comparison import ByteComparison, compare_contents, first_difference
from locdata_build.contract.site_files import Files, read_site_files
from locdata_build.publish.contents import CHECKSUMS_FILE, unexpected_files
from locdata_build.render.artifacts import Artifact, parse_checksums
from locdata_build.source.errors import Issue, IssueCode, SourceError
from locdata_build.source.files import SiteFile
from locdata_model.endpoints import INDEX
from locdata_model.media_types import is_compressed_copy
from locdata_model.scalars import STAMP_FORMAT
from locdata_model.urls import CHECKSUMS_PATH, OPENAPI_PATH

LARGEST_LIST = 10_000_000
"""The number of bytes that a list of checksums may have."""

MOST_SHOWN = 10
"""The number of paths of a kind that are shown."""


def verify(request: Request) -> Result:
    """Build a site again from the data and compare; status 1, and the first difference, unless every byte is the same.

    The site is a folder or an archive with all files, or its ``SHA256SUMS`` alone. Raises ``SourceError`` if it cannot be
    read, if the data has issues, or if the site states another base URL or time than the build has: both are inputs of a
    build, and whoever verifies should name them knowingly.
    """
    name = request.site
    files, digests = _read_site(Path(name))
    dataset = read_dataset(request)
    _refuse_other_inputs(files, name, dataset.site)
    has_copies = any(is_compressed_copy(path, digests) for path in digests)
    artifacts = rendered_site(site_context(dataset), precompress=has_copies)
    expected = {artifact.path: artifact for artifact in artifacts if files or artifact.path != CHECKSUMS_PATH}
    comparison = compare_contents(digests, {path: artifact.sha256 for path, artifact in expected.items()})
    lines = _report(name, dataset.site, comparison, files, expected)
    return Result("\n".join(lines), status=0 if comparison.is_identical else 1)


def _read_site(source: Path) -> tuple[Files, Mapping[str, str]]:
    """Return the files of a site and their checksums; no files if ``source`` is a list of checksums."""
    try:
        if source.is_file() and source.stat().st_size <= LARGEST_LIST:
            return {}, parse_checksums(source.read_bytes())
    except OSError:
        # The reader of the site reports it.
        pass
    except ValueError as error:
        if source.name == CHECKSUMS_FILE:
            raise SourceError([Issue(str(source), "$", IssueCode.NOT_A_SITE, str(error))]) from error
    files = read_site_files(source)
    digests = {path: _digest(content) for path, content in files.items()}
    return files, digests | dict.fromkeys(_irregular_files(source, files), "")


def _irregular_files(source: Path, files: Files) -> Iterator[str]:
    """Yield what a folder holds that is not a regular file but that a server might follow or list.

    These are links, pipes and empty folders.
    """
    if source.is_dir():
        for path in unexpected_files(source, {path.removeprefix("/") for path in files}):
            yield f"/{path} (a link)" if f"/{path}" in files else f"/{path}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _refuse_other_inputs(files: Files, name: str, site: SiteFile) -> None:
    """Raise ``SourceError``, with the options to add, if a site states other inputs than those of the build.

    An input that the site does not state clearly is left to the comparison.
    """
    generated_at, base_url = stated_time(files.get(INDEX.path, b"")), stated_base_url(files.get(OPENAPI_PATH, b""))
    options = []
    if generated_at and generated_at != site.generated_at:
        options.append(f"--generated-at {generated_at:{STAMP_FORMAT}}")
    if base_url and base_url != site.base_url:
        options.append(f"--base-url {base_url!a}")
    if options:
        message = (
            f"must be built for {_inputs(site)}, but states other inputs: if these are right, add {' '.join(options)}"
        )
        raise SourceError([Issue(name, "$", IssueCode.OTHER_INPUTS, message)])


def _inputs(site: SiteFile) -> str:
    return f"{site.base_url}, {site.generated_at:{STAMP_FORMAT}}"


def _report(
    name: str, site: SiteFile, comparison: ByteComparison, files: Files, expected: Mapping[str, Artifact]
) -> Iterator[str]:
    """Yield what was compared, every kind of difference, and the first difference in detail."""
    yield f"{name}: compared with a build of version {site.version} for {_inputs(site)}"
    if comparison.is_identical:
        yield f"{name}: all {len(comparison.same)} files are the same, byte for byte"
        return
    yield f"{name}: {len(comparison.same)} of {len(expected)} files are the same"
    yield from _path_lines("differs", comparison.changed)
    yield from _path_lines("missing", comparison.missing)
    yield from _path_lines("unexpected", comparison.unexpected)
    if comparison.changed:
        # The checksums change with any other file, so they say nothing unless they alone differ.
        first = next((path for path in comparison.changed if path != CHECKSUMS_PATH), CHECKSUMS_PATH)
        built = expected[first]
        detail = first_difference(files[first], built.content) if files else f"must have the SHA-256 {built.sha256}"
        yield f"first difference: {first}: {detail}"
    if not files:
        yield "a list of checksums does not state the base URL and time of its build: give them with --base-url and --generated-at"


def _path_lines(kind: str, paths: tuple[str, ...]) -> Iterator[str]:
    yield from (f"{kind}: {path if path.isprintable() else ascii(path)}" for path in paths[:MOST_SHOWN])
    if len(paths) > MOST_SHOWN:
        yield f"{kind}: {len(paths) - MOST_SHOWN} more"
