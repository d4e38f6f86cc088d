"""The commands on serving a site: the configuration of a server, and a preview."""

from contextlib import suppress
from pathlib import Path

from locdata_build.cli.commands import Result, read_dataset
from locdata_build.cli.request import DEFAULT_PORT, Request, Server
from locdata_build.cli.stated import stated_base_url
from locdata_build.delivery.caddy import caddy_configuration
from locdata_build.delivery.headers_file import headers_file
from locdata_build.delivery.listening import listening
from locdata_build.delivery.nginx import nginx_configuration
from locdata_build.delivery.place import DeliveryError, place_of, prefix_of
from locdata_model.endpoints import OPENAPI_PATH


def config(request: Request) -> Result:
    """The configuration of a server for the site in ``--out``. Raises ``SourceError`` or ``DeliveryError``."""
    base_url = read_dataset(request).site.base_url
    server = Server(request.operands[0])
    if server is Server.HEADERS:
        return Result(headers_file(base_url).rstrip("\n"))
    place = place_of(base_url, str(request.out.absolute()))
    text = nginx_configuration(place) if server is Server.NGINX else caddy_configuration(place)
    return Result(text.rstrip("\n"))


def serve(request: Request) -> Result:
    """Serve the site in ``--out`` to this machine until the user ends it. Raises ``DeliveryError``."""
    prefix = prefix_of(_base_url(request.out))
    with listening(request.out, prefix, DEFAULT_PORT if request.port is None else request.port) as server:
        print(f"{request.out}: http://localhost:{server.server_port}{prefix}/ until Ctrl-C", flush=True)
        # How it is meant to end.
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    return Result("")


def _base_url(out: Path) -> str:
    """Where the site in a folder says that it will be served."""
    file = out / OPENAPI_PATH.removeprefix("/")
    base_url = stated_base_url(file.read_bytes()) if file.is_file() else None
    if base_url is None:
        raise DeliveryError(f"{out}: must be a built site, but has no {OPENAPI_PATH}: build it first")
    return base_url
