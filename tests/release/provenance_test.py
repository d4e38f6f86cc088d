"""The statement of a release names its files, its source and its locks, and tells other files from them."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from locdata_release.cli.arguments import PACKAGE_COMMAND
from locdata_release.read.locks import BUILD_LOCKS, LOCKS
from release.making import Outcome, run, write_checkout

COMMIT = 10 * "d21a"
REPOSITORY = "https://code.example/locdata"


def sha256(path: Path) -> str:
    """The digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout, which is the working folder, with two files of a release in it."""
    monkeypatch.chdir(tmp_path)
    write_checkout(tmp_path)
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/site.tar").write_bytes(b"site")
    (tmp_path / "a.pex").write_bytes(b"program")
    return tmp_path


def state(*arguments: str, out: str = "r.intoto.jsonl") -> Outcome:
    """Write the statement of the release."""
    given = ("--commit", COMMIT, "--repository", f"{REPOSITORY}/", "--out", out)
    return run("provenance", *given, *arguments, "dist/site.tar", "a.pex")


def test_statement_is_one_line_of_the_standard(release: Path) -> None:
    assert state() == (0, "r.intoto.jsonl: 2 files\n", "")

    content = (release / "r.intoto.jsonl").read_bytes()
    locks = [LOCKS / name for name in BUILD_LOCKS]
    assert content.endswith(b"}\n")
    assert content.count(b"\n") == 1
    assert json.loads(content) == {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": "a.pex", "digest": {"sha256": sha256(release / "a.pex")}},
            {"name": "site.tar", "digest": {"sha256": sha256(release / "dist/site.tar")}},
        ],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{REPOSITORY}/docs/releasing.md#provenance",
                "externalParameters": {
                    "version": "1.2.3",
                    "generated_at": "2026-11-21T00:00:00Z",
                    "base_url": "https://a.example",
                    "command": PACKAGE_COMMAND,
                },
                "resolvedDependencies": [
                    {"uri": f"git+{REPOSITORY}", "digest": {"gitCommit": COMMIT}},
                    *({"name": str(lock), "digest": {"sha256": sha256(release / lock)}} for lock in locks),
                ],
            },
            "runDetails": {"builder": {"id": f"{REPOSITORY}/docs/releasing.md#by-hand"}},
        },
    }


def test_statement_is_the_same_on_repeat(release: Path) -> None:
    state()
    state(out="again.intoto.jsonl")

    assert (release / "r.intoto.jsonl").read_bytes() == (release / "again.intoto.jsonl").read_bytes()


def test_builder_and_command_are_what_the_publisher_says(release: Path) -> None:
    state("--builder", "https://ci.example/1", "--command", "make")

    predicate = json.loads((release / "r.intoto.jsonl").read_bytes())["predicate"]
    assert predicate["runDetails"]["builder"]["id"] == "https://ci.example/1"
    assert predicate["buildDefinition"]["externalParameters"]["command"] == "make"


@pytest.mark.usefixtures("release")
def test_files_of_the_statement_are_told_from_others(tmp_path: Path) -> None:
    state()
    digest = sha256(tmp_path / "a.pex")
    (tmp_path / "a.pex").write_bytes(b"changed")
    (tmp_path / "more").write_bytes(b"")

    assert run("provenance", "--check", "r.intoto.jsonl", "dist/site.tar") == (
        0,
        "site.tar: is the file of the statement\na.pex: not compared\n",
        "",
    )
    outcome = run("provenance", "--check", "r.intoto.jsonl", "dist/site.tar", "a.pex", "more")
    assert (outcome.status, outcome.out.splitlines()) == (
        1,
        [
            f"a.pex: must have the sha256 {digest}, but has {sha256(tmp_path / 'a.pex')}",
            "more: is not in the statement",
            "site.tar: is the file of the statement",
        ],
    )


@pytest.mark.usefixtures("release")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"\xff", "must be an in-toto statement, but is not: JSON is malformed", id="no JSON"),
        pytest.param(
            b'{"a":' + 200_000 * b"[", "must be an in-toto statement, but is not: maximum recursion", id="deep JSON"
        ),
        pytest.param(b'{"_type": "x"}', "must be an in-toto statement, but is not: Object missing", id="no subjects"),
        pytest.param(
            b'{"_type": "x", "subject": []}',
            "must be of the type https://in-toto.io/Statement/v1, but is of the type x",
            id="another type",
        ),
        pytest.param(
            b'{"_type": "\\u001b[31m", "subject": []}',
            "must hold printable text alone, but holds '\\x1b[31m'",
            id="type that colours the terminal",
        ),
        pytest.param(
            b'{"_type": "https://in-toto.io/Statement/v1", "subject": [{"name": "b\\na.pex: is", "digest": {}}]}',
            "must hold printable text alone, but holds 'b\\na.pex: is'",
            id="name that forges a line",
        ),
        pytest.param(
            b'{"_type": "https://in-toto.io/Statement/v1", "subject": [{"name": "a", "digest": {"sha256": "\\r"}}]}',
            "must hold printable text alone, but holds '\\r'",
            id="digest that forges a line",
        ),
    ],
)
def test_file_that_is_no_statement_is_told(content: bytes, message: str) -> None:
    Path("r.intoto.jsonl").write_bytes(content)

    outcome = run("provenance", "--check", "r.intoto.jsonl", "a.pex")

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"r.intoto.jsonl: {message}")
    assert outcome.err.count("\n") == 1


@pytest.mark.usefixtures("release")
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        pytest.param("a.pex", "a.pex: cannot be read: No such file or directory\n", id="no file"),
        pytest.param(
            "data_src/site.json", "data_src/site.json: cannot be read: No such file or directory\n", id="site"
        ),
        pytest.param(
            "3rdparty/python/pants.lock",
            "3rdparty/python/pants.lock: cannot be read: No such file or directory\n",
            id="lock",
        ),
    ],
)
def test_missing_file_is_told_and_nothing_is_written(spoil: str, message: str) -> None:
    Path(spoil).unlink()

    assert state() == (1, "", message)
    assert not Path("r.intoto.jsonl").exists()


@pytest.mark.usefixtures("release")
def test_settings_that_are_too_deep_are_told() -> None:
    Path("data_src/site.json").write_text('{"a":' + 200_000 * "[", encoding="utf-8")

    outcome = state()

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("data_src/site.json: must be the settings of the site, but is not: maximum recursion")
    assert outcome.err.count("\n") == 1


@pytest.mark.usefixtures("release")
def test_two_files_of_one_name_are_told() -> None:
    Path("site.tar").write_bytes(b"")

    assert state("site.tar") == (
        1,
        "",
        "dist/site.tar: must have a name of its own, but another file is called site.tar too\n",
    )


@pytest.mark.usefixtures("release")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["a.pex"], "'provenance' needs --commit", id="nothing"),
        pytest.param(["a.pex", "--commit", COMMIT], "'provenance' needs --repository", id="no repository"),
        pytest.param(["a.pex", "--commit", "main"], "must be the 40 or 64 hexadecimal digits", id="commit"),
        pytest.param(["a.pex", "--repository", "code.example"], "must be an absolute http or https URL", id="URL"),
        pytest.param(["a.pex", "--out", "r.json"], "must end in .intoto.jsonl, but is 'r.json'", id="name"),
        pytest.param(["a.pex", "--check", "r", "--command", "make"], "--command has no use with --check", id="check"),
        pytest.param(
            ["a.pex", "--command", "\udcff"], "arguments must be printable, but one is '\\udcff'", id="command"
        ),
        pytest.param(["a\udcff"], "arguments must be printable, but one is 'a\\udcff'", id="name of a file"),
        pytest.param(
            ["a.pex", "--repository", "https://x.example\n"],
            "arguments must be printable, but one is 'https://x.example\\n'",
            id="line break after the URL",
        ),
        pytest.param([], "the following arguments are required: FILE", id="no file"),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], message: str) -> None:
    outcome = run("provenance", *arguments)

    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")
def test_statement_can_be_signed_and_its_signature_told_from_that_of_another(release: Path) -> None:
    state()
    statement, signature = release / "r.intoto.jsonl", release / "r.intoto.jsonl.sig"
    keygen = shutil.which("ssh-keygen") or ""
    subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", "key"], check=True)
    subprocess.run([keygen, "-q", "-Y", "sign", "-f", "key", "-n", "in-toto", statement], check=True)
    Path("signers").write_text(f"publisher@a.example {Path('key.pub').read_text()}")
    verify = [keygen, "-q", "-Y", "verify", "-f", "signers", "-I", "publisher@a.example", "-n", "in-toto"]

    def verified(content: bytes) -> bool:
        command = [*verify, "-s", str(signature)]
        return subprocess.run(command, input=content, capture_output=True, check=False).returncode == 0

    assert verified(statement.read_bytes())
    assert not verified(statement.read_bytes().replace(b"1.2.3", b"1.2.4"))
