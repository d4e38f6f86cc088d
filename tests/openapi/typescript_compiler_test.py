"""The published TypeScript declarations: the strict compiler accepts every file of the sample's site, and finds misuse.

``tests/site`` shows that the files of the real site are of the same types.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS, endpoint_for
from locdata_model.json_schema import schema_path_for
from locdata_model.urls import TYPESCRIPT_PATH
from support import npm_package
from support.additions import with_additions
from support.programs import compiler_issues, typescript_compiler
from support.sample import build_sample
from support.site import Files, read_files
from support.snippets import CONSUMERS, snippet

pytestmark = pytest.mark.proof

MODULES = ("--target", "es2022", "--module", "nodenext")
NAME = TYPESCRIPT_PATH.rpartition("/")[2]
IMPORT = f'import type {{ Answer, Country, Fact, Paths, Toggles }} from "./{NAME.removesuffix(".d.ts")}.js";'

MISUSE = (
    ("TS2322", 'export const number_for_a_word: Fact["status"] = 1;'),
    ("TS2322", 'export const never_null: Fact["status"] = null;'),
    ("TS2322", 'export const text_for_a_boolean: Toggles["saft_required"] = "true";'),
    ("TS2739", 'export const missing: Country["counts"] = { facts: 1 };'),
    ("TS2353", "export const unknown_field = { sure: 1 } satisfies Partial<Fact>;"),
    ("TS2339", 'export const no_path: Paths["/data/unknown.json"] = [];'),
    ("TS2322", 'export const no_answer: Answer<"/api/v1/nothing.json"> = {};'),
    ("TS2540", 'export const written = (fact: Fact) => { fact.value = ""; };'),
    ("TS2339", 'export const longer = (rows: Paths["/data/matrix.json"]) => rows.push();'),
    ("TS18048", "export const optional = (fact: Fact) => fact.details.scope;"),
    ("TS18047", "export const unknown = (fact: Fact) => fact.erp.length;"),
)
"""Wrong lines of a program, and the error that the compiler finds in each."""


@pytest.fixture(scope="module")
def compiler() -> str:
    """The TypeScript compiler of this machine."""
    return typescript_compiler()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sample's site."""
    return build_sample(tmp_path_factory)


@pytest.fixture(scope="module")
def contents(site: Path) -> Files:
    """The files of the sample's site: responses, data files and declarations."""
    return read_files(site)


@pytest.fixture
def folder(tmp_path: Path, contents: Files) -> Path:
    """A folder with the declarations in it."""
    (tmp_path / NAME).write_bytes(contents[TYPESCRIPT_PATH])
    return tmp_path


@pytest.fixture
def consumer(tmp_path: Path, site: Path) -> Path:
    """A folder with the package of the types in it, as the example for consumers expects it."""
    npm_package.install(npm_package.pack(site), tmp_path)
    return tmp_path


def issues(compiler: str, folder: Path, lines: Iterable[str]) -> list[str]:
    """Compile lines that use the declarations, and return file, line and code of each error."""
    return issues_of(compiler, folder, "\n".join([IMPORT, *lines]), NAME)


def issues_of(compiler: str, folder: Path, program: str, *files: str) -> list[str]:
    """Compile a program and other files of a folder, and return file, line and code of each error."""
    (folder / "program.ts").write_text(program, encoding="utf-8")
    return compiler_issues(compiler, folder, [*MODULES, "program.ts", *files])


def test_every_response_and_data_file_has_the_type_of_its_path(compiler: str, folder: Path, contents: Files) -> None:
    templates = {path: spec.path for path in contents if (spec := endpoint_for(path))}
    tables = [spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat]
    values = {
        path: json.dumps(contents[path].decode()) if path.endswith(DataFormat.CSV) else contents[path].decode().strip()
        for path in (*templates, *tables)
    }

    lines = (
        f"export const value_{number} = {value} satisfies Answer<{json.dumps(path)}>;"
        for number, (path, value) in enumerate(values.items())
    )

    assert {*templates.values()} == {spec.path for spec in ENDPOINTS}
    assert issues(compiler, folder, lines) == []


def test_files_with_additions_of_a_later_version_have_the_type_of_their_path(
    compiler: str, folder: Path, contents: Files
) -> None:
    values = {path: content.decode() for path, content in with_additions(contents).items() if schema_path_for(path)}

    # Excess properties are refused only in literals, so each value has a name first, as a parsed response has.
    lines = (
        f"const value_{number} = {value} as const; export const typed_{number}: Answer<{json.dumps(path)}> = value_{number};"
        for number, (path, value) in enumerate(values.items())
    )

    assert issues(compiler, folder, lines) == []


def test_misuse_does_not_compile(compiler: str, folder: Path) -> None:
    assert issues(compiler, folder, [line for _, line in MISUSE]) == [
        f"program.ts {number} {code}" for number, (code, _) in enumerate(MISUSE, start=2)
    ]


def test_example_for_consumers_compiles(compiler: str, consumer: Path) -> None:
    assert issues_of(compiler, consumer, snippet(CONSUMERS, "TypeScript")) == []
