"""What both configurations hold. That the servers do what they shall is proven on the servers, in tests/trust."""

import re
from collections.abc import Callable

import pytest

from locdata_build.delivery.caddy import caddy_configuration
from locdata_build.delivery.media_types import BY_ENDING, BY_FOLDER, BY_PATH
from locdata_build.delivery.nginx import nginx_configuration
from locdata_build.delivery.place import Place
from locdata_build.delivery.rules import EVERYWHERE, LASTING, PREFLIGHT, SHORT

Writer = Callable[[Place], str]

each_server = pytest.mark.parametrize("write", [nginx_configuration, caddy_configuration], ids=["nginx", "caddy"])


@each_server
def test_a_configuration_says_each_header_once(write: Writer) -> None:
    lines = write(Place("", "/srv/site")).splitlines()

    for name, value in {**EVERYWHERE, **PREFLIGHT}.items():
        assert [line for line in lines if value in line and name.rpartition("-")[2].lower() in line.lower()] != []
    assert len([line for line in lines if "Content-Security-Policy" in line]) == 1


@each_server
def test_a_configuration_holds_every_type_and_cache_rule(write: Writer) -> None:
    text = write(Place("", "/srv/site"))
    wanted = {*BY_ENDING.values(), *BY_FOLDER.values(), *BY_PATH.values(), LASTING, SHORT}

    assert {value for value in wanted if value not in text} == set()


@each_server
def test_every_path_of_a_configuration_lies_below_the_prefix(write: Writer) -> None:
    at_root, below = (write(Place(prefix, "/srv/site")) for prefix in ("", "/locdata"))

    assert "/srv/site" in at_root
    assert "location ^~ / {" not in below
    assert "handle_path /* {" not in below
    assert below.count("/locdata") > at_root.count("/locdata")


@each_server
def test_a_configuration_leaves_names_ports_and_tls_to_the_operator(write: Writer) -> None:
    text = write(Place("", "/srv/site"))

    assert not {"listen", "server_name", "tls", "ssl_certificate"} & set(
        text.replace("#", "\n#").split("\n#")[-1].split()
    )
    assert "Strict-Transport-Security" not in text


def test_a_dot_in_the_path_of_the_site_stands_for_itself_in_patterns_of_nginx() -> None:
    text = nginx_configuration(Place("/v1.0", "/srv/site"))

    assert re.findall(r"\^/v1[^\\]", text) == []
    assert r"^/v1\.0/" in text
