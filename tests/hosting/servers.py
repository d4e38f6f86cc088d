"""The servers that a built site is tested on: nginx and Caddy with the generated configurations, and the preview."""

import http.client
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from locdata_build.hosting.configuration import SiteLocation, caddy_configuration, nginx_configuration
from locdata_build.hosting.server import HOST, listening

TIMEOUT = 10.0
"""Seconds for a server to start, and for a response."""

BROTLI_MODULE = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
"""Where Debian installs the module with which nginx sends Brotli copies."""

CONTAINER = Path("build-support/container")

NOBODY = 65534
"""The user and the group without rights."""


class Reply(NamedTuple):
    """A response. Header names are in lower case, and each has all its values in their order."""

    status: int
    headers: Mapping[str, Sequence[str]]
    content: bytes

    def header(self, name: str) -> str:
        """Return the value of a header; empty if it was not sent, and joined by a bar if it was sent twice."""
        return " | ".join(self.headers.get(name.lower(), ()))


class ServedSite(NamedTuple):
    """A running server of a site, and the content encodings that it can send."""

    server: str
    port: int
    prefix: str
    folder: Path
    encodings: frozenset[str]

    def request(self, path: str, method: str = "GET", headers: Mapping[str, str] | None = None) -> Reply:
        """Return the response for a path of the site, which is sent unchanged, dot segments included."""
        with closing(http.client.HTTPConnection(HOST, self.port, timeout=TIMEOUT)) as connection:
            sent_headers = {"Accept-Encoding": "identity", **(headers or {})}
            connection.request(method, f"{self.prefix}{path}", headers=sent_headers)
            return _reply(connection.getresponse())

    def send(self, request: bytes) -> Reply:
        """Return the response to what need not be a valid request. Its status is 0 if it has no status line."""
        with socket.create_connection((HOST, self.port), timeout=TIMEOUT) as connection:
            connection.sendall(request)
            response = http.client.HTTPResponse(connection)
            try:
                response.begin()
            except http.client.BadStatusLine:
                return Reply(0, {}, b"")
            return _reply(response)


def _reply(response: http.client.HTTPResponse) -> Reply:
    received: dict[str, list[str]] = {}
    for name, value in response.getheaders():
        received.setdefault(name.lower(), []).append(value)
    return Reply(response.status, received, response.read())


@contextmanager
def _nginx(
    executable: str, folder: Path, prefix: str, scratch: Path, *, has_brotli: bool = False
) -> Iterator[ServedSite]:
    """Serve the site with nginx as configured, or with the edits that Brotli needs; see docs/hosting.md."""
    port, site = _free_port(), nginx_configuration(SiteLocation(prefix, str(folder)))
    module = ""
    if has_brotli:
        module, site = f'load_module "{BROTLI_MODULE}";', site.replace("#brotli_static on;", "brotli_static on;")
        site = re.sub("disable_symlinks.*;", "", site)
    (scratch / "site.conf").write_text(site)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {scratch / kind};\n" for kind in kinds)
    (scratch / "nginx.conf").write_text(
        f"{module}\ndaemon off; master_process off; pid {scratch / 'pid'};\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}server {{ listen {HOST}:{port}; include {scratch / 'site.conf'}; }}\n}}\n"
    )
    command = [executable, "-p", str(scratch), "-e", str(scratch / "error.log"), "-c", str(scratch / "nginx.conf")]
    with _running(command, port, scratch):
        yield ServedSite("nginx", port, prefix, folder, frozenset({"gzip", "br"} if module else {"gzip"}))


