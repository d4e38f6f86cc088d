"""The descriptor of the data package describes the files of the sample, and validation finds each error in one."""

from pathlib import Path

import pytest

from locdata_model.urls import PACKAGE_PATH
from support.data_packages import issues_in
from support.site import Files, read_files


@pytest.fixture(scope="module")
def contents(sample_site: Path) -> Files:
    """The files of the sample's site."""
    return read_files(sample_site)


def test_data_package_is_valid(contents: Files) -> None:
    assert PACKAGE_PATH in contents
    assert issues_in(contents) == []


@pytest.mark.parametrize(
    ("name", "change", "issues"),
    [
        pytest.param("countries.csv", (b"Ice dollar", b"ice dollar"), ["hash"], id="another text"),
        pytest.param("connectors.csv", (b"\r\n", b"\n"), ["hash", "bytes"], id="other line breaks"),
        pytest.param("matrix.csv", (b",aq,", b",xx,"), ["hash", "foreign key"], id="country without facts"),
        pytest.param(
            "reporting.json", (b'"aq"', b'"xx"'), ["hash", "foreign key"], id="country without facts, in JSON"
        ),
        pytest.param("matrix.json", (b'"bv"', b'"aq"'), ["hash", "primary key"], id="key given twice"),
        pytest.param("matrix.json", (b'"verified"', b'"true"'), ["hash", "status 'true'"], id="unknown word"),
        pytest.param("connectors.json", (b'"provider"', b'"vendor"'), ["hash", "fields"], id="unknown field"),
    ],
)
def test_data_package_with_a_broken_file_is_not_valid(
    contents: Files, name: str, change: tuple[bytes, bytes], issues: list[str]
) -> None:
    path = f"/data/{name}"

    found = issues_in({**contents, path: contents[path].replace(*change)})

    assert found == [f"{name.replace('.', '-')}: {issue}" for issue in issues]


def test_date_that_is_none_is_found(contents: Files) -> None:
    path = "/data/matrix.json"

    found = issues_in({**contents, path: contents[path].replace(b'"20', b'"30-')})

    assert any("last_verified '30-" in issue for issue in found)
