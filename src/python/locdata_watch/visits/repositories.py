"""Public repositories on the forges that the data cites: what an address cites, and what its repository has now."""

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from urllib.parse import quote, unquote, urlsplit

from msgspec import Struct

MAX_FILES = 200_000
TIMEOUT_SECONDS = 300.0
# Git opens https addresses only, and follows only the redirect of a renamed repository.
HTTPS_ONLY = ("protocol.allow=never", "protocol.https.allow=always", "http.followRedirects=initial")

_REF_AND_PATH = r"(?:refs/(?:heads|tags)/)?(?P<ref>[^/]+)(?:/(?P<path>.*))?"
_REPOSITORY = r"/(?P<repository>[\w.-]+/[\w.-]+?)(?:\.git)?"
_IN_GROUPS = r"/(?P<repository>[\w.-]+(?:/(?!-/)[\w.-]+)+?)(?:\.git)?"
# By host: the host of the repository, and the paths of the repository and of its pages that show files or tags.
_FORGES = {
    "github.com": (
        "github.com",
        rf"{_REPOSITORY}(?:/(?:blob|tree|raw|blame|commits?|releases/tag)/{_REF_AND_PATH}|/(?:releases|tags))?",
    ),
    "raw.githubusercontent.com": ("github.com", rf"{_REPOSITORY}/{_REF_AND_PATH}"),
    "gitlab.com": (
        "gitlab.com",
        rf"{_IN_GROUPS}(?:/-/(?:blob|tree|raw|blame|commits?|releases|tags)/{_REF_AND_PATH}|/-/(?:releases|tags))?",
    ),
    "codeberg.org": (
        "codeberg.org",
        rf"{_REPOSITORY}(?:/(?:(?:src|raw)/(?:branch|commit|tag)|commit|releases/tag)/{_REF_AND_PATH}|/(?:releases|tags))?",
    ),
}


class RepositoryPage(Struct, frozen=True, kw_only=True):
    """Page of a forge: the address for ``git clone``, a branch, tag or commit, and a path of a file or folder.

    ``ref`` is none for the repository itself, ``path`` is then empty, as it is for a tag or commit. Owners and names are in lower
    case, because forges ignore it.
    """

    clone_url: str
    ref: str | None
    path: str

    @property
    def is_commit(self) -> bool:
        """Whether the ref is the full hash of a commit. A short hash does not differ from a branch."""
        return re.fullmatch(r"[0-9a-f]{40}", self.ref or "") is not None


class RepositoryListing(Struct, frozen=True, kw_only=True):
    """The tags of a repository with the hashes of their commits, and the paths of all files of its default branch."""

    tags: Mapping[str, str]
    files: tuple[str, ...]


class RepositoryError(Exception):
    """A repository that cannot be listed. The message is the reason."""


def repository_of(url: str) -> RepositoryPage | None:
    """Return what a page shows; none on another host, and for issues, pull requests, discussions and wikis.

    The ref is the first segment after ``blob`` or ``tree``, so the rest of a branch such as ``feature/x`` is taken for a folder.
    """
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.netloc not in _FORGES:
        return None
    host, pages = _FORGES[parts.netloc]
    match = re.fullmatch(pages, parts.path.rstrip("/"))
    if match is None:
        return None
    return RepositoryPage(
        clone_url=f"https://{host}/{match['repository'].lower()}",
        ref=None if match["ref"] is None else unquote(match["ref"]),
        path=unquote(match["path"] or ""),
    )


def content_urls(url: str) -> tuple[str, ...]:
    """Return where the content of a page is to be read: of a file on GitHub, where the page is made by scripts, the file itself.

    If the address cites a commit, the file of that commit comes first, which never changes, then that of the default branch.
    """
    page = repository_of(url)
    if page is None or not page.path or not re.match(r"https://github\.com/[^/]+/[^/]+/(?:blob|raw)/", url):
        return (url,)
    folder = page.clone_url.replace("github.com", "raw.githubusercontent.com")
    refs = (page.ref or "", *(["HEAD"] if page.is_commit else []))
    return tuple(f"{folder}/{quote(ref)}/{quote(page.path)}" for ref in refs)


def list_repository(
    clone_url: str,
    *,
    settings: tuple[str, ...] = HTTPS_ONLY,
    max_files: int = MAX_FILES,
    seconds: float = TIMEOUT_SECONDS,
) -> RepositoryListing:
    """Return the tags and files of a repository, without the contents of files and without history.

    Git reads no configuration but ``settings`` (``name=value``), has no credentials, and asks for none. ``seconds`` limits each
    of its three runs. Raises ``RepositoryError`` if the repository is not public, is empty or has more than ``max_files``, and
    if git is missing, fails or takes longer.
    """
    with tempfile.TemporaryDirectory() as folder:

        def git(*arguments: str) -> str:
            options = [option for setting in settings for option in ("-c", setting)]
            return _run(["git", *options, *arguments], folder, seconds)

        tags = git("ls-remote", "--tags", "--", clone_url)
        clone = ("clone", "--bare", "--depth=1", "--single-branch", "--no-tags", "--filter=blob:none", "--template=")
        git(*clone, "--quiet", "--", clone_url, f"{folder}/repository")
        files = git(f"--git-dir={folder}/repository", "ls-tree", "-r", "--name-only", "-z", "HEAD").split("\0")[:-1]
    if len(files) > max_files:
        raise RepositoryError(f"has {len(files)} files, more than {max_files}")
    return RepositoryListing(tags=_tags(tags), files=tuple(files))


def _tags(lines: str) -> dict[str, str]:
    """Return the tags in the output of ``ls-remote``: an annotated tag has a second line, ``name^{}``, with its commit."""
    tags = {}
    for line in lines.splitlines():
        commit, _, ref = line.partition("\t")
        tags[ref.removeprefix("refs/tags/").removesuffix("^{}")] = commit
    return tags


def _run(command: list[str], home: str, seconds: float) -> str:
    """Return the output of git. Raises ``RepositoryError``."""
    environment = {
        # With the proxy of the machine, without settings of git such as GIT_DIR.
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        # Without .netrc, which has passwords.
        "HOME": home,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "LC_ALL": "C",
    }
    try:
        # In a process group, because git starts helpers that outlive it.
        process = subprocess.Popen(  # noqa: S603
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise RepositoryError(f"git does not start: {error.strerror}") from None
    with process:
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise RepositoryError(f"git took longer than {seconds:g} seconds") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode != 0:
        raise RepositoryError(_reason(errors))
    return output


def _reason(errors: str) -> str:
    """Return the reason in the errors of git. Forges ask for a password if a repository does not exist or is not public."""
    if "terminal prompts disabled" in errors:
        return "does not exist, or is not public"
    fatal = re.search(r"^fatal: (.*)", errors, re.MULTILINE)
    return fatal[1] if fatal else errors.strip() or "git failed without a reason"
