"""The command that shows what is different between two sites. It imports no stage that checks or renders."""

from pathlib import Path

from locdata_build.cli.arguments import Request, Result
from locdata_build.contract.difference import compare_sites
from locdata_build.contract.report import report_as_json, report_as_text
from locdata_build.contract.site_files import read_site_files


def diff(request: Request) -> Result:
    """Show what is different between two sites; status 1 if the version of the newer one is too low.

    Raises ``SourceError`` if one of them cannot be read.
    """
    old, new = request.old, request.new
    difference = compare_sites(read_site_files(Path(old)), old, read_site_files(Path(new)), new)
    text = report_as_json(difference) if request.json else report_as_text(difference)
    return Result(text, status=0 if difference.is_version_enough else 1)