@contextmanager
def _container(executable: str, folder: Path, prefix: str, scratch: Path) -> Iterator[ServedSite]:
    """Serve a copy of the site as the container does: with its whole configuration and, where possible, as another user.

    Only what tests cannot share is replaced: the port, and the folder for temporary files.
    """
    with tempfile.TemporaryDirectory() as name:
        place, port = Path(name), _free_port()
        # The user has no access to the scratch folder, and can write to one folder only.
        shutil.copytree(folder, place / "site")
        (place / "tmp").mkdir()
        place.chmod(0o755)
        (place / "tmp").chmod(0o777)
        configuration = (CONTAINER / "nginx.conf").read_text(encoding="utf-8")
        for theirs, ours in ((" 8080;", f" {HOST}:{port};"), ("/tmp/", f"{place}/tmp/")):  # noqa: S108  # The container's own.
            assert theirs in configuration
            configuration = configuration.replace(theirs, ours)
        (place / "nginx.conf").write_text(configuration)
        (place / "locdata.conf").write_text(nginx_configuration(SiteLocation(prefix, str(place / "site"))))
        user = NOBODY if os.geteuid() == 0 else None
        with _running([executable, "-e", "stderr", "-c", str(place / "nginx.conf")], port, scratch, user):
            yield ServedSite("nginx", port, prefix, place / "site", frozenset({"gzip"}))


@contextmanager
def _caddy(executable: str, folder: Path, prefix: str, scratch: Path) -> Iterator[ServedSite]:
    """Serve the site with Caddy."""
    port = _free_port()
    (scratch / "site.caddy").write_text(caddy_configuration(SiteLocation(prefix, str(folder))))
    (scratch / "Caddyfile").write_text(
        "{\n\tadmin off\n\tauto_https off\n}\n"
        f"http://{HOST}:{port} {{\n\tbind {HOST}\n\timport {scratch / 'site.caddy'}\n}}\n"
    )
    command = [executable, "run", "--config", str(scratch / "Caddyfile"), "--adapter", "caddyfile"]
    with _running(command, port, scratch):
        yield ServedSite("caddy", port, prefix, folder, frozenset({"gzip", "br"}))


@contextmanager
def _preview(folder: Path, prefix: str) -> Iterator[ServedSite]:
    """Serve the site as ``locdata_build serve`` does."""
    with listening(folder, prefix, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield ServedSite("preview", server.server_port, prefix, folder, frozenset({"gzip", "br"}))
        finally:
            server.shutdown()


_STARTERS: Mapping[str, tuple[str, str, Callable[[str, Path, str, Path], AbstractContextManager[ServedSite]]]] = {
    "nginx": ("nginx", "NGINX_PROGRAM", _nginx),
    "nginx with Brotli": ("nginx", "NGINX_PROGRAM", partial(_nginx, has_brotli=True)),
    "nginx in a container": ("nginx", "NGINX_PROGRAM", _container),
    "caddy": ("caddy", "CADDY", _caddy),
}
"""The program of each server, the variable that can name it, and the function that starts it."""

SERVERS = (*_STARTERS, "preview")


def serve(server: str, folder: Path, prefix: str, scratch: Path) -> AbstractContextManager[ServedSite | None]:
    """Serve the site in ``folder`` below ``prefix`` with one of ``SERVERS``. Yield None if it is not installed."""
    if server == "preview":
        return _preview(folder, prefix)
    program, variable, start = _STARTERS[server]
    search_path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    executable = os.environ.get(variable) or shutil.which(program, path=search_path)
    if executable is None or ("Brotli" in server and not BROTLI_MODULE.exists()):
        return nullcontext()
    return start(executable, folder, prefix, scratch)


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def _running(command: Sequence[str], port: int, scratch: Path, user: int | None = None) -> Iterator[None]:
    """Run a server, as another user if one is given, for the duration of the block, which begins when it listens."""
    log = scratch / "log"
    environment = {**os.environ, "HOME": str(scratch)}
    with log.open("wb") as out:
        if user is not None:
            # nginx opens /dev/stdout, which container runtimes give to the user as well.
            os.fchown(out.fileno(), user, user)
        with subprocess.Popen(
            command,
            stdout=out,
            stderr=out,
            env=environment,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        ) as process:
            try:
                _wait_for(process, port, log)
                yield
            finally:
                process.terminate()


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection((HOST, port), timeout=TIMEOUT):
            return
        time.sleep(0.02)
    raise RuntimeError(f"{process.args!r} does not listen: {log.read_text(errors='replace')}")
