"""The command that tells what is different between two sites."""

from pathlib import Path

from locdata_build.cli.request import Request
from locdata_build.cli.result import Result
from locdata_build.contract.difference import compare_files
from locdata_build.contract.report import report_as_json, report_as_text
from locdata_build.read.site_files import read_site_files


def diff(request: Request) -> Result:
    """Tell what is different between two sites; status 1 where the newer one has too small a version.

    Raises ``SourceError`` where one cannot be read.
    """
    old, new = request.operands
    difference = compare_files(read_site_files(Path(old)), old, read_site_files(Path(new)), new)
    text = report_as_json(difference) if request.json else report_as_text(difference)
    return Result(text, status=0 if difference.is_version_enough else 1)
