"""Two sites compared: their contract, their records, and the semantic version that the changes ask for."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from locdata_build.contract.changes import record_changes
from locdata_build.contract.compare import contract_changes
from locdata_build.contract.snapshot import Snapshot
from locdata_build.contract.store import is_stored, load
from locdata_build.contract.take import Files, is_whole, take_snapshot
from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, SourceError
from locdata_build.source.versions import version_parts
from locdata_model.changes import Change, ContractChange
from locdata_model.vocabulary import ChangeCause


class Bump(StrEnum):
    """The part of a semantic version that a change asks to be raised."""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"
    NONE = "none"


MEANINGS: Mapping[Bump, str] = {
    Bump.MAJOR: "a promise is broken: a client can fail",
    Bump.MINOR: "something was added, or withdrawn with a tombstone",
    Bump.PATCH: "records were edited",
    Bump.NONE: "nothing was edited",
}
"""When each is asked for."""


class Difference(Struct, frozen=True, kw_only=True):
    """All that is different from ``old`` to ``new``."""

    old: Snapshot
    new: Snapshot
    contract: tuple[ContractChange, ...]
    changes: tuple[Change, ...]

    @property
    def bump(self) -> Bump:
        """What part of the version the changes ask to be raised. Time alone asks for nothing."""
        if any(change.is_breaking for change in self.contract):
            return Bump.MAJOR
        if self.contract:
            return Bump.MINOR
        edited = any(change.cause is ChangeCause.EDIT for change in self.changes)
        return Bump.PATCH if edited else Bump.NONE

    @property
    def wanted_version(self) -> str:
        """The lowest version that the newer site may have."""
        return raised(self.old.version, self.bump)

    @property
    def is_version_enough(self) -> bool:
        """Whether the newer site has that version or a higher one."""
        return version_parts(self.new.version) >= version_parts(self.wanted_version)


def raised(version: str, bump: Bump) -> str:
    """The version after ``version`` that a change asks for."""
    major, minor, patch = version_parts(version)
    match bump:
        case Bump.MAJOR:
            return f"{major + 1}.0.0"
        case Bump.MINOR:
            return f"{major}.{minor + 1}.0"
        case Bump.PATCH:
            return f"{major}.{minor}.{patch + 1}"
    return version


def compare(old: Snapshot, new: Snapshot) -> Difference:
    """What is different from ``old`` to ``new``."""
    return Difference(old=old, new=new, contract=contract_changes(old, new), changes=record_changes(old, new))


def compare_files(old: Files, old_name: str, new: Files, new_name: str) -> Difference:
    """What is different between two sites: all of them, or their data files where one side holds no more.

    A side may also be a release as the repository keeps it, if the other one is a whole site. Raises ``SourceError`` with
    the faults of the first side that cannot be read or compared.
    """
    sides = ((old, old_name), (new, new_name))
    if any(is_stored(files) for files, _ in sides):
        for files, name in sides:
            if not is_stored(files) and not is_whole(files):
                message = "must be a whole site to be compared with a release as the repository keeps it, but is not"
                raise SourceError([Fault(name, "$", Code.NOT_A_SITE, message)])
    whole = all(is_stored(files) or is_whole(files) for files, _ in sides)
    return compare(*(_snapshot(files, name, whole=whole) for files, name in sides))


def _snapshot(files: Files, name: str, *, whole: bool) -> Snapshot:
    return load(files, name) if is_stored(files) else take_snapshot(files, name, whole=whole)
