"""Configurations of web servers: templates for nginx, Caddy and hosts of static sites, filled in from the rules.

Server names, ports and TLS are left to the operator.
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from urllib.parse import urlsplit

from msgspec import Struct

from locdata_build.data.site import BASE_URL_FORM, is_base_url
from locdata_build.hosting import rules
from locdata_build.site.publication import CURRENT_RELEASE, FORMER_RELEASE
from locdata_model.urls import HEADERS_FILE_PATH, NOJEKYLL_PATH, REDIRECTS_FILE_PATH

_ROOT = re.compile(r"""/[^\x00-\x1f\x7f"'`$\\{}]*""")

_TEMPLATES = files("locdata_build.hosting") / "templates"


class HostingError(Exception):
    """A site that cannot be served, or a location that a configuration cannot contain safely."""


class SiteLocation(Struct, frozen=True):
    """Path of the site on its host (empty, or without a trailing slash), and its absolute folder."""

    prefix: str
    root: str

    @property
    def former_root(self) -> str:
        """The link to the former release if the folder is the link to the current one; else empty."""
        parent, name = self.root.rsplit("/", 1)
        return f"{parent}/{FORMER_RELEASE}" if name == CURRENT_RELEASE else ""


def prefix_of(base_url: str) -> str:
    """Return the path of ``base_url``. Raises ``HostingError`` if a server would misread one of its characters."""
    if not is_base_url(base_url):
        raise HostingError(f"the base URL {BASE_URL_FORM}, got {base_url!r}")
    return urlsplit(base_url).path


def site_location(base_url: str, root: str) -> SiteLocation:
    """Return the location of a site. Raises ``HostingError`` if a server would misread one of its characters."""
    folder = root.rstrip("/")
    if not (_ROOT.fullmatch(folder) and folder.isprintable()):
        raise HostingError(f"the folder must be absolute, not '/', without quotes, '$', '\\' and braces, got {root!r}")
    return SiteLocation(prefix_of(base_url), folder)


def nginx_configuration(location: SiteLocation) -> str:
    """Return a file to include in a ``server`` block of nginx."""
    prefix = location.prefix
    return _fill(
        "nginx.conf.jinja",
        prefix=prefix,
        prefix_pattern=re.escape(prefix),
        root=location.root,
        former_root=location.former_root,
    )


def caddy_configuration(location: SiteLocation) -> str:
    """Return a file to import in a site block of Caddy 2."""
    return _fill("Caddyfile.jinja", prefix=location.prefix, root=location.root, former_root=location.former_root)


def s3_upload(location: SiteLocation) -> str:
    """Return a shell script that uploads the site to a bucket with the headers of each file."""
    return _fill("s3.sh.jinja", prefix=location.prefix, root=location.root)


def headers_file(base_url: str) -> str:
    """Return the file ``_headers``, which hosts of static sites read from the root of the host.

    Such hosts send ``404.html`` and revalidate pages by default. They combine all rules that match a path, so no two rules
    may set the same header for one path. Raises ``HostingError`` if they would misread the path of ``base_url``.
    """
    return _fill("_headers.jinja", prefix=prefix_of(base_url))


def host_files(base_url: str) -> Mapping[str, str]:
    """Return the files of a site that configure its host, by path. Raises ``HostingError`` as ``headers_file`` does."""
    redirects = _fill("_redirects.jinja", prefix=prefix_of(base_url))
    return {HEADERS_FILE_PATH: headers_file(base_url), REDIRECTS_FILE_PATH: redirects, NOJEKYLL_PATH: ""}


def _fill(template_name: str, **values: str) -> str:
    # Every command imports HostingError, and few fill in a template.
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        autoescape=False,  # noqa: S701  # The output is not HTML; site_location refuses characters that need quoting.
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    template = environment.from_string((_TEMPLATES / template_name).read_text(encoding="utf-8"))
    return template.render(rules=rules, **values)
