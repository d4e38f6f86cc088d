"""No content of the folder of a cache stops the client, and many clients may share the folder."""

import hashlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from locdata_client import Client
from support.serving import served

PATH = "/any.json"
CONTENT = b'{"a": 1}'


@pytest.fixture
def url() -> Iterator[str]:
    """The base URL of a site with one file."""
    with served({PATH: CONTENT}) as url:
        yield url


def entry(url: str, etag: str, content: bytes = b'{"forged": 1}') -> bytes:
    """Return the file that the cache would hold for a URL."""
    line = json.dumps({"url": url, "etag": etag, "sha256": hashlib.sha256(content).hexdigest()})
    return line.encode() + b"\n" + content


def kept_file(folder: Path, url: str) -> Path:
    """Return the path of the file of a URL in the cache."""
    return folder / f"{hashlib.sha256(url.encode()).hexdigest()}.kept"


@pytest.mark.parametrize(
    "put",
    [
        pytest.param(Path.mkdir, id="a folder"),
        pytest.param(lambda file: file.symlink_to("/dev/zero"), id="a link to an endless file"),
        pytest.param(lambda file: file.write_bytes(b'{"a":' + b"[" * 100_000), id="deep nesting"),
    ],
)
def test_what_is_no_kept_file_counts_as_absent(url: str, tmp_path: Path, put: Callable[[Path], object]) -> None:
    put(kept_file(tmp_path, f"{url}{PATH}"))

    assert Client(url, cache=tmp_path).read(PATH) == CONTENT


@pytest.mark.parametrize("etag", ['"a"\r\nX-Injected: b', '"\N{EURO SIGN}"', "*"])
def test_kept_text_that_is_no_etag_is_not_sent(url: str, tmp_path: Path, etag: str) -> None:
    kept_file(tmp_path, f"{url}{PATH}").write_bytes(entry(f"{url}{PATH}", etag))

    assert Client(url, cache=tmp_path).read(PATH) == CONTENT


def test_many_clients_share_a_folder(url: str, tmp_path: Path) -> None:
    def ask(_: int) -> bytes:
        return Client(url, cache=tmp_path).read(PATH)

    with ThreadPoolExecutor(16) as pool:
        assert {*pool.map(ask, range(100))} == {CONTENT}

    assert [*tmp_path.iterdir()] == [kept_file(tmp_path, f"{url}{PATH}")]
