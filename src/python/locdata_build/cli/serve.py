"""The command that previews a site."""

from contextlib import suppress
from pathlib import Path

from locdata_build.cli.request import DEFAULT_PORT, Request
from locdata_build.cli.result import Result
from locdata_build.cli.stated import stated_base_url
from locdata_build.delivery.listening import listening
from locdata_build.delivery.place import DeliveryError, prefix_of
from locdata_model.endpoints import OPENAPI_PATH


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
