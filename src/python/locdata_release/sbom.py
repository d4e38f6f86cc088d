"""The SBOM: the packages in the runnable file, as CycloneDX 1.6 for scanners or as Markdown for people.

CycloneDX: https://cyclonedx.org/docs/1.6/json/. Equal inputs give equal bytes: the timestamp is that of the release, and the
serial number is derived from the digests of the runnable file and the locks.
"""

from collections.abc import Iterable
from pathlib import Path

from cyclonedx.exception.model import InvalidUriException
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseAcknowledgement, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from msgspec import Struct
from packageurl import PackageURL

from locdata_model.ids import permanent_uuid
from locdata_release.checkout import CODE_LOCK, PANTS_LOCK, Lock, ReleaseError, read_lock
from locdata_release.runnable import Distribution, Runnable, read_runnable

_MARKDOWN_HEAD = """\
# Dependencies

The packages in `{name}` and the licence that each one declares: an SPDX expression, or
a name of its own. The file holds the text of every licence. Each package documents what is
compiled into it: in its licence, or in the folder `sboms` of its metadata.
`{code_lock}` pins the packages by hash. `{runtime_lock}` pins
`{runtime}`, the runtime at the head of the file, and so the packages vendored in it. This list is
generated from the file:

    ./pants package src/python/locdata_build
    ./pants run src/python/locdata_release/__main__.py -- \\
        sbom dist/{name} --text --out docs/dependencies.md

| Package | Version | Licence | Home |
| --- | --- | --- | --- |
"""


class Sbom(Struct, frozen=True, kw_only=True):
    """A runnable file and its locks: one pins its packages, the other its runtime and what is vendored in it."""

    runnable: Runnable
    code_lock: Lock
    runtime_lock: Lock

    @property
    def distributions(self) -> tuple[Distribution, ...]:
        """The packages, the runtime, and the packages vendored in it."""
        return (*self.runnable.packages, self.runnable.runtime, *self.runnable.vendored)


def read_sbom(file: Path, checkout: Path) -> Sbom:
    """Return the SBOM of a runnable file that was built from ``checkout``.

    Raises ``ReleaseError`` if a package is not pinned by a hash there, or has no licence text in the file.
    """
    sbom = Sbom(
        runnable=read_runnable(file),
        code_lock=read_lock(checkout, CODE_LOCK),
        runtime_lock=read_lock(checkout, PANTS_LOCK),
    )
    for package in sbom.runnable.packages:
        sbom.code_lock.require_pin(package.name, package.version)
    sbom.runtime_lock.require_pin(sbom.runnable.runtime.name, sbom.runnable.runtime.version)
    for distribution in sbom.distributions:
        if not distribution.licence_files:
            raise ReleaseError(f"{file}: must hold the licence of {distribution.name} {distribution.version}")
    return sbom


def render_cyclonedx(sbom: Sbom) -> str:
    """Return the SBOM as CycloneDX 1.6, in JSON."""
    runnable, locks = sbom.runnable, (sbom.code_lock, sbom.runtime_lock)
    application = Component(
        type=ComponentType.APPLICATION,
        bom_ref=runnable.name,
        name=runnable.name,
        version=runnable.settings.version,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=runnable.sha256)],
        properties=_licence_file_properties(runnable.own_licence_files),
    )
    packages = {package.name: _component(package, sbom.code_lock) for package in runnable.packages}
    runtime = _component(runnable.runtime, sbom.runtime_lock)
    runtime.components = [
        _component(part, sbom.runtime_lock, ref_prefix=f"{runtime.name}/") for part in runnable.vendored
    ]
    bom = Bom(
        serial_number=permanent_uuid("/".join(("sbom", runnable.sha256, *(lock.sha256 for lock in locks)))),
        metadata=BomMetaData(
            timestamp=runnable.settings.generated_at,
            component=application,
            properties=[Property(name=f"locdata:sha256:{lock.path}", value=lock.sha256) for lock in locks],
        ),
        components=[*packages.values(), runtime],
    )
    bom.register_dependency(application, [runtime, *_required(runnable.requires, packages)])
    for package in runnable.packages:
        bom.register_dependency(packages[package.name], _required(package.requires, packages))
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def _component(part: Distribution, lock: Lock, *, ref_prefix: str = "") -> Component:
    purl = PackageURL(type="pypi", name=part.name, version=part.version)
    return Component(
        type=ComponentType.LIBRARY,
        # A package may also be vendored in the same version, and references must be unique.
        bom_ref=f"{ref_prefix}{purl}",
        name=part.name,
        version=part.version,
        licenses=_licences(part),
        purl=purl,
        external_references=_references(part),
        properties=[Property(name="locdata:lock", value=lock.path), *_licence_file_properties(part.licence_files)],
    )


def _licences(part: Distribution) -> list[LicenseExpression | DisjunctiveLicense]:
    if part.licence:
        return [LicenseExpression(part.licence, acknowledgement=LicenseAcknowledgement.DECLARED)]
    return [DisjunctiveLicense(name=part.licence_name)] if part.licence_name else []


def _references(part: Distribution) -> list[ExternalReference]:
    if not part.homepage:
        return []
    try:
        return [ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(part.homepage))]
    except InvalidUriException as error:
        message = f"{part.name} {part.version}: the home page must be a URL, but is {part.homepage!r}"
        raise ReleaseError(message) from error


def _licence_file_properties(paths: Iterable[str]) -> list[Property]:
    return [Property(name="locdata:licence-file", value=path) for path in paths]


def _required(names: Iterable[str], packages: dict[str, Component]) -> list[Component]:
    """Return the components called ``names``; what only other platforms need is not in the file."""
    return [packages[name] for name in names if name in packages]


def render_markdown(sbom: Sbom) -> str:
    """Return the SBOM as a Markdown document, which is the same for the runnable files of all platforms."""
    runnable = sbom.runnable
    head = _MARKDOWN_HEAD.format(
        name=runnable.name,
        code_lock=sbom.code_lock.path,
        runtime_lock=sbom.runtime_lock.path,
        runtime=runnable.runtime.name,
    )
    rows = [_row(part) for part in (*runnable.packages, runnable.runtime)]
    vendored = [_row(part, f" in `{runnable.runtime.name}`") for part in runnable.vendored]
    return head + "".join([*rows, *vendored])


def _row(part: Distribution, suffix: str = "") -> str:
    name = f"no SPDX expression: {part.licence_name}" if part.licence_name else "none declared"
    licence = f"`{part.licence}`" if part.licence else name
    return f"| `{part.name}`{suffix} | {part.version} | {licence} | {part.homepage or ''} |\n"
