"""Briefs in Markdown: short enough for any language model, whatever the data holds.

What has no room is left out whole, and said to be: no sentence and no URL is cut. In this order, until the rest has room:

1. URLs that take much room, the longest first;
2. phases, the latest first: the brief says how many more there are, and where;
3. other URLs of sources, the longest first;
4. the publishers of sources, the longest first.

What then remains has room, unless the base URL of the site has hundreds of characters.
"""

from collections.abc import Iterator, Sequence

from locdata_build.data.site import SiteFile
from locdata_build.render.markdown_text import LineWriter, join_blocks
from locdata_build.view.page import Brief, BriefLine
from locdata_build.view.text import rich
from locdata_build.view.words import counted
from locdata_model.serialization import estimated_tokens
from locdata_openapi.commonmark import escape_start, heading

MOST_TOKENS = 600
"""The number of tokens that a brief may have, with its title."""

LONG_URL = 150
"""The number of characters by which a line must be shorter without its URL for the URL to be left out before any phase."""

_Forms = list[str]
"""A line in its forms, the longest first."""


def titled_brief(brief: Brief, site: SiteFile) -> Iterator[str]:
    """Yield the blocks of a brief, from its title on."""
    yield heading(2, brief.title)
    yield from brief_blocks(brief, site)


def brief_blocks(brief: Brief, site: SiteFile) -> Sequence[str]:
    """Return the blocks of a brief that have room below its title."""
    text = LineWriter(site)
    obligations, phases = ([_forms(text, line) for line in lines] for lines in (brief.obligations, brief.phases))
    blocks: Sequence[str] = ()
    for _ in _shortened(obligations, phases):
        blocks = [_list(obligations), *_phases(text, brief, phases), text.line(brief.files)]
        if estimated_tokens(join_blocks([heading(2, brief.title), *blocks])) <= MOST_TOKENS:
            break
    return blocks


def _forms(text: LineWriter, line: BriefLine) -> _Forms:
    return [escape_start(text.line((*line.content, *source))) for source in line.sources]


def _shortened(obligations: list[_Forms], phases: list[_Forms]) -> Iterator[None]:
    """Yield when the lines are as they were, then each time that less is left of them."""
    yield
    for line in _longest_first([*obligations, *phases]):
        if len(line) > 1 and len(line[0]) - len(line[1]) > LONG_URL:
            del line[0]
            yield
    while phases:
        phases.pop()
        yield
    forms = max(map(len, obligations))
    for left in range(forms - 1, 0, -1):
        for line in _longest_first([line for line in obligations if len(line) > left]):
            del line[0]
            yield


def _longest_first(lines: list[_Forms]) -> list[_Forms]:
    return sorted(lines, key=lambda line: len(line[0]), reverse=True)


def _phases(text: LineWriter, brief: Brief, phases: list[_Forms]) -> Iterator[str]:
    """Yield the phases that are left, with the number of those that are not."""
    if not brief.phases:
        yield text.line(rich(brief.without_phases))
        return
    missing = len(brief.phases) - len(phases)
    more = f"{missing} more" if phases else counted(missing, "phase")
    yield "Next phases:"
    yield _list([*phases, *([[text.line(rich(f"{more}: ", brief.all_phases))]] if missing else [])])


def _list(lines: list[_Forms]) -> str:
    return "\n".join(f"- {line[0]}" for line in lines)
