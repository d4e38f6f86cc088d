"""The commands that print the configuration of a server for a site, and preview a site."""

from contextlib import suppress
from pathlib import Path

from locdata_build.cli.arguments import Request, Result, Server
from locdata_build.cli.data import read_dataset
from locdata_build.cli.output import write_output
from locdata_build.hosting.configuration import (
    HostingError,
    caddy_configuration,
    headers_file,
    nginx_configuration,
    prefix_of,
    site_location,
)
from locdata_build.hosting.server import listening
from locdata_build.publish.stated import stated_base_url
from locdata_build.render.interrupts import raise_if_interrupted
from locdata_build.source.untrusted import read_regular_file
from locdata_model.urls import OPENAPI_PATH

LARGEST = 10_000_000
"""The number of bytes that the OpenAPI document of a site may have."""


def config(request: Request) -> Result:
    """Return the configuration of a server for the site in ``--out``. Raises ``SourceError`` or ``HostingError``."""
    base_url = read_dataset(request).site.base_url
    if request.server is Server.HEADERS:
        return Result(headers_file(base_url).splitlines())
    location = site_location(base_url, str(request.out.absolute()))
    configure = nginx_configuration if request.server is Server.NGINX else caddy_configuration
    return Result(configure(location).splitlines())


def serve(request: Request) -> Result:
    """Serve the site in ``--out`` to this machine until the user interrupts it. Raises ``HostingError``."""
    prefix = prefix_of(_base_url(request.out))
    with listening(request.out, prefix, request.port) as server:
        write_output([f"{request.out}: http://localhost:{server.server_port}{prefix}/ until Ctrl-C"])
        # An interrupt is how it is meant to end.
        with suppress(KeyboardInterrupt):
            raise_if_interrupted()
            # Coverage does not measure the process in which the test of this line runs.
            server.serve_forever()  # pragma: no cover
    return Result([])


def _base_url(out: Path) -> str:
    """Return the base URL that the site in a folder states."""
    try:
        document = read_regular_file(out / OPENAPI_PATH.removeprefix("/"), LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        raise HostingError(f"{out}: must be a built site, but has no {OPENAPI_PATH}: build it first") from None
    except OSError as error:
        message = f"{out}: must be a built site, but its {OPENAPI_PATH} cannot be read: {error.strerror}"
        raise HostingError(message) from error
    base_url = stated_base_url(document)
    if base_url is None:
        raise HostingError(f"{out}: must be a built site, but its {OPENAPI_PATH} states no base URL")
    return base_url
