"""Files and pages that addresses of a forge cite, and listings of local repositories, which git takes for those of a forge."""

import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from locdata_watch.visits.repositories import (
    HTTPS_ONLY,
    RepositoryError,
    RepositoryPage,
    content_urls,
    list_repository,
    repository_of,
)

COMMIT = "1abb7ec690ef00cbbc6c4b45d00de384bbda3344"
CLONE_URL = "https://github.com/owner/formats"


@pytest.mark.parametrize(
    ("url", "clone_url", "ref", "path"),
    [
        (
            f"https://github.com/Skatteetaten/saf-t/blob/{COMMIT}/SAF-T_Financial_1.3/About_SAF-T_Financial_v.1.3.txt",
            "https://github.com/skatteetaten/saf-t",
            COMMIT,
            "SAF-T_Financial_1.3/About_SAF-T_Financial_v.1.3.txt",
        ),
        (
            "https://github.com/OpenPEPPOL/edec-codelists/blob/master/publication/v9.7/Peppol%20Code%20Lists%20v9.7.json#L7",
            "https://github.com/openpeppol/edec-codelists",
            "master",
            "publication/v9.7/Peppol Code Lists v9.7.json",
        ),
        (
            "https://github.com/invopop/gobl/tree/main/regimes/ae/",
            "https://github.com/invopop/gobl",
            "main",
            "regimes/ae",
        ),
        ("https://github.com/invopop/gobl/tree/main", "https://github.com/invopop/gobl", "main", ""),
        ("https://github.com/CIRFMF/ksef-docs", "https://github.com/cirfmf/ksef-docs", None, ""),
        ("https://github.com/CIRFMF/ksef-docs.git", "https://github.com/cirfmf/ksef-docs", None, ""),
        ("https://github.com/frappe/erpnext/releases", "https://github.com/frappe/erpnext", None, ""),
        (
            "https://github.com/frappe/erpnext/releases/tag/v13.14.0",
            "https://github.com/frappe/erpnext",
            "v13.14.0",
            "",
        ),
        (f"https://github.com/odoo/documentation/commit/{COMMIT}", "https://github.com/odoo/documentation", COMMIT, ""),
        (
            "https://raw.githubusercontent.com/odoo/odoo/19.0/addons/l10n_za/__manifest__.py",
            "https://github.com/odoo/odoo",
            "19.0",
            "addons/l10n_za/__manifest__.py",
        ),
        (
            "https://raw.githubusercontent.com/api-evangelist/flowaccount/refs/heads/main/apis.yml",
            "https://github.com/api-evangelist/flowaccount",
            "main",
            "apis.yml",
        ),
        (
            "https://gitlab.com/group/section/formats/-/blob/v2.1/schema/a.xsd",
            "https://gitlab.com/group/section/formats",
            "v2.1",
            "schema/a.xsd",
        ),
        ("https://gitlab.com/group/formats/-/releases/v2.1", "https://gitlab.com/group/formats", "v2.1", ""),
        (
            "https://codeberg.org/owner/formats/src/branch/main/a.xsd",
            "https://codeberg.org/owner/formats",
            "main",
            "a.xsd",
        ),
        ("https://codeberg.org/owner/formats/src/tag/v2", "https://codeberg.org/owner/formats", "v2", ""),
    ],
)
def test_an_address_of_a_forge_names_a_repository_a_ref_and_a_path(
    url: str, clone_url: str, ref: str | None, path: str
) -> None:
    assert repository_of(url) == RepositoryPage(clone_url=clone_url, ref=ref, path=path)


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com",
        "https://github.com/SiigoSAS",
        "https://github.com/nav-gov-hu/eVAT/issues/210",
        "https://github.com/OCA/l10n-portugal/pull/141",
        "https://github.com/EC-CUBE/ec-cube/discussions/7286",
        "https://github.com/ritoon/zerechnung/wiki/Facturer-en-France",
        "https://gitlab.com/group/formats/-/issues/3",
        "https://codeberg.org/owner/formats/issues/3",
        "https://skatteetaten.github.io/mva-meldingen/",
        "https://github.com.example.org/owner/formats",
        "https://user@github.com/owner/formats",
        "http://github.com/owner/formats",
    ],
)
def test_other_pages_and_hosts_have_no_files_to_compare(url: str) -> None:
    assert repository_of(url) is None


def test_a_branch_with_slashes_ends_at_the_first() -> None:
    page = repository_of("https://github.com/owner/formats/blob/feature/new/a.xsd")

    assert page is not None
    assert (page.ref, page.path) == ("feature", "new/a.xsd")


def test_only_a_full_hash_is_a_commit() -> None:
    refs = [COMMIT, COMMIT[:8], "v1.0", None]

    assert [RepositoryPage(clone_url=CLONE_URL, ref=ref, path="").is_commit for ref in refs] == [
        True,
        False,
        False,
        False,
    ]


def git(folder: Path, *arguments: str) -> str:
    """Run git as the owner of a repository, without the configuration of the machine. Return its output."""
    person = {
        f"GIT_{role}_{field}": "owner@example.org" for role in ("AUTHOR", "COMMITTER") for field in ("NAME", "EMAIL")
    }
    configuration = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    environment = {"PATH": os.environ["PATH"], **person, **configuration}
    return subprocess.run(
        ["git", "-C", folder, *arguments], env=environment, check=True, capture_output=True, text=True
    ).stdout.strip()


