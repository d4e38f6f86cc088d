"""The servers that a built site is proven on: nginx and Caddy of this machine with our configurations, and our preview."""

import contextlib
import http.client
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from locdata_build.delivery.caddy import caddy_configuration
from locdata_build.delivery.listening import listening
from locdata_build.delivery.nginx import nginx_configuration
from locdata_build.delivery.place import Place

HOST = "127.0.0.1"
PATIENCE = 10.0
"""Seconds for a server to start, and for an answer."""

BROTLI_MODULE = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
"""Where the distribution puts what nginx sends Brotli copies with."""


class Reply(NamedTuple):
    """An answer. Names of headers are in small letters, and each has all its values in their order."""

    status: int
    headers: Mapping[str, Sequence[str]]
    content: bytes

    def header(self, name: str) -> str:
        """The value of a header; empty where there is none, and both with a bar between where there are two."""
        return " | ".join(self.headers.get(name.lower(), ()))


class Served(NamedTuple):
    """A site that a server serves, and what that server can do."""

    server: str
    port: int
    prefix: str
    folder: Path
    encodings: frozenset[str]

    def ask(self, path: str, method: str = "GET", headers: Mapping[str, str] | None = None) -> Reply:
        """The answer for a path of the site, which is sent as it is, dots and all."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(
                method, f"{self.prefix}{path}", headers={"Accept-Encoding": "identity", **(headers or {})}
            )
            answer = connection.getresponse()
            found: dict[str, list[str]] = {}
            for name, value in answer.getheaders():
                found.setdefault(name.lower(), []).append(value)
            return Reply(answer.status, found, answer.read())


def program(variable: str, name: str) -> str | None:
    """The server that an environment variable names, or the one of this machine; None where there is none."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    return os.environ.get(variable) or shutil.which(name, path=path)


@contextlib.contextmanager
def by_nginx(executable: str, folder: Path, prefix: str, scratch: Path) -> Iterator[Served]:
    """Serve the site by nginx, with Brotli where it has the module."""
    port, site = _free_port(), nginx_configuration(Place(prefix, str(folder)))
    module = ""
    if BROTLI_MODULE.exists():
        module, site = f'load_module "{BROTLI_MODULE}";', site.replace("#brotli_static on;", "brotli_static on;")
    (scratch / "site.conf").write_text(site)
    temporary = "".join(
        f"{kind}_temp_path {scratch / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (scratch / "nginx.conf").write_text(
        f"{module}\ndaemon off; master_process off; pid {scratch / 'pid'};\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}server {{ listen {HOST}:{port}; include {scratch / 'site.conf'}; }}\n}}\n"
    )
    command = [executable, "-p", str(scratch), "-e", str(scratch / "error.log"), "-c", str(scratch / "nginx.conf")]
    with _running(command, port, scratch):
        yield Served("nginx", port, prefix, folder, frozenset({"gzip", "br"} if module else {"gzip"}))


@contextlib.contextmanager
def by_caddy(executable: str, folder: Path, prefix: str, scratch: Path) -> Iterator[Served]:
    """Serve the site by Caddy."""
    port = _free_port()
    (scratch / "site.caddy").write_text(caddy_configuration(Place(prefix, str(folder))))
    (scratch / "Caddyfile").write_text(
        "{\n\tadmin off\n\tauto_https off\n}\n"
        f"http://{HOST}:{port} {{\n\tbind {HOST}\n\timport {scratch / 'site.caddy'}\n}}\n"
    )
    command = [executable, "run", "--config", str(scratch / "Caddyfile"), "--adapter", "caddyfile"]
    with _running(command, port, scratch):
        yield Served("caddy", port, prefix, folder, frozenset({"gzip", "br"}))


@contextlib.contextmanager
def by_preview(folder: Path, prefix: str) -> Iterator[Served]:
    """Serve the site as ``locdata_build serve`` does."""
    with listening(folder, prefix, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield Served("preview", server.server_port, prefix, folder, frozenset({"gzip", "br"}))
        finally:
            server.shutdown()


BY_PROGRAM: Mapping[str, tuple[str, Callable[[str, Path, str, Path], contextlib.AbstractContextManager[Served]]]] = {
    "nginx": ("NGINX_PROGRAM", by_nginx),
    "caddy": ("CADDY", by_caddy),
}
"""The servers that are programs of the machine, with the variable that names each."""


@contextlib.contextmanager
def served_by(server: str, folder: Path, prefix: str, scratch: Path) -> Iterator[Served | None]:
    """Serve the site by a server; None where this machine has none."""
    if server not in BY_PROGRAM:
        with by_preview(folder, prefix) as served:
            yield served
        return
    variable, serve = BY_PROGRAM[server]
    executable = program(variable, server)
    if executable is None:
        yield None
        return
    with serve(executable, folder, prefix, scratch) as served:
        yield served


SERVERS = (*BY_PROGRAM, "preview")


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextlib.contextmanager
def _running(command: Sequence[str], port: int, scratch: Path) -> Iterator[None]:
    """Run a server until the end of the block, which begins when it listens."""
    log = scratch / "log"
    with (
        log.open("wb") as out,
        subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, "HOME": str(scratch)}) as process,
    ):
        try:
            _await(process, port, log)
            yield
        finally:
            process.terminate()


def _await(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), timeout=PATIENCE):
            return
        time.sleep(0.02)
    raise RuntimeError(f"{process.args!r} does not listen: {log.read_text(errors='replace')}")
