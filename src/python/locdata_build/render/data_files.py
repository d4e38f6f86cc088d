"""The data files as JSON and CSV, and all of them in one zip file, which is a valid data package of its own."""

import codecs
from collections.abc import Iterable, Iterator, Mapping

from locdata_build.data.site import SiteFile
from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact, in_path_order
from locdata_build.render.deflated_zip import deflated_zip
from locdata_build.render.markdown_text import escape, link_target
from locdata_model import media_types
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.scalars import STAMP_FORMAT
from locdata_model.serialization import encode_json, encode_records_csv
from locdata_model.urls import BUNDLE_PATH, DATA_FOLDER, PACKAGE_PATH, SPREADSHEET_PATH, SQLITE_PATH, PageName
from locdata_openapi.commonmark import escape_start, heading

KEYWORDS = ("e-invoicing", "ERP", "localization", "SAF-T", "VAT reporting")
"""What the dataset is about, for catalogues and search engines."""

DOWNLOADS: Mapping[str, str] = {
    **{spec.path(data_format): data_format.media_type for spec in DATA_FILES for data_format in DataFormat},
    SPREADSHEET_PATH: media_types.XLSX,
    SQLITE_PATH: media_types.SQLITE,
    BUNDLE_PATH: media_types.ZIP,
    PACKAGE_PATH: media_types.JSON,
}
"""The media type of each file for download by its path, without the copies for Excel, which no program needs."""


def data_artifacts(published: Published) -> Iterator[Artifact]:
    """Yield each data file as JSON and as CSV with the same records."""
    for spec in DATA_FILES:
        records = published.data_files[spec.name]
        yield Artifact(spec.path(DataFormat.JSON), encode_json(records))
        yield Artifact(spec.path(DataFormat.CSV), encode_records_csv(spec.record_type(published.erp_keys), records))


def excel_csv_artifacts(data_files: Iterable[Artifact]) -> Iterator[Artifact]:
    """Yield the copy for Excel of each CSV file among ``data_files``."""
    by_path = {artifact.path: artifact for artifact in data_files}
    for spec in DATA_FILES:
        yield Artifact(spec.excel_csv_path, codecs.BOM_UTF8 + by_path[spec.path(DataFormat.CSV)].content)


def bundle_artifact(site: SiteFile, files: Iterable[Artifact]) -> Artifact:
    """Return the zip file with ``files``, which are the data files and their description, and a README."""
    readme = Artifact(f"{DATA_FOLDER}README.md", _readme(site))
    entries = {name_in_folder(artifact.path): artifact.content for artifact in in_path_order([*files, readme])}
    return Artifact(BUNDLE_PATH, deflated_zip(entries, site.generated_at))


def name_in_folder(path: str) -> str:
    """Return the name of a file of the data folder, relative to that folder."""
    return path.removeprefix(DATA_FOLDER)


def _readme(site: SiteFile) -> bytes:
    tables = "\n".join(
        f"- {' and '.join(f'`{name_in_folder(spec.path(data_format))}`' for data_format in DataFormat)}: "
        f"{spec.description}."
        for spec in DATA_FILES
    )
    return f"""{heading(1, escape(site.title))}

{escape_start(escape(site.description))}

Version {site.version} of {site.generated_at:{STAMP_FORMAT}}, from <{site.url(PageName.DATA.path)}>.

{tables}
- `{name_in_folder(PACKAGE_PATH)}`: what each field means, which values it takes, and which fields are keys.

Licence: [{escape(site.data_licence.name)}]({link_target(site.data_licence.url)}). Name the origin: {escape(site.attribution)}.
""".encode()
