"""Configurations, tested without a server; served_test.py runs nginx and Caddy with them."""

import re
from collections.abc import Callable

import pytest

from locdata_build.hosting.configuration import (
    HostingError,
    SiteLocation,
    caddy_configuration,
    headers_file,
    nginx_configuration,
    site_location,
)

Configure = Callable[[SiteLocation], str]


@pytest.mark.parametrize(
    ("base_url", "prefix"),
    [
        ("https://data.example", ""),
        ("https://data.example:8443", ""),
        ("https://data.example/tax/loc-data_1.0~x", "/tax/loc-data_1.0~x"),
    ],
)
def test_the_prefix_is_the_path_of_the_base_url(base_url: str, prefix: str) -> None:
    assert site_location(base_url, "/srv/my site/") == SiteLocation(prefix, "/srv/my site")


@pytest.mark.parametrize(
    "configure", [lambda url: site_location(url, "/srv"), headers_file], ids=["server", "_headers"]
)
@pytest.mark.parametrize("path", ["/a b", '/a"b', "/a$b", "/../b", "//b", "/*", "/:a"])
def test_a_path_that_servers_would_misread_is_refused(configure: Callable[[str], object], path: str) -> None:
    with pytest.raises(HostingError, match=r"^the base URL must be like "):
        configure(f"https://data.example{path}")


@pytest.mark.parametrize("root", ["srv", "/srv/$x", '/srv/"', "/srv/{x}", "/srv/\n", "/srv/\\", "", "/"])
def test_a_folder_that_servers_would_misread_is_refused(root: str) -> None:
    with pytest.raises(HostingError, match=re.escape(f"got {root!r}")):
        site_location("https://data.example", root)


@pytest.mark.parametrize(
    ("configure", "scopes"),
    [(nginx_configuration, ["/v1.0", "/v1.0/"]), (caddy_configuration, ["/v1.0", "/v1.0/*"])],
    ids=["nginx", "caddy"],
)
def test_a_prefix_limits_all_rules_to_the_paths_below_it(configure: Configure, scopes: list[str]) -> None:
    text = configure(SiteLocation("/v1.0", "/srv/site"))

    assert re.findall(r"^(?:location(?: =| \^~)?|handle_path|redir) (\S+)", text, flags=re.MULTILINE) == scopes
    # The other rules of nginx are patterns, in which a dot is escaped.
    patterns = re.findall(r"(?:rewrite |\$uri ~ \"?)(\^\S+)", text)
    assert [pattern for pattern in patterns if not pattern.startswith(r"^/v1\.0")] == []
