"""The command that builds a site again and compares every byte, so that a stranger can prove where it comes from."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from locdata_build.cli.commands import world_of
from locdata_build.cli.request import Request
from locdata_build.cli.result import Result
from locdata_build.cli.source_data import read_dataset
from locdata_build.cli.stated import stated_base_url, stated_time
from locdata_build.contract.sameness import Sameness, compare_contents, first_deviation
from locdata_build.publish.contents import strangers
from locdata_build.read.site_files import read_site_files
from locdata_build.render.checksums import parse_checksums
from locdata_build.render.compressed import precompressed
from locdata_build.render.site import render_site
from locdata_build.source.codes import Code
from locdata_build.source.copies import is_copy
from locdata_build.source.faults import Fault, SourceError
from locdata_build.source.files import SiteFile
from locdata_model.endpoints import CHECKSUMS_PATH, INDEX, OPENAPI_PATH
from locdata_model.scalars import STAMP_FORMAT

LONGEST_LIST = 10_000_000
"""Bytes beyond which no file is taken for a list of checksums."""

MOST = 10
"""How many paths of a kind are named."""

Files = Mapping[str, bytes]


def verify(request: Request) -> Result:
    """Build the site again from the data and compare: status 1, and the first difference, unless every byte is the same.

    What is compared is a folder or an archive with the whole site, or its ``SHA256SUMS`` alone. Raises ``SourceError``
    where that cannot be read, where the data has faults, or where the site says that it was built for another address or
    at another time than the data: both are inputs of a build, and whoever verifies should name them knowingly.
    """
    place = request.operands[0]
    files, sums = _read(Path(place))
    dataset = read_dataset(request)
    _refuse_other_inputs(files, place, dataset.site)
    artifacts = render_site(world_of(dataset))
    if any(is_copy(path, sums) for path in sums):
        artifacts = precompressed(artifacts)
    wanted = {artifact.path: artifact.content for artifact in artifacts if files or artifact.path != CHECKSUMS_PATH}
    sameness = compare_contents(sums, {path: _sum(content) for path, content in wanted.items()})
    return Result("\n".join(_lines(place, dataset.site, sameness, files, wanted)), status=0 if sameness.is_whole else 1)


def _read(place: Path) -> tuple[Files, Mapping[str, str]]:
    """The files of the site at ``place`` and their checksums; no files where it is a file of checksums."""
    try:
        if place.is_file() and place.stat().st_size <= LONGEST_LIST:
            return {}, parse_checksums(place.read_bytes())
    except OSError:
        # Its reader says what is wrong.
        pass
    except ValueError as error:
        if place.name == CHECKSUMS_PATH.removeprefix("/"):
            raise SourceError([Fault(str(place), "$", Code.NOT_A_SITE, str(error))]) from error
    files = read_site_files(place)
    return files, {path: _sum(content) for path, content in files.items()} | dict.fromkeys(_others(place, files), "")


def _others(place: Path, files: Files) -> Iterator[str]:
    """What a folder holds besides files, and a server may follow or list: links, pipes, empty folders."""
    if place.is_dir():
        for path in strangers(place, {path.removeprefix("/") for path in files}):
            yield f"/{path} (a link)" if f"/{path}" in files else f"/{path}"


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _refuse_other_inputs(files: Files, place: str, site: SiteFile) -> None:
    """Raises ``SourceError`` with the options to give. What the site does not say, or not clearly, is left to the comparison."""
    generated_at, base_url = stated_time(files.get(INDEX.path, b"")), stated_base_url(files.get(OPENAPI_PATH, b""))
    options = []
    if generated_at and generated_at != site.generated_at:
        options.append(f"--generated-at {generated_at:{STAMP_FORMAT}}")
    if base_url and base_url != site.base_url:
        options.append(f"--base-url {base_url!a}")
    if options:
        message = f"must be built like the data, at {_inputs(site)}, but says otherwise: if that is right, add {' '.join(options)}"
        raise SourceError([Fault(place, "$", Code.OTHER_INPUTS, message)])


def _inputs(site: SiteFile) -> str:
    return f"{site.base_url}, {site.generated_at:{STAMP_FORMAT}}"


def _lines(place: str, site: SiteFile, sameness: Sameness, files: Files, wanted: Files) -> Iterator[str]:
    """What was compared with what; then every kind of difference, and the first one in detail."""
    yield f"{place}: compared with a build of version {site.version} for {_inputs(site)}"
    if sameness.is_whole:
        yield f"{place}: all {len(sameness.same)} files are the same, byte for byte"
        return
    yield f"{place}: {len(sameness.same)} of {len(wanted)} files are the same"
    yield from _paths("differs", sameness.changed)
    yield from _paths("missing", sameness.missing)
    yield from _paths("not of the site", sameness.strange)
    if sameness.changed:
        # The checksums differ whenever anything does: that says nothing, unless they alone differ.
        first = next((path for path in sameness.changed if path != CHECKSUMS_PATH), CHECKSUMS_PATH)
        where = (
            first_deviation(files[first], wanted[first]) if files else f"must have the SHA-256 {_sum(wanted[first])}"
        )
        yield f"first difference: {first}: {where}"
    if not files:
        yield "the list does not say for which address and time it was made: --base-url and --generated-at name others"


def _paths(what: str, paths: tuple[str, ...]) -> Iterator[str]:
    yield from (f"{what}: {path if path.isprintable() else ascii(path)}" for path in paths[:MOST])
    if len(paths) > MOST:
        yield f"{what}: {len(paths) - MOST} more"
