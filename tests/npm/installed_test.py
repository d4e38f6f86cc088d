"""The package, installed by npm in an empty folder without a registry: strict programs compile, and misuse does not."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS, endpoint_for
from support.npm_package import CLIENT, NAME, VERSION
from support.programs import compiler_issues, program, typescript_compiler
from support.site import read_files
from support.snippets import snippets_in

MODULES = {
    "node16": ("--target", "es2022", "--module", "node16", "--moduleResolution", "node16"),
    "nodenext": ("--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"),
    "bundler": ("--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"),
}
"""The options of the compiler: for Node of any version, for the newest one, and for a bundler."""

pytestmark = pytest.mark.proof

IMPORT = 'import { createClient, LocdataError, type Answer, type Client, type Country, type ErrorKind, type Fetch } from "locdata-types";'
START = (IMPORT, 'const site = createClient("https://data.example/base");')

ALLOWED = (
    'export const named: Client = createClient(new URL("https://data.example/base"), { fetch, revalidate: true });',
    'export const italy: Answer<"/api/v1/countries/it.json"> = await site.get("/api/v1/countries/it.json");',
    "export const known: boolean | null = italy.data.toggles.saft_required;",
    "export const named_by = async (code: string): Promise<string> =>",
    "  (await site.get(`/api/v1/countries/${code}.json`)).data.name;",
    "export const both = async (path: '/data/matrix.csv' | '/api/v1/countries.json') => {",
    "  const value: string | { readonly data: ReadonlyArray<Country> } = await site.get(path);",
    "  return value;",
    "};",
    'export const table: string = await site.get("/data/matrix.csv");',
    'export const rows: ReadonlyArray<{ readonly erp: string }> = await site.get("/data/matrix.json");',
    "export const limited = (signal?: AbortSignal) => site.get('/api/v1/facts.json', { signal });",
    "export const stub: Fetch = async () => new Response('{}', { headers: { ETag: '\"a\"' } });",
    "export const described = (error: unknown): [string, number | null, ErrorKind] | null =>",
    "  error instanceof LocdataError ? [error.url, error.status, error.kind] : null;",
)
"""Lines of a correct program."""

FROM_COMMON_JS = (
    'import { createClient, LocdataError, type Country } from "locdata-types";',
    "export const countries = async (): Promise<ReadonlyArray<Country>> =>",
    '  (await createClient("https://data.example").get("/api/v1/countries.json")).data;',
    "export const status = (error: LocdataError): number => error.status;",
)
"""Lines of a CommonJS program, of which the last one is wrong."""

MISUSE = (
    ("TS2345", 'export const no_path = site.get("/api/v1/nothing.json");'),
    ("TS2345", 'export const no_slash = site.get("api/v1/countries.json");'),
    ("TS2345", "export const any_text = (path: string) => site.get(path);"),
    ("TS2339", 'export const no_field = (await site.get("/api/v1/countries/it.json")).data.capital;'),
    ("TS2322", 'export const number_for_a_text: number = await site.get("/data/matrix.csv");'),
    ("TS2339", 'export const rows_of_a_text = (await site.get("/data/matrix.csv")).map(String);'),
    ("TS2740", 'export const text_for_rows: readonly string[] = await site.get("/api/v1/countries.json");'),
    ("TS2540", 'export const written = async () => { (await site.get("/api/v1/status.json")).data.due_claims = 0; };'),
    ("TS2353", 'export const no_option = createClient("https://data.example", { retries: 1 });'),
    ("TS2554", "export const no_base = createClient();"),
    ("TS2322", 'export const no_signal = site.get("/data/matrix.csv", { signal: true });'),
    ("TS2367", 'export const no_kind = (error: LocdataError) => error.kind === "missing";'),
    ("TS2322", "export const no_status = (error: LocdataError): number => error.status;"),
    ("TS2540", 'export const changed = (error: LocdataError) => { error.kind = "status"; };'),
)
"""Wrong lines of a program, and the error that the compiler finds in each."""


@pytest.fixture(scope="module")
def compiler() -> str:
    """The TypeScript compiler of this machine."""
    return typescript_compiler()


@pytest.fixture(scope="module")
def consumer(tarball: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which npm has installed the package, and nothing else."""
    npm, node = program("NPM", "npm"), program("NODE", "node")
    scratch = tmp_path_factory.mktemp("npm")
    folder = scratch / "consumer"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"private": True, "type": "module"}), encoding="utf-8")
    (scratch / "package.tgz").write_bytes(tarball)
    environment = {
        # npm is a script that looks for Node there.
        "PATH": os.pathsep.join([str(Path(node).parent), os.defpath]),
        "HOME": str(scratch),
        "npm_config_cache": str(scratch / "cache"),
        "npm_config_update_notifier": "false",
    }
    command = [npm, "install", "--offline", "--no-audit", "--no-fund", str(scratch / "package.tgz")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module", params=MODULES)
def issues(request: pytest.FixtureRequest, compiler: str, consumer: Path, site: Path) -> Mapping[str, list[str]]:
    """The line and the code of each error in programs that use the package, and in the package, by the name of the file."""
    (example,) = snippets_in(CLIENT / "README.md")
    paths = map(json.dumps, described_paths(site))
    programs = {
        "allowed.ts": [*START, *ALLOWED],
        "common.cts": [*FROM_COMMON_JS],
        "example.ts": [example.code],
        "misuse.ts": [*START, *(line for _, line in MISUSE)],
        "paths.ts": [*START, *(f"(await site.get({path})) satisfies Answer<{path}>;" for path in paths)],
    }
    for name, lines in programs.items():
        (consumer / name).write_text("\n".join(lines), encoding="utf-8")
    found: dict[str, list[str]] = {name: [] for name in programs}
    for issue in compiler_issues(compiler, consumer, [*MODULES[request.param], *programs]):
        file, _, line_and_code = issue.partition(" ")
        found.setdefault(file, []).append(line_and_code)
    return found


def described_paths(site: Path) -> list[str]:
    """Return the path of every response and every data file of the site."""
    tables = {spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat}
    return [path for path in read_files(site) if path in tables or endpoint_for(path)]


def test_npm_installs_the_package_alone(consumer: Path) -> None:
    manifest = json.loads((consumer / f"node_modules/{NAME}/package.json").read_bytes())

    assert manifest["version"] == VERSION
    assert sorted(file.name for file in (consumer / f"node_modules/{NAME}").iterdir()) == [
        "LICENSE",
        "README.md",
        "index.d.ts",
        "index.js",
        "locdata.d.ts",
        "package.json",
    ]
    assert [file.name for file in (consumer / "node_modules").iterdir() if not file.name.startswith(".")] == [NAME]


def test_strict_programs_compile_with_the_type_of_every_path_and_misuse_does_not(
    issues: Mapping[str, list[str]], site: Path
) -> None:
    assert len(described_paths(site)) > len(ENDPOINTS)
    # The declarations have no errors either: no other file is named.
    assert issues == {
        "allowed.ts": [],
        "common.cts": [f"{len(FROM_COMMON_JS)} TS2322"],
        "example.ts": [],
        "misuse.ts": [f"{number} {code}" for number, (code, _) in enumerate(MISUSE, start=3)],
        "paths.ts": [],
    }


def test_module_has_the_types_that_it_declares(compiler: str, consumer: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(consumer / f"node_modules/{NAME}", tmp_path / "package")
    # Under its own name, the compiler would read the declarations in its place.
    (folder / "index.js").rename(folder / "implementation.js")
    (folder / "program.ts").write_text(
        'import type * as declared from "./index.js";\n'
        'import * as implementation from "./implementation.js";\n'
        "export const exported: typeof declared = implementation;\n"
        "export const nothing_else: Record<Exclude<keyof typeof implementation, keyof typeof declared>, 0> = {};\n",
        encoding="utf-8",
    )

    assert compiler_issues(compiler, folder, [*MODULES["nodenext"], "--allowJs", "--checkJs", "program.ts"]) == []
