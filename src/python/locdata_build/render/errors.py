"""What the API says where it has no answer: problem details (RFC 9457), with status 404."""

from http import HTTPStatus

from msgspec import Struct

from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import SiteFile
from locdata_model.endpoints import INDEX


class _Problem(Struct, frozen=True, kw_only=True):
    type: str = "about:blank"
    title: str
    status: int
    detail: str
    index: str


def no_answer(site: SiteFile) -> bytes:
    """The problem of a path that is none, and where all paths are listed."""
    problem = _Problem(
        title=HTTPStatus.NOT_FOUND.phrase,
        status=HTTPStatus.NOT_FOUND.value,
        detail="There is no such file. The index lists every endpoint.",
        index=f"{site.base_url}{INDEX.path}",
    )
    return encode_json(problem)
