"""No text makes a regular expression slow: the time grows with the length of the text, and not with its square or faster."""

import ast
import importlib
import inspect
import pkgutil
import re
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Meta, Struct

# These import all others.
import locdata_build.cli.parser
import locdata_client
import locdata_mcp.server.main
import locdata_model
import locdata_npm.package
import locdata_openapi.document
from locdata_build.data.coded_words import _day_patterns
from locdata_build.data.parsing import MAX_TEXT_LENGTH
from locdata_model.reports import DeadlineUnit
from support.near_misses import WRONG_END, near_misses

PACKAGES = (locdata_build, locdata_client, locdata_mcp, locdata_model, locdata_npm, locdata_openapi)

FEW = (12, 16, 22)
"""With as many repetitions, a text takes more than the time allowed if the time is exponential."""

MAX_SECONDS = 0.05
"""For the longest text of a source file. It is time of the processor, which does not depend on what else the machine does.

Linear time is 0.005 seconds or less, quadratic time 0.1 or far more.
"""

ANCHORED = {"match", "fullmatch"}
"""The methods that try one place of a text. All others try each place."""


def modules() -> Iterator[ModuleType]:
    """Yield every module of the packages."""
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(".__main__"):
                yield importlib.import_module(module.name)


def in_constant(value: object) -> Iterator[re.Pattern[Any]]:
    """Yield the regular expressions in a constant."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Mapping):
        for member in (*value, *value.values()):
            yield from in_constant(member)


def in_type(hint: object) -> Iterator[str]:
    """Yield the regular expressions in the annotations of a type, which are also in its schema."""
    if isinstance(hint, Meta):
        yield from filter(None, (hint.pattern, (hint.extra_json_schema or {}).get("pattern")))
    for part in get_args(hint):
        yield from in_type(part)


def types_in(module: ModuleType) -> Iterator[object]:
    """Yield the types that a module names, and those of the fields of its records."""
    for value in vars(module).values():
        yield value
        if inspect.isclass(value) and issubclass(value, Struct):
            yield from get_type_hints(value, include_extras=True).values()


def in_calls(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield each method that a module calls, with the name of the constant or the text of the regular expression."""
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(text), *_]) if method != "compile":
                yield method, re.compile(text)
            case ast.Call(ast.Attribute(ast.Name(name), method)):
                yield method, name


def regular_expressions() -> dict[re.Pattern[Any], set[str]]:
    """Return every regular expression, with the methods by which texts are compared with it, as far as that is known."""
    found: dict[re.Pattern[Any], set[str]] = defaultdict(set)
    for module in modules():
        calls = [*in_calls(module)]
        for method, pattern in calls:
            if isinstance(pattern, re.Pattern):
                found[pattern].add(method)
        for constant, value in vars(module).items():
            for pattern in in_constant(value):
                found[pattern] |= {method for method, name in calls if name == constant}
        for hint in types_in(module):
            for text in in_type(hint):
                found[re.compile(text)].add("search")
    return found


REGULAR_EXPRESSIONS = regular_expressions()


def slow_near_miss(pattern: re.Pattern[str], methods: Collection[str]) -> tuple[str, str, int] | None:
    """Return the beginning of a text that takes too long, what follows it and how often; None if there is no such text."""
    finds: list[Callable[[str], object]] = [partial(pattern.sub, "")]
    if methods and ANCHORED.issuperset(methods):
        finds = [getattr(pattern, method) for method in methods]
    for before, repeated in near_misses(pattern):
        for times in (*FEW, MAX_TEXT_LENGTH // len(repeated)):
            for find in finds:
                start = time.thread_time()
                find(f"{before}{repeated * times}{WRONG_END}")
                if time.thread_time() - start > MAX_SECONDS:
                    return before, repeated, times
    return None


@pytest.mark.parametrize("pattern", REGULAR_EXPRESSIONS, ids=lambda pattern: ascii(pattern.pattern))
def test_time_grows_with_the_length_of_a_text(pattern: re.Pattern[Any]) -> None:
    methods = REGULAR_EXPRESSIONS[pattern]
    if isinstance(pattern.pattern, bytes):
        pattern = re.compile(pattern.pattern.decode("ascii"), pattern.flags)

    assert slow_near_miss(pattern, methods) is None


@pytest.mark.parametrize("unit", DeadlineUnit)
def test_search_for_a_deadline_grows_with_the_length_of_a_text(unit: DeadlineUnit) -> None:
    assert not any(slow_near_miss(re.compile(pattern), []) for pattern in _day_patterns(unit, 1))


@pytest.mark.parametrize("slow", ["^(a+)+$", "^(?:a|b)*(?:b|a)*$", r"(?:\w|-){6,}="])
def test_slow_expression_is_found(slow: str) -> None:
    assert slow_near_miss(re.compile(slow), []) is not None
