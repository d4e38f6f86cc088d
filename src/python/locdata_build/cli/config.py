"""The command that prints the configuration of a server for a site."""

from locdata_build.cli.request import Request, Server
from locdata_build.cli.result import Result
from locdata_build.cli.source_data import read_dataset
from locdata_build.delivery.caddy import caddy_configuration
from locdata_build.delivery.headers_file import headers_file
from locdata_build.delivery.nginx import nginx_configuration
from locdata_build.delivery.place import place_of


def config(request: Request) -> Result:
    """The configuration of a server for the site in ``--out``. Raises ``SourceError`` or ``DeliveryError``."""
    base_url = read_dataset(request).site.base_url
    server = Server(request.operands[0])
    if server is Server.HEADERS:
        return Result(headers_file(base_url).rstrip("\n"))
    place = place_of(base_url, str(request.out.absolute()))
    text = nginx_configuration(place) if server is Server.NGINX else caddy_configuration(place)
    return Result(text.rstrip("\n"))
