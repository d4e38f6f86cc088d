"""The command that builds a site again and compares every byte."""

import datetime as dt
import shlex
from argparse import ArgumentParser
from pathlib import Path

from locdata_build.cli.arguments import add_base_url, add_build_time, add_data, build_time
from locdata_build.cli.build import rendered_site, site_context
from locdata_build.cli.check import read_dataset
from locdata_build.cli.parser import Result
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.data.site import SiteFile, is_base_url
from locdata_build.site.files import Site, open_site
from locdata_build.site.verification import verify_site
from locdata_model.scalars import STAMP_FORMAT

DETAILS = "The exit status is 1 if a file differs, is missing or is unexpected; the first difference is shown."
EXAMPLE = "verify dist/site"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the site, and the options for the build."""
    parser.add_argument(
        "site", metavar="SITE", help="a site, its archive as build --archive writes it, or its SHA256SUMS"
    )
    add_data(parser)
    add_base_url(parser)
    add_build_time(parser)


def run(
    *, site: str, data: Path | None = None, base_url: str | None = None, generated_at: dt.datetime | None = None
) -> Result:
    """Build a site again from the data and compare; status 1 and the first difference unless every byte is equal.

    The site is a folder, an archive or its ``SHA256SUMS`` alone. Raises ``SourceError`` if it cannot be read, if the data has
    issues, or if the site states another base URL or time than the build: both are inputs of a build, to be given explicitly.
    """
    opened = open_site(Path(site))
    dataset = read_dataset(data, base_url=base_url, generated_at=build_time(generated_at))
    _refuse_other_inputs(opened, dataset.site)
    build = tuple(rendered_site(site_context(dataset), precompress=opened.has_compressed_copies))
    verification = verify_site(opened, build, dataset.site.generated_at)
    lines = [f"{site}: compared with a build of version {dataset.site.version} for {_inputs(dataset.site)}"]
    if not verification.differences:
        return Result([*lines, f"{site}: all {verification.same} files are the same, byte for byte"])
    lines += verification.differences
    if not opened:
        lines.append(
            "a list of checksums does not state the base URL and time of its build: give them with --base-url and --generated-at"
        )
    return Result(lines, status=1)


def _refuse_other_inputs(site: Site, expected: SiteFile) -> None:
    """Raise ``SourceError``, with the options to add, if a site states other inputs than those of the build.

    Missing and impossible inputs are left to the comparison.
    """
    stated, base_url = site.stated, site.base_url
    options = []
    if stated and stated.generated_at != expected.generated_at:
        options.append(f"--generated-at {stated.generated_at:{STAMP_FORMAT}}")
    if base_url and is_base_url(base_url) and base_url != expected.base_url:
        options.append(f"--base-url {shlex.quote(base_url)}")
    if options:
        message = (
            f"must be built for {_inputs(expected)}, got other inputs: if these are right, add {' '.join(options)}"
        )
        raise SourceError([Issue(site.name, "$", IssueCode.OTHER_INPUTS, message)])


def _inputs(site: SiteFile) -> str:
    return f"{site.base_url}, {site.generated_at:{STAMP_FORMAT}}"
