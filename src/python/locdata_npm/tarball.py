"""The tarball of an npm package: the same bytes on every machine."""

import datetime as dt
from collections.abc import Mapping

from locdata_build.render.archive import pack_archive
from locdata_build.render.artifacts import Artifact
from locdata_build.render.compressed import COMPRESSORS
from locdata_model.media_types import CopySuffix

TIME_OF_FILES = dt.datetime(1985, 10, 26, 8, 15, tzinfo=dt.UTC)
"""The time that npm itself gives to all files of a package."""

FOLDER = "package"
"""The folder that npm unpacks."""


def pack_tarball(files: Mapping[str, bytes]) -> bytes:
    """Return the compressed tarball of a package, given the content of each file by its name."""
    artifacts = [Artifact(f"/{FOLDER}/{name}", content) for name, content in files.items()]
    return COMPRESSORS[CopySuffix.GZIP](pack_archive(artifacts, TIME_OF_FILES))
