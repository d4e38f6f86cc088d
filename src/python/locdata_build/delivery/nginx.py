"""The configuration of nginx: a file to be included in a ``server`` block. Names, ports and TLS stay with the operator."""

import re
from collections.abc import Iterable, Iterator, Mapping

from locdata_build.delivery.media_types import BY_ENDING, BY_FOLDER, BY_PATH, NO_ANSWER_PATH, PLAIN
from locdata_build.delivery.place import Place
from locdata_build.delivery.rules import (
    ALLOWED,
    API,
    ASSETS,
    COPIED,
    DOTTED,
    EVERYWHERE,
    LASTING,
    METHODS,
    NO_PAGE_PATH,
    PREFLIGHT,
    SHORT,
    WELL_KNOWN,
)

CACHE = "$locdata_cache"
MISSING = "$locdata_missing"
ANSWERS: Mapping[str, str] = {
    name: f"$locdata_{name.removeprefix('Access-Control-').replace('-', '_').lower()}"
    for name in (*ALLOWED, *PREFLIGHT)
}
"""The variables that hold what only some answers say; nginx sends no header whose value is empty.

A location with an ``add_header`` of its own would lose those of the location around it. Variables spare us that.
"""

PREFLIGHT_PLACE = "/.preflight"
REFUSAL_PLACE = "/.refusal"
HIDDEN_PLACE = "/.hidden"
"""Where what is answered without a file is sent to. Nobody can ask for these: their names begin with a dot."""


def nginx_configuration(place: Place) -> str:
    """The text of the file, for the site at ``place``."""
    site = f"{place.prefix}/"
    lines = [
        "# The localization data service. Include this in a server block that has its own listen, server_name and TLS.",
        *_variables(place),
        *_detour(f'$uri ~ "^{re.escape(place.prefix)}/.*{COPIED}"', place, HIDDEN_PLACE),
        *_detour(f'$uri ~ "^{re.escape(place.prefix)}(?!{WELL_KNOWN}).*{DOTTED}"', place, HIDDEN_PLACE),
        *_detour("$request_method = OPTIONS", place, PREFLIGHT_PLACE),
        *_detour(f"$request_method !~ ^({'|'.join(METHODS)})$", place, REFUSAL_PLACE),
        *(_redirect(place) if place.prefix else ()),
        *_block(f"location ^~ {site}", _site(place)),
    ]
    return "".join(f"{line}\n" for line in lines)


def _variables(place: Place) -> Iterator[str]:
    """What depends on the path alone; nginx sets it anew for the file that answers in place of a missing one."""
    yield f"set {CACHE} {_quoted(SHORT)};"
    yield from _block(f"if ($uri ~ ^{re.escape(place.prefix)}{ASSETS})", [f"set {CACHE} {_quoted(LASTING)};"])
    yield f"set {MISSING} {place.prefix}{NO_PAGE_PATH};"
    yield from _block(
        f"if ($uri ~ ^{re.escape(place.prefix)}{API})", [f"set {MISSING} {place.prefix}{NO_ANSWER_PATH};"]
    )
    yield from (f'set {variable} "";' for variable in ANSWERS.values())


def _detour(condition: str, place: Place, below: str) -> Iterator[str]:
    yield from _block(f"if ({condition})", [f"rewrite ^{re.escape(place.prefix)}/ {place.prefix}{below} last;"])


def _redirect(place: Place) -> Iterator[str]:
    """The address of the site without the slash at its end."""
    location = f"location = {place.prefix}"
    yield from _block(
        location, ["server_tokens off;", "absolute_redirect off;", f"return 301 {place.prefix}/$is_args$args;"]
    )


def _site(place: Place) -> Iterator[str]:
    yield f"alias {_quoted(f'{place.root}/')};"
    yield "index index.html;"
    yield "autoindex off;"
    yield "server_tokens off;"
    yield "absolute_redirect off;"
    yield "etag on;"
    yield "# Takes the copies that a build with --precompress puts beside the files."
    yield "gzip_static on;"
    yield "gzip_vary on;"
    yield "gzip_proxied any;"
    yield "# Needs the module ngx_brotli."
    yield "#brotli_static on;"
    yield f"error_page 403 404 =404 {MISSING};"
    yield from _block("types", (f"{_quoted(media_type)} {ending};" for ending, media_type in BY_ENDING.items()))
    yield f"default_type {_quoted(PLAIN)};"
    yield f"add_header Cache-Control {CACHE} always;"
    yield from (f"add_header {name} {_quoted(value)} always;" for name, value in EVERYWHERE.items())
    yield from (f"add_header {name} {variable} always;" for name, variable in ANSWERS.items())
    yield from _answer(place, PREFLIGHT_PLACE, 204, {**ALLOWED, **PREFLIGHT})
    yield from _answer(place, REFUSAL_PLACE, 405, ALLOWED)
    for path, media_type in (*BY_FOLDER.items(), *BY_PATH.items()):
        operator = "^~" if path.endswith("/") else "="
        typed = ["types { }", f"default_type {_quoted(media_type)};"]
        yield from _block(f"location {operator} {place.prefix}{path}", typed)


def _answer(place: Place, below: str, status: int, headers: Mapping[str, str]) -> Iterator[str]:
    sets = (f"set {ANSWERS[name]} {_quoted(value)};" for name, value in headers.items())
    yield from _block(f"location = {place.prefix}{below}", [*sets, f"return {status};"])


def _block(head: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"{head} {{"
    yield from (f"    {line}" for line in lines)
    yield "}"


def _quoted(value: str) -> str:
    """The value as one word: none of ours holds a dollar that is no end of a pattern, or both kinds of quotes."""
    return f"'{value}'" if '"' in value else f'"{value}"'
