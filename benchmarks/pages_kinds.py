"""The kinds of pages of a built site, and the bytes that a visit transfers, found without a browser."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from locdata_build.hosting.preview import INDEX_NAME, FolderFiles, Request, answer
from locdata_model.urls import HOME, TOP_PAGES, PageName


class Transfer(Struct, frozen=True):
    """The bytes of some responses in each encoding. Headers are not counted."""

    plain: int
    gzip: int
    brotli: int


def kinds_of_pages(site: Path) -> Mapping[str, str]:
    """Return the path of a page of each kind by the name of the kind.

    The largest and the median page of all countries, and of all products, stand for these kinds in any dataset.
    """
    tops = {name.label: name.path for name in TOP_PAGES}
    names = {str(name) for name in PageName}
    countries = [page for page in site.glob(f"*/{INDEX_NAME}") if page.parent.name not in names]
    products = site.glob(f"{PageName.ERP}/*/{INDEX_NAME}")
    return {"Home": HOME, **_extremes("Country", site, countries), **_extremes("Product", site, products), **tops}


def _extremes(kind: str, site: Path, pages: Iterable[Path]) -> Mapping[str, str]:
    """Return the paths of the median and the largest page; nothing if there is no page."""
    by_size = sorted(pages, key=lambda page: (page.stat().st_size, page))
    chosen = {f"{kind}, median": by_size[len(by_size) // 2], f"{kind}, largest": by_size[-1]} if by_size else {}
    return {name: f"/{page.parent.relative_to(site).as_posix()}/" for name, page in chosen.items()}


def transfer_of(site: Path, prefix: str, targets: Iterable[str]) -> Transfer:
    """Return the bytes of the responses of the preview to requests for ``targets``."""
    wanted = tuple(targets)
    plain, gzip, brotli = (_length(site, prefix, wanted, encoding) for encoding in ("", "gzip", "br"))
    return Transfer(plain=plain, gzip=gzip, brotli=brotli)


def _length(site: Path, prefix: str, targets: Iterable[str], accept_encoding: str) -> int:
    asked = (Request("GET", target, accept_encoding=accept_encoding) for target in targets)
    return sum(len(answer(FolderFiles(site), prefix, each).content) for each in asked)
