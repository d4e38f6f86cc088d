"""Which words of the command line are values of the model."""

import msgspec

from locdata_model.scalars import Version, WebUrl


def is_version(text: str) -> bool:
    """Whether ``text`` is a version of the data."""
    return _is(text, Version)


def is_web_url(text: str) -> bool:
    """Whether ``text`` is an absolute web address."""
    return _is(text, WebUrl)


def _is(text: str, kind: object) -> bool:
    try:
        msgspec.convert(text, kind)
    except msgspec.ValidationError:
        return False
    # A pattern lets a final line break pass, and bytes that were no UTF-8.
    return text.isprintable()
