"""The npm package of a site: packed as Pants packs it, and unpacked where programs find it."""

import io
import json
import tarfile
from pathlib import Path

from locdata_npm.package import FOLDER, pack_tarball, package_files

NAME, VERSION = "locdata-types", "1.2.3"

CLIENT = Path("src/npm/locdata_types")
LICENCE = Path("LICENSE")


def pack(site: Path) -> bytes:
    """Return the tarball of the package, with the declarations of a built site."""
    return pack_tarball(package_files(name=NAME, version=VERSION, site=site, client=CLIENT, licence=LICENCE))


def install(tarball: bytes, folder: Path) -> None:
    """Make a folder a package of modules, and install the tarball there as npm does."""
    (folder / "package.json").write_text(json.dumps({"private": True, "type": "module"}), encoding="utf-8")
    modules = folder / "node_modules"
    with tarfile.open(fileobj=io.BytesIO(tarball)) as archive:
        archive.extractall(modules, filter="data")
    (modules / FOLDER).rename(modules / NAME)
