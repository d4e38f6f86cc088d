"""The command that only checks the data."""

from locdata_build.cli.request import Request
from locdata_build.cli.result import Result
from locdata_build.cli.source_data import read_dataset


def check(request: Request) -> Result:
    """Check the data; a line that says so. Raises ``SourceError``."""
    dataset = read_dataset(request)
    return Result(f"countries: {len(dataset.countries)}, ERP products: {len(dataset.erps)}, faults: none")
