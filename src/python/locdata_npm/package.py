"""The npm package: the client, the declarations that a site publishes, and the manifest, in one tarball."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from locdata_build.render.artifacts import Artifact
from locdata_build.render.compressed import COMPRESSORS
from locdata_build.site.archive import pack_archive
from locdata_build.site.files import open_site, read_file, read_json
from locdata_model.media_types import CopySuffix
from locdata_model.serialization import encode_json
from locdata_model.urls import OPENAPI_PATH, PACKAGE_PATH, TYPESCRIPT_PATH, PageName
from locdata_openapi.typescript import CODE_LICENCE

Files = Mapping[str, bytes]
"""The content of each file by its name."""

CLIENT_FILES = ("README.md", "index.d.ts", "index.js")
"""The files that are written by hand. The package imports ``index.js``; ``index.d.ts`` has its types."""

LICENCE_FILE = "LICENSE"
DECLARATIONS_FILE = TYPESCRIPT_PATH.rpartition("/")[2]
"""The name of the published declarations, which ``index.d.ts`` imports."""

MANIFEST_FILE = "package.json"

ALWAYS_PACKED = frozenset({"README.md", LICENCE_FILE, MANIFEST_FILE})
"""The files that npm always packs, so that the list of files leaves them out."""

TIME_OF_FILES = dt.datetime(1985, 10, 26, 8, 15, tzinfo=dt.UTC)
"""The time that npm itself gives to all files of a package."""

FOLDER = "package"
"""The folder that npm unpacks."""


class PackageError(Exception):
    """Error in reading a file of the package; the message states which."""


class _ServerUrl(Struct):
    url: str


class _ApiTitle(Struct):
    title: str


class _ApiDescription(Struct):
    """The fields of the OpenAPI document of a site that the manifest needs."""

    info: _ApiTitle
    servers: Annotated[tuple[_ServerUrl, ...], Meta(min_length=1)]


class _Keywords(Struct):
    """The fields of the data package of a site that the manifest needs."""

    keywords: tuple[str, ...]


def package_files(*, name: str, version: str, site: Path, client: Path, licence: Path) -> Files:
    """Return the files of the package, given the folder of a built site, that of the client, and the file of the licence.

    Raises ``PackageError`` if one of the latter cannot be read, and ``SourceError`` if the site cannot be.
    """
    published = open_site(site)
    contents = {
        **{file: _read(client / file) for file in CLIENT_FILES},
        LICENCE_FILE: _read(licence),
        DECLARATIONS_FILE: read_file(published, published.name, TYPESCRIPT_PATH),
    }
    openapi = read_json(published, published.name, OPENAPI_PATH, _ApiDescription)
    manifest = {
        "name": name,
        "version": version,
        "description": f"{openapi.info.title}: types of the API and the data files, and a client that fetches them",
        "keywords": read_json(published, published.name, PACKAGE_PATH, _Keywords).keywords,
        "homepage": f"{openapi.servers[0].url}{PageName.API.path}",
        "license": CODE_LICENCE,
        "type": "commonjs",
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            f"./{MANIFEST_FILE}": f"./{MANIFEST_FILE}",
        },
        "files": sorted(contents.keys() - ALWAYS_PACKED),
        "sideEffects": False,
        "engines": {"node": ">=20"},
    }
    return {**contents, MANIFEST_FILE: encode_json(manifest)}


def pack_tarball(files: Mapping[str, bytes]) -> bytes:
    """Return the compressed tarball of a package, given the content of each file by its name."""
    artifacts = [Artifact(f"/{FOLDER}/{name}", content) for name, content in files.items()]
    return COMPRESSORS[CopySuffix.GZIP](pack_archive(artifacts, TIME_OF_FILES))


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise PackageError(f"{file}: cannot be read: {error.strerror}") from error
