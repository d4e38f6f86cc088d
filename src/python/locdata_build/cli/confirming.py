"""The folder of source files in which claims are confirmed: the days of their checks and readings are set."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.cli.arguments import UsageError
from locdata_build.data.claims import Erps
from locdata_build.data.dataset import Checker
from locdata_build.data.errors import member_path, suggestion
from locdata_build.data.file_lines import lines_by_path, with_words
from locdata_build.data.files import path_of
from locdata_build.data.reading import SourceFile, Sources, read_sources
from locdata_build.derive.claims import Claim
from locdata_build.derive.published import Deriver, Published
from locdata_build.derive.recheck import whole_claims
from locdata_build.site.staging import replace_files
from locdata_model.vocabulary import Evidence


class Snapshot(Struct, frozen=True, kw_only=True, dict=True):
    """The source files at one time, and what is derived from them."""

    folder: Path
    sources: Sources
    published: Published

    @cached_property
    def erps(self) -> Erps:
        """The ERP products by id."""
        return {claim.source.id: claim.source for claim in self.published.erp_claims}

    @cached_property
    def _claims(self) -> Mapping[str, Claim[Any, Any]]:
        return whole_claims(self.published.claims)

    def claim(self, name: str) -> Claim[Any, Any]:
        """Return the claim of this name. Raises ``UsageError`` if there is none, or if it is checked as part of another one."""
        claim = self._claims.get(name)
        if claim is None:
            raise UsageError(f"--confirm must be the name of a claim, got {name!r}{suggestion(name, self._claims)}")
        if claim.name != name:
            raise UsageError(f"--confirm must be the name of a whole claim, here {claim.name!r}, got {name!r}")
        return claim

    def file(self, claim: Claim[Any, Any]) -> SourceFile:
        """Return the file that has the claim."""
        path = path_of(claim.file)
        return next(file for file in self.sources.files if file.path == path)

    def line(self, claim: Claim[Any, Any]) -> int:
        """Return the line on which the claim begins in its file."""
        return lines_by_path(self.file(claim).raw)[claim.json_path]


class SourceFolder:
    """A folder of source files that are read again each time, because an editor may change them meanwhile."""

    def __init__(self, folder: Path, time: dt.datetime) -> None:
        """Take the folder, and the time as of which its files are checked."""
        self.folder, self._time = folder, time
        self._checker, self._deriver = Checker(), Deriver()

    def read(self) -> Snapshot:
        """Read and check the files. Raises ``SourceError``."""
        sources = read_sources(self.folder, str(self.folder))
        dataset = self._checker.check(sources, generated_at=self._time)
        return Snapshot(folder=self.folder, sources=sources, published=self._deriver.derive(dataset))

    def confirm(self, names: Sequence[str], source_ids: Collection[str]) -> Sequence[str]:
        """Write that claims were checked, and pages of their sources read, on the day; return a line for each line that changes.

        In a file, only the lines of ``checked`` of the claims, and of ``read`` and ``evidence`` of those sources that they cite,
        change.

        Raises ``UsageError`` for an unknown name or a source that no claim cites, ``SourceError`` with every issue if the data
        has any or would have any, and ``PublishError`` if a file cannot be written. Nothing is written then.
        """
        snapshot = self.read()
        claims = [snapshot.claim(name) for name in names]
        _refuse_uncited(claims, source_ids)
        lines: dict[str, None] = {}
        words: dict[SourceFile, dict[str, str]] = {}
        for claim in claims:
            file = snapshot.file(claim)
            for subject, path, former, new in self._changes(claim, source_ids):
                words.setdefault(file, {})[path] = new
                place = f"{file.name}:{lines_by_path(file.raw)[path]}"
                lines[f"{place}: {subject}: {path.rpartition('.')[2]}: {new}, was {former}"] = None
        edited = {file: replace(file, raw=with_words(file.raw, new)) for file, new in words.items()}
        files = tuple(edited.get(file, file) for file in snapshot.sources.files)
        self._checker.check(replace(snapshot.sources, files=files), generated_at=self._time)
        replace_files({self.folder / file.path: file.raw for file in edited.values()})
        return [*lines]

    def _changes(self, claim: Claim[Any, Any], source_ids: Collection[str]) -> Iterator[tuple[str, str, str, str]]:
        """Yield what changes if a claim is confirmed: a name, a JSON path, the former value and the new one."""
        day = str(self._time.date())
        yield claim.name, f"{claim.json_path}.checked", str(claim.provenance.last_checked), day
        for each in claim.provenance.citations:
            if each.id in source_ids:
                path = member_path("$.sources", each.id)
                yield each.id, f"{path}.read", str(each.source.read), day
                if each.source.evidence is not Evidence.FETCHED:
                    yield each.id, f"{path}.evidence", each.source.evidence.value, Evidence.FETCHED.value


def _refuse_uncited(claims: Sequence[Claim[Any, Any]], source_ids: Collection[str]) -> None:
    cited = {citation.id for claim in claims for citation in claim.provenance.citations}
    for each in source_ids:
        if each not in cited:
            names = " or ".join(claim.name for claim in claims)
            hint = suggestion(each, cited) or f" (cited: {', '.join(sorted(cited))})"
            raise UsageError(f"--read must be a source that {names} cites, got {each!r}{hint}")
