"""The media type of every file of the site, by its path. What a page, a catalogue or a server says of a file comes from here."""

from collections.abc import Mapping

from locdata_build.view.feeds import FeedType
from locdata_model.endpoints import API_MEDIA_TYPE, CHECKSUMS_PATH
from locdata_model.schema_paths import SCHEMAS_FOLDER
from locdata_openapi.document import CSV_MEDIA_TYPE

HTML = "text/html"
MARKDOWN = "text/markdown"
SQLITE = "application/vnd.sqlite3"
ZIP = "application/zip"
SCHEMA = "application/schema+json"
PROBLEM = "application/problem+json"

API_CATALOG_PATH = "/.well-known/api-catalog"
CATALOG_PROFILE = "https://www.rfc-editor.org/info/rfc9727"
"""By which a reader knows that a set of links is a catalogue of APIs."""

NO_ANSWER_PATH = "/api/404.json"
"""What the API answers with where it has no answer."""


def _utf8(media_type: str) -> str:
    """The type of a text, which readers would else decode as they please. JSON and XML need no such word."""
    return f"{media_type}; charset=utf-8"


PLAIN = _utf8("text/plain")
"""Also the type of a file without an ending."""

BY_ENDING: Mapping[str, str] = {
    "atom": FeedType.ATOM,
    # RFC 9512. The Citation File Format has no type of its own.
    "cff": "application/yaml",
    "css": _utf8("text/css"),
    "csv": _utf8(CSV_MEDIA_TYPE),
    "html": _utf8(HTML),
    "ics": _utf8(FeedType.CALENDAR),
    "js": _utf8("text/javascript"),
    "json": API_MEDIA_TYPE,
    "md": _utf8(MARKDOWN),
    "sqlite": SQLITE,
    "svg": "image/svg+xml",
    # TypeScript has no registered type, and what servers say by themselves is that of a film.
    "ts": PLAIN,
    "txt": PLAIN,
    "xml": "application/xml",
    "zip": ZIP,
}
"""The type by the ending of the name."""

BY_FOLDER: Mapping[str, str] = {f"{SCHEMAS_FOLDER}/": SCHEMA}
"""The type of all files below a folder, whatever their endings."""

BY_PATH: Mapping[str, str] = {
    API_CATALOG_PATH: f'application/linkset+json; profile="{CATALOG_PROFILE}"',
    NO_ANSWER_PATH: PROBLEM,
    CHECKSUMS_PATH: PLAIN,
}
"""The type of single files that their endings do not tell."""


def media_type(path: str) -> str:
    """The media type of the file at ``path``, with its parameters, as a server shall send it."""
    if path in BY_PATH:
        return BY_PATH[path]
    for folder, of_folder in BY_FOLDER.items():
        if path.startswith(folder):
            return of_folder
    name = path.rpartition("/")[2]
    return str(BY_ENDING.get(name.rpartition(".")[2], PLAIN)) if "." in name else PLAIN
