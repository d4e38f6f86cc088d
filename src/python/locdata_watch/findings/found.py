"""The findings that follow from the state: each with the claims that rest on the address."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from msgspec.structs import replace

from locdata_build.data.files import path_of
from locdata_build.data.findings import (
    AffectedClaim,
    AffectedStatement,
    Finding,
    FindingKind,
    Findings,
    UnreadableHost,
)
from locdata_build.data.sources import is_landing_page
from locdata_build.derive.claims import group_by
from locdata_watch.findings.comparison import compare
from locdata_watch.findings.figures import Figure, PageFigures, gone_figures, page_figures, statement_figures
from locdata_watch.visits.addresses import CitedAddress, Citing
from locdata_watch.visits.client import Outcome
from locdata_watch.visits.newer import newer_files, newer_tags
from locdata_watch.visits.repositories import repository_of
from locdata_watch.visits.state import PageState, State, Version, version_on
from locdata_watch.visits.watching import TAG


def find_all(addresses: Sequence[CitedAddress], state: State, day: dt.date) -> Findings:
    """Return the findings about addresses, the most serious first, of one kind those with the most read claims first."""
    pages = state.pages()
    looked_at = [(address, pages[address.url]) for address in addresses if address.url in pages]
    findings = [each for address, page in looked_at for each in _findings(address, page, state)]
    findings += [each for address in addresses for each in _newer(address, state)]
    order = {
        address.url: number for number, address in enumerate(sorted(addresses, key=lambda address: address.importance))
    }
    outcomes = Counter(str(page.outcome) for _, page in looked_at)
    return Findings(
        day=day,
        findings=tuple(sorted(findings, key=lambda each: (each.kind.rank, order[each.address]))),
        unreadable_hosts=tuple(_unreadable_hosts(looked_at)),
        outcomes={**dict(sorted(outcomes.items())), "not visited": len(addresses) - len(looked_at)},
    )


def of_country(findings: Findings, country: str) -> Findings:
    """Return the findings that affect claims of a country."""
    affected = (each for each in findings.findings if any(claim.country == country for claim in each.claims))
    return replace(findings, findings=tuple(affected))


def _findings(address: CitedAddress, page: PageState, state: State) -> Iterator[Finding]:
    if page.outcome is Outcome.GONE:
        seen = "one visit" if page.visits == 1 else f"{page.visits} visits"
        if claims := _affected_until(page.since, address):
            yield _finding(FindingKind.GONE, address, page.since, f"{page.reason}, in {seen}", claims)
        return
    if page.moved_to and page.moved_since and (claims := _affected_until(page.moved_since, address)):
        doubt = ", a landing page: the page may be gone" if is_landing_page(page.moved_to) else ""
        detail = f"redirects to {page.moved_to}{doubt}"
        yield replace(_finding(FindingKind.MOVED, address, page.moved_since, detail, claims), moved_to=page.moved_to)
    yield from _changes(address, state.versions(address.url))


def _affected_until(day: dt.date, address: CitedAddress) -> Sequence[AffectedClaim]:
    """Return the claims that rest on an address and have not been checked since a day."""
    return [_affected(citing) for citing in address.citings if citing.claim.checked <= day]


def _newer(address: CitedAddress, state: State) -> Iterator[Finding]:
    """Yield the newer versions of a cited file or tag that its repository has had since after a claim was checked."""
    page = repository_of(address.url)
    listing = state.listing(page.clone_url) if page else {}
    if page is None or not listing:
        return
    tags = {name.removeprefix(TAG): since for name, since in listing.items() if name.startswith(TAG)}
    names = (*newer_files(page.path, listing), *newer_tags(page.ref or "", {*tags, page.ref or ""}))
    since = {name: listing[name] if name in listing else tags[name] for name in names}
    citings = [citing for citing in address.citings if any(day > citing.claim.checked for day in since.values())]
    if citings:
        found = _finding(
            FindingKind.NEWER, address, max(since.values()), "newer in the repository", map(_affected, citings)
        )
        yield replace(found, newer=names)


def _changes(address: CitedAddress, versions: Sequence[Version]) -> Iterator[Finding]:
    """Yield what has changed on a page since its claims were checked. Claims that were checked with the same text share a finding."""
    cited = [citing for citing in address.citings if citing.source] if len(versions) > 1 else []
    for before, citings in group_by(cited, lambda citing: version_on(versions, citing.claim.checked)).items():
        after = versions[-1]
        if before == after:
            continue
        change = compare(before.text, after.text, address.language, after.since)
        had, has = (page_figures(version.text, address.language) for version in (before, after))
        claims = sorted((_affected(citing, had, has) for citing in citings), key=lambda claim: not _figures_gone(claim))
        if figures := dict.fromkeys(figure for claim in claims for figure in _figures_gone(claim)):
            kind, detail = FindingKind.FIGURES_GONE, f"the page no longer has {', '.join(figures)}"
        elif change.is_title_changed:
            titles = [version.text.title or "" for version in (before, after)]
            kind, detail = FindingKind.TITLE_CHANGED, "the title was {!r} and is now {!r}".format(*titles)
        elif change.is_text_changed:
            kind, detail = FindingKind.TEXT_CHANGED, "the text has changed"
        else:
            continue
        found = _finding(kind, address, after.since, detail, claims)
        yield replace(found, removed=change.removed, added=change.added)


def _finding(
    kind: FindingKind, address: CitedAddress, since: dt.date, detail: str, claims: Iterable[AffectedClaim]
) -> Finding:
    return Finding(kind=kind, address=address.url, since=since, detail=detail, claims=tuple(claims))


def _affected(citing: Citing, had: PageFigures | None = None, has: PageFigures | None = None) -> AffectedClaim:
    """Return a claim that rests on an address, with the figures of its statements that the page had and has no more."""
    claim = citing.claim
    statements = []
    for field, statement in citing.statements:
        figures = gone_figures(_figures_of(citing, statement.text), had, has) if had and has else ()
        locator = next((marker.locator for marker in statement.markers if marker.source == citing.source), None)
        texts = tuple(figure.text for figure in figures)
        statements.append(AffectedStatement(field=field, text=statement.text, locator=locator, figures_gone=texts))
    return AffectedClaim(
        name=claim.name,
        country=claim.country,
        file=path_of(claim.file),
        path=claim.json_path,
        page=claim.path,
        source=citing.source,
        checked=claim.checked,
        statements=tuple(statements),
    )


def _figures_of(citing: Citing, text: str) -> Iterator[Figure]:
    """Yield the figures of a statement but the dates of pages, which each revision changes: "its manual (March 2025) says".

    The date of a page has passed, and it is the date of publication, is alone in brackets, or is in a claim on a product.
    """
    claim = citing.claim
    published = [each.source.published for each in claim.provenance.citations if each.id == citing.source]
    for figure in statement_figures(text):
        is_of_page = (
            not claim.spec.is_legal
            or f"({figure.text})" in text
            or any(map(figure.is_date_of, filter(None, published)))
        )
        if not (is_of_page and figure.is_date_until(claim.checked)):
            yield figure


def _figures_gone(claim: AffectedClaim) -> tuple[str, ...]:
    return tuple(figure for statement in claim.statements for figure in statement.figures_gone)


def _unreadable_hosts(looked_at: Iterable[tuple[CitedAddress, PageState]]) -> Iterator[UnreadableHost]:
    """Yield the hosts of which no visited page can be read, by name, with the reason of most pages."""
    hosts = group_by(looked_at, lambda each: urlsplit(each[0].url).netloc.lower())
    for host, group in sorted(hosts.items()):
        pages = [page for _, page in group]
        if all(page.outcome is Outcome.UNREADABLE for page in pages):
            reason = Counter(page.reason for page in pages).most_common(1)[0][0]
            yield UnreadableHost(
                host=host, since=min(page.since for page in pages), reason=reason, addresses=len(pages)
            )
