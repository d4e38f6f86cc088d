from pathlib import Path

import pytest

from delivery.headers_reading import LINE, RULES, added, parse
from locdata_build.delivery.headers_file import KNOWN, TIMED, headers_file
from locdata_build.delivery.rules import EVERYWHERE, caching, headers_for
from support.dataset import whole
from support.world import render_files

BASES = ["https://data.example", "https://data.example/tax/locdata"]


@pytest.mark.parametrize("base_url", BASES, ids=["root", "path"])
def test_every_file_gets_what_the_rules_say_and_no_header_twice(tmp_path: Path, base_url: str) -> None:
    files = whole()
    files["site.json"]["base_url"] = base_url
    site = render_files(tmp_path, files)
    rules = parse(site["/_headers"].decode())
    prefix = base_url.removeprefix("https://data.example")
    found = {path: list(added(rules, f"{prefix}{path}")) for path in site if path != "/_headers"}

    assert {path for path, headers in found.items() if len(dict(headers)) != len(headers)} == set()
    assert {path: dict(headers) for path, headers in found.items()} == {
        path: {name: value for name, value in headers_for(path).items() if is_told(name, path)} for path in found
    }


def is_told(name: str, path: str) -> bool:
    """Whether the file says this header, or leaves it to the host."""
    if name == "Cache-Control":
        return path.startswith(TIMED)
    is_special = path.startswith(("/api/schemas/", "/api/404.json"))
    return name != "Content-Type" or path.rpartition(".")[2] not in KNOWN or is_special


def test_missing_paths_get_what_all_get() -> None:
    assert dict(added(parse(headers_file(BASES[0])), "/none")) == EVERYWHERE
    assert dict(added(parse(headers_file(BASES[0])), "/api/none")) == {
        **EVERYWHERE,
        "Cache-Control": caching("/api/none"),
    }


def test_the_file_lies_far_below_the_limits_of_hosts() -> None:
    text = headers_file(BASES[1])

    assert len(parse(text)) < RULES / 2
    assert max(map(len, text.splitlines())) < LINE / 2


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("/*\n X-Name: value\n", id="one space"),
        pytest.param("  X-Name: value\n", id="no path"),
        pytest.param("/*/*\n  X-Name: value\n", id="two asterisks"),
        pytest.param("/:name\n  X-Name: value\n", id="placeholder"),
        pytest.param("/*\n  X-Name:value\n", id="no space after the colon"),
        pytest.param("/*\n  X-Name: a\n  X-Name: b\n", id="one header twice"),
        pytest.param("/*\n", id="no header"),
        pytest.param(f"/*\n  X-Name: {'a' * LINE}\n", id="long line"),
        pytest.param("/a\n  X-Name: a\n" * (RULES + 1), id="too many rules"),
    ],
)
def test_the_reader_refuses_what_a_host_would(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(line|too many)"):
        parse(text)
