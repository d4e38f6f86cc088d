"""The difference between two sites, and the semantic version that it requires."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from locdata_build.contract.contract_changes import contract_changes
from locdata_build.contract.record_changes import record_changes
from locdata_build.contract.site_files import Files
from locdata_build.contract.site_snapshot import is_whole_site, take_data_snapshot, take_snapshot
from locdata_build.contract.snapshot import Snapshot, decode_release, is_stored_release
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_model.changes import Change, ContractChange
from locdata_model.scalars import version_parts
from locdata_model.vocabulary import ChangeCause

MOST_STARS, LONGEST_PATTERN = 100, 1_000
"""The number of ``*`` in all tombstones, and of characters in the name of one that has any."""


class Bump(StrEnum):
    """The part of a semantic version that changes require to be incremented."""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"
    NONE = "none"


BUMP_REASONS: Mapping[Bump, str] = {
    Bump.MAJOR: "a promise is broken and clients can fail",
    Bump.MINOR: "something was added, or withdrawn with a tombstone",
    Bump.PATCH: "records were edited",
    Bump.NONE: "nothing was edited",
}


class Difference(Struct, frozen=True, kw_only=True):
    """Everything that changes from ``old`` to ``new``."""

    old: Snapshot
    new: Snapshot
    contract: tuple[ContractChange, ...]
    changes: tuple[Change, ...]

    @property
    def bump(self) -> Bump:
        """The part of the version that the changes require to be incremented. Changes by time require nothing."""
        if any(change.is_breaking for change in self.contract):
            return Bump.MAJOR
        if self.contract:
            return Bump.MINOR
        is_edited = any(change.cause is ChangeCause.EDIT for change in self.changes)
        return Bump.PATCH if is_edited else Bump.NONE

    @property
    def wanted_version(self) -> str:
        """The lowest version that the newer site may have."""
        return bump_version(self.old.version, self.bump)

    @property
    def is_version_enough(self) -> bool:
        """Whether the newer site has that version or a higher one."""
        return version_parts(self.new.version) >= version_parts(self.wanted_version)


def bump_version(version: str, bump: Bump) -> str:
    """Return the next version after ``version`` for a bump."""
    major, minor, patch = version_parts(version)
    match bump:
        case Bump.MAJOR:
            return f"{major + 1}.0.0"
        case Bump.MINOR:
            return f"{major}.{minor + 1}.0"
        case Bump.PATCH:
            return f"{major}.{minor}.{patch + 1}"
    return version


def compare_snapshots(old: Snapshot, new: Snapshot) -> Difference:
    """Return the difference between two snapshots."""
    return Difference(old=old, new=new, contract=contract_changes(old, new), changes=record_changes(old, new))


def compare_sites(old: Files, old_name: str, new: Files, new_name: str) -> Difference:
    """Return the difference between two sites, or between their data files if one side has nothing else.

    Either side may be a stored release, unless the other one is data files alone. Raises ``SourceError`` with the issues of
    the first side that cannot be read or compared, or if ``new`` is older than a stored release: no build is, so it is stale.
    """
    sides = ((old, old_name), (new, new_name))
    has_stored_release = any(is_stored_release(files) for files, _ in sides)
    data_alone = [name for files, name in sides if not is_stored_release(files) and not is_whole_site(files)]
    if data_alone and has_stored_release:
        message = "must be a whole site to be compared with a stored release, but is not"
        raise SourceError([Issue(data_alone[0], "$", IssueCode.NOT_A_SITE, message)])
    take = take_data_snapshot if data_alone else _snapshot
    before, after = (take(files, name) for files, name in sides)
    _refuse_many_patterns(after, new_name)
    if is_stored_release(old) and (after.generated_at < before.generated_at or _version(after) < _version(before)):
        message = f"must not be older than {old_name}, {before.title}, but is {after.title}: build it first"
        raise SourceError([Issue(new_name, "$", IssueCode.STALE_SITE, message)])
    try:
        return compare_snapshots(before, after)
    except ValueError as error:
        # An untrusted site may have names that a record of a change cannot have.
        message = f"must have names as the published schema allows them, but does not: {error}"
        raise SourceError([Issue(new_name, "$", IssueCode.NOT_A_SITE, message)]) from error


def _refuse_many_patterns(site: Snapshot, name: str) -> None:
    """Raise ``SourceError`` if comparing the tombstones of a site with what was removed could take minutes."""
    patterns = [tombstone.name for tombstone in site.tombstones if tombstone.is_pattern]
    if "".join(patterns).count("*") > MOST_STARS or len(max(patterns, key=len, default="")) > LONGEST_PATTERN:
        message = f"must have tombstones with at most {MOST_STARS} '*' in all, in names of at most {LONGEST_PATTERN} characters"
        raise SourceError([Issue(name, "$", IssueCode.TOO_LONG, message)])


def _version(site: Snapshot) -> tuple[int, int, int]:
    return version_parts(site.version)


def _snapshot(files: Files, name: str) -> Snapshot:
    return decode_release(files, name) if is_stored_release(files) else take_snapshot(files, name)
