"""The command that shows what is different between two sites. It imports what checks and renders only to build the newer one."""

from pathlib import Path

from locdata_build.cli.arguments import Request, Result
from locdata_build.contract.difference import compare_sites
from locdata_build.contract.report import report_as_json, report_as_text
from locdata_build.contract.site_files import Files, read_site_files
from locdata_build.data.errors import Issue, IssueCode, SourceError


def diff(request: Request) -> Result:
    """Show what is different between two sites; status 1 if the version of the newer one is too low.

    Raises ``SourceError`` if one of them cannot be read or built, or if the newer one is older than a stored release.
    """
    old = read_site_files(Path(request.old))
    new = _read_built_site(Path(request.new)) if request.new else _build(request)
    difference = compare_sites(old, request.old, new, request.new or "the build of the data")
    report = report_as_json if request.json else report_as_text
    return Result(report(difference), status=0 if difference.is_version_enough else 1)


def _read_built_site(site: Path) -> Files:
    if not (any(site.iterdir()) if site.is_dir() else site.exists()):
        raise SourceError(
            [Issue(str(site), "$", IssueCode.STALE_SITE, "must be a site, but there is none: build it first")]
        )
    return read_site_files(site)


def _build(request: Request) -> Files:
    from locdata_build.cli.build import rendered_site, site_context
    from locdata_build.cli.data import read_dataset

    return {artifact.path: artifact.content for artifact in rendered_site(site_context(read_dataset(request)))}
