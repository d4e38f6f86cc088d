"""The command that prints the configuration of a server for a site."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

from locdata_build.cli.arguments import DEFAULT_OUT, add_base_url, add_data, add_out, word_of
from locdata_build.cli.check import read_dataset
from locdata_build.cli.parser import Result
from locdata_build.hosting.configuration import (
    SiteLocation,
    caddy_configuration,
    headers_file,
    nginx_configuration,
    s3_upload,
    site_location,
)

DETAILS = (
    "'headers' is the file _headers of Cloudflare and Netlify, 's3' a script that uploads the site to a bucket of S3."
)
EXAMPLE = "config nginx --out /srv/locdata"


class Server(StrEnum):
    """Configurable targets: two servers, the file that hosts of static sites read, and an object store."""

    NGINX = "nginx"
    CADDY = "caddy"
    HEADERS = "headers"
    S3 = "s3"


CONFIGURE: Mapping[Server, Callable[[SiteLocation], str]] = {
    Server.NGINX: nginx_configuration,
    Server.CADDY: caddy_configuration,
    Server.S3: s3_upload,
}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the server, and the options for the location of the site."""
    parser.add_argument(
        "server", type=word_of(Server), metavar="SERVER", help=f"what to configure: {', '.join(Server)}"
    )
    add_data(parser)
    add_out(parser, "the folder that the server reads")
    add_base_url(parser)


def run(*, server: Server, data: Path | None = None, out: Path = DEFAULT_OUT, base_url: str | None = None) -> Result:
    """Return the configuration of a server for the site in ``out``. Raises ``SourceError`` or ``HostingError``."""
    base_url = read_dataset(data, base_url=base_url).site.base_url
    if server is Server.HEADERS:
        return Result(headers_file(base_url).splitlines())
    return Result(CONFIGURE[server](site_location(base_url, str(out.absolute()))).splitlines())
