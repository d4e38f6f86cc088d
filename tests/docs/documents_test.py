"""What the documents say is so."""

import re
from pathlib import Path

import pytest

from locdata_build.cli.request import Command, Request
from locdata_build.source.codes import Code
from locdata_build.source.records import Obligations
from locdata_model import DATA_FILES, ENDPOINTS, Toggles
from locdata_model.data_files import DataFormat
from locdata_model.vocabulary import ObligationStatus
from support.world import render_files

DOCUMENTS = sorted([*Path().glob("*.md"), *Path("docs").glob("*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def text(name: str) -> str:
    """A document."""
    return Path(name).read_text(encoding="utf-8")


def first_column(name: str) -> list[str]:
    """What stands in code font in the first column of the tables of a document."""
    return re.findall(r"^\| `([^`]+)` \|", text(name), re.MULTILINE)


def test_every_kind_of_fault_is_explained_and_no_other() -> None:
    assert first_column("docs/checks.md") == [code.value for code in Code]


def test_every_toggle_and_status_of_an_obligation_is_explained() -> None:
    explained = first_column("docs/data-format.md")

    assert {*Toggles.__struct_fields__, *(status.value for status in ObligationStatus)} <= {*explained}
    assert all(f"`{kind}`" in text("docs/data-format.md") for kind in Obligations.__struct_fields__)


@pytest.mark.parametrize("command", [command for command in Command if command is not Command.BUILD])
def test_the_readme_shows_every_command(command: Command) -> None:
    assert f"-- {command.value} " in text("README.md")


def test_the_readme_names_every_option() -> None:
    options = [name.replace("_", "-") for name in Request._fields if name not in {"command", "operands"}]

    assert [option for option in options if not re.search(f"`--{option}[ `]", text("README.md"))] == []


def test_the_readme_names_every_data_file_and_list_of_the_api() -> None:
    lists = [spec.path.removeprefix("/api/v1/").removesuffix(".json") for spec in ENDPOINTS if spec.parameter is None]

    assert [spec.name for spec in DATA_FILES if spec.path(DataFormat.CSV) not in text("README.md")] == []
    assert [name for name in lists if name not in text("README.md")] == []


@pytest.mark.parametrize("document", ["README.md", "src/python/locdata_model/README.md"])
def test_the_examples_of_typed_access_run(tmp_path: Path, document: str) -> None:
    site = render_files(tmp_path)
    given = {"content": site["/api/v1/countries.json"], "matrix_json": site["/data/matrix.json"]}
    examples = re.findall(r"```python\n(import msgspec\n.*?)```", text(document), re.DOTALL)

    assert len(examples) == 1
    exec(examples[0], given)  # noqa: S102  # the documents are ours


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    targets = [document.parent / target for target in LINK.findall(document.read_text(encoding="utf-8"))]

    assert [str(target) for target in targets if not target.exists()] == []
