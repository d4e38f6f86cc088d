"""The command that shows the differences between two sites. It imports checks and rendering only to build the newer one."""

import datetime as dt
from argparse import ArgumentParser
from pathlib import Path

from locdata_build.cli.arguments import UsageError, add_build_time, add_data, build_time
from locdata_build.cli.parser import Result
from locdata_build.contract.difference import compare_sites, report_as_json, report_as_text
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.site.files import Files, Site, open_site

DETAILS = (
    "The exit status is 1 if the version of the newer site is too low for its changes. Without NEW, the data is built in "
    "memory, and nothing is written."
)
EXAMPLE = "diff last_release"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the two sites, and the options for a build that replaces the newer one."""
    parser.add_argument("old", metavar="OLD", help="the older site, its data folder, or its archive")
    parser.add_argument(
        "new", nargs="?", default="", metavar="NEW", help="the newer one (default: a build of the data)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    add_data(parser)
    add_build_time(parser)


def run(
    *, old: str, new: str = "", json: bool = False, data: Path | None = None, generated_at: dt.datetime | None = None
) -> Result:
    """Show the differences between two sites; status 1 if the version of the newer one is too low.

    Raises ``SourceError`` if one of them cannot be read or built, or if the newer one is older than a stored release.
    """
    if new and (data or generated_at):
        raise UsageError("--data and --generated-at are for the build that replaces NEW: omit NEW or them")
    old_files = _open_regular(Path(old))
    new_files = _open_regular(Path(new)) if new else _build(data, build_time(generated_at))
    difference = compare_sites(old_files, old, new_files, new or "the build of the data")
    report = report_as_json if json else report_as_text
    return Result(report(difference), status=0 if difference.is_version_enough else 1)


def _open_regular(source: Path) -> Site:
    """Return a site. Raises ``SourceError`` if its folder holds anything but regular files."""
    site = open_site(source)
    if site.others:
        raise SourceError(
            Issue(f"{source}{path}", "$", IssueCode.NOT_A_SITE, f"must be a regular file, got {what}")
            for path, what in site.others.items()
        )
    return site


def _build(data: Path | None, generated_at: dt.datetime | None) -> Files:
    from locdata_build.cli.build import rendered_site, site_context
    from locdata_build.cli.check import read_dataset

    dataset = read_dataset(data, generated_at=generated_at)
    return {artifact.path: artifact.content for artifact in rendered_site(site_context(dataset))}
