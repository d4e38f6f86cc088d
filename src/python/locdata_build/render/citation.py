"""How to cite the data: ``CITATION.cff`` in the Citation File Format 1.2.0, made from what the site says about itself."""

from collections.abc import Iterator

import msgspec

from locdata_build.render.data_package import KEYWORDS
from locdata_build.source.files import SiteFile
from locdata_build.view.places import HOME
from locdata_model.data_files import DATA_FOLDER

CITATION_PATH = f"{DATA_FOLDER}CITATION.cff"

MESSAGE = "If you use this data, please cite it as below."


def citation(site: SiteFile) -> bytes:
    """The file: YAML whose every scalar is a JSON string, so that no text can be taken for anything else."""
    return "".join(f"{line}\n" for line in _lines(site)).encode()


def _lines(site: SiteFile) -> Iterator[str]:
    home = f"{site.base_url}{HOME}"
    yield f"cff-version: {_scalar('1.2.0')}"
    yield f"message: {_scalar(MESSAGE)}"
    yield f"type: {_scalar('dataset')}"
    yield f"title: {_scalar(site.title)}"
    yield f"abstract: {_scalar(site.description)}"
    yield "authors:"
    yield f"  - name: {_scalar(site.title)}"
    yield f"    website: {_scalar(home)}"
    yield f"    email: {_scalar(site.contact)}"
    yield f"version: {_scalar(site.version)}"
    yield f"date-released: {_scalar(site.generated_at.date().isoformat())}"
    yield f"license: {_scalar(site.data_licence.spdx)}"
    yield f"url: {_scalar(home)}"
    yield "keywords:"
    yield from (f"  - {_scalar(keyword)}" for keyword in KEYWORDS)


def _scalar(text: str) -> str:
    return msgspec.json.encode(text).decode()
