"""Files and tags of a repository that are newer versions of a cited one, by their names alone.

A name is a version of another if they are equal except for their versions: ``SAF-T_1.3/Schema_v_1.30.xsd`` and
``SAF-T_1.4/Schema_v_1.40.xsd``. Other numbers belong to the name: ``annex-1.pdf`` and ``annex-2.pdf``, and the laws
``SB-2002-500.md`` and ``SB-2003-12.md``, are different documents. If in doubt, nothing is newer.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate

from msgspec import Struct

MAX_NEWER = 5
# More names than this that differ only in their versions are a series, such as chapters or daily lists.
MAX_NUMBERED = 100
MAX_DATED = 30

# A version ends where no number but a date follows: 2002-500 and 1.1-2017 have none.
_VERSION = re.compile(
    r"""
    (?P<date>
        (?<!\d)
        (?:
            20\d\d (?P<dash>[-_.]?) (?:0[1-9]|1[0-2]) (?P=dash) (?:0[1-9]|[12]\d|3[01])
            | (?:0[1-9]|[12]\d|3[01]) (?P<dot>[-.]) (?:0[1-9]|1[0-2]) (?P=dot) 20\d\d
        )
        (?![-_.]?\d)
    )
    | (?P<year> (?<![^\W_])(?<!\d[-_.]) 20\d\d (?![-_.]?\d)(?![^\W_]) )
    # update-27-3
    | (?P<hyphens>
        (?<=[^\W\d_]-)(?<!/[a-z]-)(?<!^[a-z]-) (?:0|[1-9]\d?) (?:-(?:0|[1-9]\d?)){1,2} (?![-_.]?\d)(?![^\W_])
    )
    # FA(3)
    | (?P<edition> (?<=[^\W_])\( \d{1,3} \) )
    | (?P<number>
        (?P<numbers>
            # v2, v_1.30, V.4.2, v10-0E, version 3.0, SchemesV7.1
            (?: (?<![^\W_])v(?:er(?:sion)?)? | (?-i:(?<=[a-z])V) ) [-_.\ ]? \d{1,3} (?:[-_.]\d{1,3})*
            # Financial_1.3, PT1.04_01, 2025.1; but 1.2-intro.md is a chapter, and I-21.8.xml a Canadian act
            | (?: (?P<first>(?<![^/])) | (?<=[^/\d.,]) )(?<!\d[-_])(?<!/[a-z]-)(?<!^[a-z]-)
                (?:20\d\d|\d{1,3}) (?:\.\d{1,3})+ (?:_\d{1,2})?
        )
        (?![-_.]?(?!20\d\d[-_.]?\d\d[-_.]?\d\d(?!\d))\d)
        (?: [-_.\ ]? (?P<stage>alpha|beta|rc|draft|preview|pre|dev|snapshot|test) [-_.\ ]? (?P<nth>\d{0,3}) (?![^\W_]) )?
        (?(first)(?=/|$))
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DATED = {"date", "year"}
# These are also parts of the names of laws.
_DOUBTFUL = {*_DATED, "hyphens"}
# Sorts after the stages of pre-releases.
_FINAL = "~"


class Versions(Struct, frozen=True):
    """The versions in a name.

    ``template`` is the name in lower case, with the kind of each version in its place. Names of one template compare by ``key``:
    for each version its numbers, without zeros at the end, its stage (``~`` if final, else such as ``rc``), and the number of
    the stage. ``dated`` if one is a date or a year, ``prerelease`` if one is not final.
    """

    template: str
    key: tuple[tuple[tuple[int, ...], str, int], ...]
    dated: bool
    prerelease: bool


def versions_of(name: str) -> Versions | None:
    """Return the versions in the name of a tag or in a path with ``/``; none if it has no version.

    Dates, years and numbers with hyphens only count without each other and without numbers that are no versions:
    ``IE-2010-act-31.md`` and ``DS-25-95-EF-2005.md`` are laws.
    """
    found = list(_VERSION.finditer(name))
    doubtful = {match.lastgroup for match in found} & _DOUBTFUL
    if len(doubtful) > 1 or re.search(r"\d", _VERSION.sub("", name)):
        found = [match for match in found if match.lastgroup not in _DOUBTFUL]
    if not found:
        return None
    key = tuple(_part_of_key(match) for match in found)
    return Versions(
        template=_template(name, found),
        key=key,
        dated=any(match.lastgroup in _DATED for match in found),
        prerelease=any(stage != _FINAL for _, stage, _ in key),
    )


def newer_files(cited: str, files: Collection[str], also_cited: Collection[str] = ()) -> tuple[str, ...]:
    """Return the files that are newer versions of a cited path of their repository, at most ``MAX_NEWER``, the newest first.

    If no file is, return the folders, with ``/`` at the end, that are newer versions of the cited path or of the innermost
    folder that has any. A folder with only a date, a year or a number with hyphens has none. ``also_cited`` has the other cited
    paths of the repository: if one of them is a newer version, nothing is newer, because it is known.
    """
    newer = _newer(cited, files, also_cited)
    if newer:
        return newer
    for folder in reversed(_paths_to(cited)):
        if any(match.lastgroup not in _DOUBTFUL for match in _VERSION.finditer(folder.rpartition("/")[2])):
            newer = _newer(folder, _with_folders(files), _with_folders(also_cited))
            if newer:
                return tuple(f"{path}/" for path in newer)
    return ()


def newer_tags(cited: str, tags: Collection[str], also_cited: Collection[str] = ()) -> tuple[str, ...]:
    """Return the tags that are newer versions of a cited one, at most ``MAX_NEWER``, the newest first.

    None if the cited ref is no tag, because commits and branches do not compare by name. ``also_cited`` has the other cited tags
    of the repository, as for files.
    """
    return _newer(cited, tags, also_cited, series=False) if cited in tags else ()


def _newer(cited: str, names: Iterable[str], also_cited: Iterable[str], *, series: bool = True) -> tuple[str, ...]:
    """Return the newest versions of a name. If there are too many, they may be a ``series``, of which nothing is newer."""
    base = versions_of(cited)
    if base is None:
        return ()
    versions = dict(_versions_of_template(base.template, names))
    if series and len(versions) > (MAX_DATED if base.dated else MAX_NUMBERED):
        return ()
    if any(other.key > base.key for _, other in _versions_of_template(base.template, also_cited)):
        return ()
    newer = (name for name, other in versions.items() if other.key > base.key and base.prerelease >= other.prerelease)
    return tuple(sorted(newer, key=lambda name: (versions[name].key, name), reverse=True)[:MAX_NEWER])


def _versions_of_template(template: str, names: Iterable[str]) -> Iterator[tuple[str, Versions]]:
    start = template.partition("{")[0]
    for name in names:
        # Few names have the start, and a comparison is much faster than the search for versions.
        if name.lower().startswith(start):
            versions = versions_of(name)
            if versions and versions.template == template:
                yield name, versions


def _with_folders(paths: Iterable[str]) -> set[str]:
    return {path for file in paths for path in _paths_to(file)}


def _paths_to(path: str) -> list[str]:
    """Return the paths of the folders above a path, the outermost first, and the path itself."""
    return list(accumulate(path.split("/"), lambda folder, name: f"{folder}/{name}"))


def _template(name: str, versions: Iterable[re.Match[str]]) -> str:
    template, end = "", 0
    for match in versions:
        template += f"{name[end : match.start()]}{{{match.lastgroup}}}"
        end = match.end()
    return (template + name[end:]).lower()


def _part_of_key(match: re.Match[str]) -> tuple[tuple[int, ...], str, int]:
    if match["date"]:
        digits = re.sub(r"\D", "", match["date"])
        return (int(digits[4:] + digits[2:4] + digits[:2] if match["dot"] else digits),), _FINAL, 0
    numbers = [int(digits) for digits in re.findall(r"\d+", match["numbers"] or match[0])]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers), (match["stage"] or _FINAL).lower(), int(match["nth"] or 0)
