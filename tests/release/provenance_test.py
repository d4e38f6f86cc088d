"""The statement of a release names its files, source and locks; other files do not match it."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from locdata_release.arguments import PACKAGE_COMMAND
from release.samples import CODE_LOCK, PANTS_LOCK, SETUPTOOLS_LOCK, Outcome, run, sha256, write_checkout

COMMIT = 10 * "d21a"
REPOSITORY = "https://code.example/locdata"
UNPRINTABLE = "must contain only printable text, but contains"
STATEMENT = "https://in-toto.io/Statement/v1"

pytestmark = pytest.mark.usefixtures("release")


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with two files of a release, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    return write_checkout(tmp_path, {"dist/site.tar": "site", "a.pex": "program"})


def write_statement(*arguments: str) -> Outcome:
    """Write the statement of the release."""
    options = ("--commit", COMMIT, "--repository", f"{REPOSITORY}/", "--out", "r.intoto.jsonl")
    return run("provenance", *options, *arguments, "dist/site.tar", "a.pex")


def test_statement_is_one_line_of_slsa_provenance(release: Path) -> None:
    assert write_statement() == (0, "r.intoto.jsonl: 2 files\n", "")

    (line,) = (release / "r.intoto.jsonl").read_text().splitlines()
    assert json.loads(line) == {
        "_type": STATEMENT,
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
                    *(
                        {"name": lock, "digest": {"sha256": sha256(release / lock)}}
                        for lock in (PANTS_LOCK, CODE_LOCK, SETUPTOOLS_LOCK)
                    ),
                ],
            },
            "runDetails": {"builder": {"id": f"{REPOSITORY}/docs/releasing.md#by-hand"}},
        },
    }


def test_matching_files_are_distinguished_from_others(release: Path) -> None:
    write_statement()
    digest = sha256(release / "a.pex")
    (release / "a.pex").write_bytes(b"changed")
    (release / "more").write_bytes(b"")

    match = run("provenance", "--check", "r.intoto.jsonl", "dist/site.tar")
    mismatch = run("provenance", "--check", "r.intoto.jsonl", "dist/site.tar", "a.pex", "more")

    assert match == (0, "site.tar: matches the statement\na.pex: not compared\n", "")
    assert (mismatch.status, mismatch.out.splitlines()) == (
        1,
        [
            f"a.pex: must have the SHA-256 {digest}, but has {sha256(release / 'a.pex')}",
            "more: is not in the statement",
            "site.tar: matches the statement",
        ],
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b'{"a":' + 200_000 * b"[", "must be an in-toto statement: maximum recursion", id="deep JSON"),
        pytest.param(b'{"_type": "x"}', "must be an in-toto statement: Object missing", id="no subjects"),
        pytest.param(b'{"_type": "x", "subject": []}', f"must be of the type {STATEMENT}, but is of", id="other type"),
        pytest.param(b'{"_type": "\\u001b[31m", "subject": []}', rf"{UNPRINTABLE} '\x1b[31m'", id="control"),
    ],
)
def test_invalid_statement_is_reported(content: bytes, message: str) -> None:
    Path("r.intoto.jsonl").write_bytes(content)

    outcome = run("provenance", "--check", "r.intoto.jsonl", "a.pex")

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"r.intoto.jsonl: {message}")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("path", ["a.pex", PANTS_LOCK])
def test_missing_file_is_reported_and_nothing_is_written(path: str) -> None:
    Path(path).unlink()

    assert write_statement() == (1, "", f"{path}: cannot be read: No such file or directory\n")
    assert not Path("r.intoto.jsonl").exists()


def test_two_files_of_the_same_name_are_refused() -> None:
    Path("site.tar").write_bytes(b"")

    assert write_statement("site.tar") == (
        1,
        "",
        "dist/site.tar: files must have different names, but another one is called site.tar too\n",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["a.pex", "--commit", COMMIT], "--repository is required without --check", id="no repository"),
        pytest.param(["a.pex", "--commit", "main"], "must be the 40 or 64 hexadecimal digits", id="commit"),
        pytest.param(["a.pex", "--repository", "code.example"], "must be an absolute http or https URL", id="URL"),
        pytest.param(["a.pex", "--out", "r.json"], "must end in .intoto.jsonl, but is 'r.json'", id="suffix"),
        pytest.param(
            ["a.pex", "--check", "r", "--command", "make"], "--command is not allowed with --check", id="check"
        ),
        pytest.param(["a\udcff"], "arguments must be printable, but one is 'a\\udcff'", id="file name"),
    ],
)
def test_usage_error_is_reported(arguments: list[str], message: str) -> None:
    outcome = run("provenance", *arguments)

    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")
def test_statement_can_be_signed_and_a_changed_one_is_refused(release: Path) -> None:
    write_statement()
    (release / "changed").write_bytes(Path("r.intoto.jsonl").read_bytes().replace(b"1.2.3", b"1.2.4"))

    def ssh_keygen(*arguments: str, stdin: str = os.devnull) -> int:
        with Path(stdin).open() as file:
            return subprocess.run(["ssh-keygen", "-q", *arguments], stdin=file, check=False).returncode

    ssh_keygen("-t", "ed25519", "-N", "", "-C", "", "-f", "key")
    ssh_keygen("-Y", "sign", "-f", "key", "-n", "in-toto", "r.intoto.jsonl")
    (release / "signers").write_text(f"a@a.example {Path('key.pub').read_text()}")
    verify = ("-Y", "verify", "-f", "signers", "-I", "a@a.example", "-n", "in-toto", "-s", "r.intoto.jsonl.sig")

    assert ssh_keygen(*verify, stdin="r.intoto.jsonl") == 0
    assert ssh_keygen(*verify, stdin="changed") != 0
