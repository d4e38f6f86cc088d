"""What a release says of the site: the part of the site's settings that names a build."""

import datetime as dt

import msgspec

from locdata_model.scalars import Version, WebUrl
from locdata_release.read.faults import ReleaseError

SETTINGS = "data_src/site.json"
"""Where the settings stand, in the repository and in the runnable file."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Version, stamp and address of the site; the builder knows the other settings."""

    version: Version
    generated_at: dt.datetime
    base_url: WebUrl


def parse_settings(content: bytes, shown_as: str) -> Settings:
    """The settings in ``content``. Raises ``ReleaseError``, which names ``shown_as``, where there are none."""
    try:
        return msgspec.json.decode(content, type=Settings)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ReleaseError(f"{shown_as}: must be the settings of the site, but is not: {error}") from error
