"""The kinds of pages of a built site, and what of each crosses the wire: read from its files, without a browser."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from locdata_build.delivery.preview import INDEX_NAME, Asked, answer
from locdata_build.source.page_names import PageName
from locdata_build.view.places import HOME, TOP_PAGES, top_path


class Transfer(Struct, frozen=True):
    """The bytes of the contents of some answers, in each form in which a client may ask for them. Headers are not counted."""

    plain: int
    gzip: int
    brotli: int


def kinds_of_pages(site: Path) -> Mapping[str, str]:
    """The path of a page of each kind by the name of the kind.

    Countries and products have many pages. The largest and the median one, by the bytes of the file, stand for them, so that
    the same question can be asked of any dataset.
    """
    tops = {top.label: top_path(name) for name, top in TOP_PAGES.items()}
    names = {str(name) for name in PageName}
    countries = [page for page in site.glob(f"*/{INDEX_NAME}") if page.parent.name not in names]
    products = site.glob(f"{PageName.ERP}/*/{INDEX_NAME}")
    return {"Home": HOME, **_extremes("Country", site, countries), **_extremes("Product", site, products), **tops}


def _extremes(kind: str, site: Path, pages: Iterable[Path]) -> Mapping[str, str]:
    """The paths of the median and the largest of some pages; nothing where there are none."""
    by_size = sorted(pages, key=lambda page: (page.stat().st_size, page))
    chosen = {f"{kind}, median": by_size[len(by_size) // 2], f"{kind}, largest": by_size[-1]} if by_size else {}
    return {name: f"/{page.parent.relative_to(site).as_posix()}/" for name, page in chosen.items()}


def transfer_of(site: Path, prefix: str, targets: Iterable[str]) -> Transfer:
    """The bytes of the answers to requests for ``targets``, as the preview gives them."""
    wanted = tuple(targets)
    plain, gzip, brotli = (_length(site, prefix, wanted, encoding) for encoding in ("", "gzip", "br"))
    return Transfer(plain=plain, gzip=gzip, brotli=brotli)


def _length(site: Path, prefix: str, targets: Iterable[str], accept_encoding: str) -> int:
    asked = (Asked("GET", target, accept_encoding=accept_encoding) for target in targets)
    return sum(len(answer(site, prefix, each).content) for each in asked)
