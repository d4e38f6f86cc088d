"""A reader of ``_headers`` as strict as the strictest host."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

MAX_RULES = 100
MAX_LINE_LENGTH = 2000
"""Cloudflare's limits on the rules of a file and the characters of a line."""

PATTERN = re.compile(r"/[A-Za-z0-9._~/-]*\*?[A-Za-z0-9._~/-]*")
HEADER = re.compile(r"  ([A-Za-z-]+): (\S(?:.*\S)?)")


class Rule(NamedTuple):
    """A pattern of paths, with at most one asterisk, and the headers that it adds."""

    pattern: str
    headers: Mapping[str, str]


def parse(text: str) -> tuple[Rule, ...]:
    """Return the rules of a file. Raise ``ValueError`` for everything that a host would ignore or refuse."""
    rules: list[tuple[str, dict[str, str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        header = HEADER.fullmatch(line)
        if len(line) > MAX_LINE_LENGTH:
            raise ValueError(f"line {number}: too long")
        if not line or line.startswith("#"):
            continue
        if PATTERN.fullmatch(line):
            rules.append((line, {}))
        elif header and rules and header[1] not in rules[-1][1]:
            rules[-1][1][header[1]] = header[2]
        else:
            raise ValueError(f"line {number}: {line}")
    if len(rules) > MAX_RULES or not all(headers for _, headers in rules):
        raise ValueError("too many rules, or one without headers")
    return tuple(Rule(pattern, headers) for pattern, headers in rules)


def added_headers(rules: tuple[Rule, ...], path: str) -> Iterator[tuple[str, str]]:
    """Yield each header that the rules add to ``path``; a name comes twice if two rules add it."""
    for rule in rules:
        before, asterisk, after = rule.pattern.partition("*")
        if re.fullmatch(f"{re.escape(before)}{'.*' if asterisk else ''}{re.escape(after)}", path):
            yield from rule.headers.items()
