"""The command that prints the configuration of a server for a site."""

from argparse import ArgumentParser
from enum import StrEnum
from pathlib import Path

from locdata_build.cli.arguments import DEFAULT_OUT, add_base_url, add_data, add_out, word_of
from locdata_build.cli.check import read_dataset
from locdata_build.cli.parser import Result
from locdata_build.hosting.configuration import caddy_configuration, headers_file, nginx_configuration, site_location

DETAILS = "'headers' is the file _headers of Cloudflare Pages and Netlify."
EXAMPLE = "config nginx --out /srv/locdata"


class Server(StrEnum):
    """Configurable targets: two servers, and the file that hosts of static sites read."""

    NGINX = "nginx"
    CADDY = "caddy"
    HEADERS = "headers"


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
    location = site_location(base_url, str(out.absolute()))
    configure = nginx_configuration if server is Server.NGINX else caddy_configuration
    return Result(configure(location).splitlines())
