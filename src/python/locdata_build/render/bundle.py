"""All data files in one zip file that is the same bytes everywhere. It is a valid data package of its own."""

import io
import stat
import zipfile
from collections.abc import Iterable

from locdata_build.render.artifacts import Artifact, in_order
from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.places import top_path
from locdata_model.data_files import BUNDLE_PATH, DATA_FILES, DATA_FOLDER, PACKAGE_PATH, DataFormat
from locdata_model.scalars import STAMP_FORMAT

README_PATH = f"{DATA_FOLDER}README.md"
"""Where the text on the bundle lies in it, told as the paths of its other files are."""

_MODE = stat.S_IFREG | 0o644
_UNIX = 3


def bundle_artifact(site: SiteFile, files: Iterable[Artifact]) -> Artifact:
    """The zip file with ``files``, which are the data files and their description, and a text on where they are from."""
    buffer = io.BytesIO()
    # Stored, not deflated: compressed bytes differ between versions of zlib, and servers compress on the way.
    with zipfile.ZipFile(buffer, mode="w", compression=zipfile.ZIP_STORED) as bundle:
        for artifact in in_order([*files, Artifact(README_PATH, _readme(site))]):
            entry = zipfile.ZipInfo(artifact.path.removeprefix(DATA_FOLDER), site.generated_at.timetuple()[:6])
            entry.create_system, entry.external_attr = _UNIX, _MODE << 16
            bundle.writestr(entry, artifact.content)
    return Artifact(BUNDLE_PATH, buffer.getvalue())


def _readme(site: SiteFile) -> bytes:
    tables = "\n".join(
        f"- {' and '.join(f'`{_name(spec.path(data_format))}`' for data_format in DataFormat)}: {spec.description}."
        for spec in DATA_FILES
    )
    return f"""# {site.title}

{site.description}

Version {site.version} of {site.generated_at:{STAMP_FORMAT}}, from <{site.base_url}{top_path(PageName.DATA)}>.

{tables}
- `{_name(PACKAGE_PATH)}`: what each field means, which values it takes, and which fields are keys.

Licence: [{site.data_licence.name}]({site.data_licence.url}). Name the origin: {site.attribution}.
""".encode()


def _name(path: str) -> str:
    return path.removeprefix(DATA_FOLDER)