def commit(folder: Path, *paths: str) -> str:
    """Add files to the repository. Return the hash of the commit."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(path)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "Add files")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def owners(tmp_path: Path) -> Path:
    """Return an empty repository."""
    folder = tmp_path / "formats"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=trunk")
    git(folder, "config", "uploadpack.allowFilter", "true")
    return folder


def local(folder: Path) -> tuple[str, ...]:
    """Return settings with which git takes the clone URL for a folder."""
    return ("protocol.allow=never", "protocol.file.allow=always", f"url.{folder.as_uri()}.insteadOf={CLONE_URL}")


def test_a_listing_has_the_files_of_the_default_branch(owners: Path) -> None:
    commit(owners, "SAF-T_1.3/Schema 1.30.xsd", 'Møtereferater/"06".txt')
    git(owners, "checkout", "--quiet", "-b", "draft")
    commit(owners, "SAF-T_2.0/Schema 2.00.xsd")
    git(owners, "checkout", "--quiet", "trunk")

    listing = list_repository(CLONE_URL, settings=local(owners))

    assert sorted(listing.files) == ['Møtereferater/"06".txt', "SAF-T_1.3/Schema 1.30.xsd"]


def test_a_listing_has_the_commits_of_plain_and_annotated_tags(owners: Path) -> None:
    first = commit(owners, "a.xsd")
    git(owners, "tag", "v1.0")
    second = commit(owners, "b.xsd")
    git(owners, "tag", "--annotate", "--message", "Second", "v2/final")

    assert list_repository(CLONE_URL, settings=local(owners)).tags == {"v1.0": first, "v2/final": second}


def test_settings_of_the_user_do_not_count(owners: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commit(owners, "a.xsd")
    (tmp_path / ".gitconfig").write_text('[protocol "file"]\nallow = never\n')
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))

    assert list_repository(CLONE_URL, settings=local(owners)).files == ("a.xsd",)


def reason(folder: Path, *, max_files: int = 10, seconds: float = 60) -> str:
    """Return the reason for which a repository cannot be listed."""
    with pytest.raises(RepositoryError) as error:
        list_repository(CLONE_URL, settings=local(folder), max_files=max_files, seconds=seconds)
    return str(error.value)


def test_a_repository_that_does_not_exist_cannot_be_listed(tmp_path: Path) -> None:
    assert reason(tmp_path / "none") == f"'{tmp_path}/none' does not appear to be a git repository"


def test_a_repository_that_asks_for_a_password_is_not_public() -> None:
    class Forge(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="forge"')
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as in the base class
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Forge) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        settings = ("protocol.http.allow=always", "http.proxy=", f"url.{address}.insteadOf=https://github.com/")
        with pytest.raises(RepositoryError, match="does not exist, or is not public"):
            list_repository(CLONE_URL, settings=settings)
        server.shutdown()


def test_an_empty_repository_cannot_be_listed(owners: Path) -> None:
    assert "HEAD" in reason(owners)


def test_a_repository_with_too_many_files_cannot_be_listed(owners: Path) -> None:
    commit(owners, "a.xsd", "b.xsd")

    assert reason(owners, max_files=1) == "has 2 files, more than 1"


def test_a_repository_that_takes_too_long_cannot_be_listed(owners: Path) -> None:
    assert reason(owners, seconds=0) == "git took longer than 0 seconds"


def test_without_git_nothing_can_be_listed(owners: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(owners))

    assert reason(owners) == "git does not start: No such file or directory"


def test_by_default_only_https_addresses_are_opened(owners: Path) -> None:
    commit(owners, "a.xsd")

    for url in (
        owners.as_uri(),
        str(owners),
        "ssh://127.0.0.1/formats",
        "ext::git-upload-pack",
        "http://127.0.0.1:9/formats",
    ):
        with pytest.raises(RepositoryError, match="not allowed"):
            list_repository(url, settings=HTTPS_ONLY)


@pytest.mark.parametrize(
    ("url", "urls"),
    [
        ("https://tax.example/a%20b", ["https://tax.example/a%20b"]),
        ("https://github.com/Tax/Laws", ["https://github.com/Tax/Laws"]),
        ("https://github.com/tax/laws/tree/main/acts", ["https://github.com/tax/laws/tree/main/acts"]),
        ("https://github.com/tax/laws/issues/1", ["https://github.com/tax/laws/issues/1"]),
        (
            "https://github.com/tax/laws/blob/main/a%20b.md",
            ["https://raw.githubusercontent.com/tax/laws/main/a%20b.md"],
        ),
        (
            f"https://github.com/tax/laws/blob/{COMMIT}/acts/vat.md",
            [f"https://raw.githubusercontent.com/tax/laws/{ref}/acts/vat.md" for ref in (COMMIT, "HEAD")],
        ),
    ],
)
def test_the_content_of_a_file_on_github_is_read_without_the_page_around_it(url: str, urls: list[str]) -> None:
    assert [*content_urls(url)] == urls
