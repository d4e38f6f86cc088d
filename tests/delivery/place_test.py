import re

import pytest

from locdata_build.delivery.place import DeliveryError, Place, place_of


@pytest.mark.parametrize(
    ("base_url", "prefix"),
    [
        ("https://data.example", ""),
        ("https://data.example:8443/", ""),
        ("https://data.example/locdata", "/locdata"),
        ("https://data.example/tax/loc-data_1.0~x", "/tax/loc-data_1.0~x"),
    ],
)
def test_the_prefix_is_the_path_of_the_address(base_url: str, prefix: str) -> None:
    assert place_of(base_url, "/srv/my site/") == Place(prefix, "/srv/my site")


@pytest.mark.parametrize(
    "path", ["/a b", "/a;b", "/a{b", '/a"b', "/a$b", "/a%0Ab", "/a%22b", "/../b", "/.b", "//b", "/é", "/a*", "/a(b)"]
)
def test_a_path_that_a_configuration_would_mistake_is_refused(path: str) -> None:
    with pytest.raises(DeliveryError, match="the path of the site must hold letters"):
        place_of(f"https://data.example{path}", "/srv")


@pytest.mark.parametrize("root", ["srv", "/srv/$x", '/srv/"', "/srv/'", "/srv/`", "/srv/{x}", "/srv/\n", "/srv/\\", ""])
def test_a_folder_that_a_configuration_would_mistake_is_refused(root: str) -> None:
    with pytest.raises(DeliveryError, match=re.escape(f"but is {root!r}")):
        place_of("https://data.example", root)
