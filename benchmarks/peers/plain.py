"""Build the site with the standard library and Jinja2: ``python3 plain.py PREPARED OUT``.

This is the simplest script that makes the files. It imports nothing of this project; its templates are in the folder
``plain`` beside it.
"""

import csv
import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup
from markupsafe import escape as escape_html

Json = dict[str, Any]

SPECIAL = re.compile(r"([\\`*_\[\]<>|~])|(&)(?=#?\w+;)")
PART_OF_ADDRESS = re.compile(r"([A-Za-z0-9-]{6,}(?:[./_?=]|&amp;))([A-Za-z0-9])")
LONG_IDENTIFIER = re.compile(r"([A-Za-z0-9_]{24})([A-Za-z0-9_]{8})")
CODE_WITH_LETTER = re.compile(r"(^|[\s(/;“])([A-Za-z0-9]{2,10}-[A-Za-z0-9](?:_[A-Za-z0-9]+)?\b)")
STARTS_BLOCK = re.compile(r"^(\d+(?=[.)])|(?=[+=#-]))([.)](?=\s|$)|[+=-](?=\s|$|-|=)|#(?=#*(?:\s|$)))")


def main(prepared: Path, out: Path) -> None:
    """Build the whole site."""
    manifest, shared = read(prepared / "manifest.json"), read(prepared / "site.json")
    shutil.copytree(prepared / "static", out, dirs_exist_ok=True)
    write_documents(manifest, prepared, out)
    template = page_template(shared)
    for name in manifest["pages"]:
        page = read(prepared / name)
        write(out, page["html_path"], template.render(page=page))
        write(out, page["markdown_path"], Twin(page, shared).text())


def read(path: Path) -> Any:  # noqa: ANN401  # JSON holds anything.
    """Return the value of a JSON file."""
    with path.open(encoding="utf-8") as file:
        return json.load(file)


def write(out: Path, path: str, text: str) -> None:
    """Write a text to ``path`` of the site in ``out``."""
    with create(out, path) as file:
        file.write(text)


def create(out: Path, path: str) -> TextIO:
    """Open a new file at ``path`` of the site in ``out``."""
    target = out / path[1:]
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.open("w", encoding="utf-8", newline="")


def write_documents(manifest: Json, prepared: Path, out: Path) -> None:
    """Write the JSON files, and CSV files with the same rows."""
    tables = set(manifest["tables"])
    for path in manifest["documents"]:
        document = read(prepared / "documents" / path[1:])
        with create(out, path) as file:
            json.dump(document, file, indent=2, ensure_ascii=False)
            file.write("\n")
        table = path.removesuffix(".json") + ".csv"
        if table in tables:
            write_table(out, table, document)


def write_table(out: Path, path: str, rows: list[Json]) -> None:
    """Write a CSV file; its header is the keys of the first row."""
    with create(out, path) as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def page_template(shared: Json) -> Template:
    """Return the template of all pages."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "plain"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    base_path = urlsplit(shared["site"]["base_url"]).path
    environment.globals.update(shared, href=lambda href: base_path + href if href.startswith("/") else href)
    environment.filters["words"] = words
    return environment.get_template("page.html")


def words(text: str) -> Markup:
    """Return a text as HTML in which lines break between the parts of an address, and not within a code like SAF-T."""
    html = PART_OF_ADDRESS.sub(r"\1<wbr>\2", str(escape_html(text)))
    html = LONG_IDENTIFIER.sub(r"\1<wbr>\2", html)
    return Markup(CODE_WITH_LETTER.sub(r'\1<span class="whole">\2</span>', html))  # noqa: S704  # It was escaped.


def escape(text: str) -> str:
    """Escape everything in a text that has a meaning in Markdown."""
    return SPECIAL.sub(r"\\\1\2", text)


def plain_start(text: str) -> str:
    """Escape the start of a text that would begin a list, a heading or a rule."""
    return STARTS_BLOCK.sub(r"\1\\\2", text)


def heading(level: int, text: str) -> str:
    """Return a heading; number signs at its end are escaped."""
    return "#" * level + " " + re.sub(r"((?:^|\s)#*)#$", r"\1\\#", text)


def longest_run(text: str) -> int:
    """Return the length of the longest run of backticks."""
    return max(map(len, re.findall("`+", text)), default=0)


def code_span(text: str) -> str:
    """Return a text as code, between more backticks than it has in a row."""
    longest = longest_run(text)
    fence, pad = "`" * (longest + 1), " " if longest else ""
    return fence + pad + text + pad + fence


def target(url: str) -> str:
    """Return a URL as the target of a link."""
    safe = re.sub(r"&(?=#?\w+;)", "&amp;", url.replace("<", "%3C").replace(">", "%3E"))
    return f"<{safe}>" if re.search(r"[()\s]", safe) else safe


def table_row(cells: Iterable[str]) -> str:
    """Return a row of a table; pipes in cells are escaped."""
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in cells) + " |"


class Twin:
    """A page as Markdown."""

    def __init__(self, page: Json, shared: Json) -> None:
        self.page = page
        self.shared = shared
        self.base = shared["site"]["base_url"]
        self.url = self.base + page["url_path"]

    def text(self) -> str:
        """Return the whole page."""
        return "\n\n".join(self.parts()) + "\n"

    def parts(self) -> Iterator[str]:
        """Yield the blocks of the page."""
        page, site = self.page, self.shared["site"]
        licence = site["data_licence"]
        yield heading(1, escape(page["title"]))
        yield "> " + plain_start(self.line(page["lead"]))
        yield (
            f"Page: <{self.url}>, version {site['version']}, as of {self.shared['today']['text']}. "
            f"{escape(site['attribution'])}, [{escape(licence['name'])}]({target(licence['url'])}). "
            f"[What the words mean]({self.base}{self.shared['methodology']})."
        )
        yield from self.blocks(page["blocks"], 2)
        yield from self.sections(page["sections"], 2)

    def sections(self, sections: list[Json], level: int) -> Iterator[str]:
        """Yield the blocks of sections and subsections."""
        for section in sections:
            yield heading(level, escape(section["title"]))
            yield from self.blocks(section["blocks"], level + 1)
            yield from self.sections(section["sections"], level + 1)

    def blocks(self, blocks: list[Json], level: int) -> Iterator[str]:
        """Yield blocks; the method for each kind has its name."""
        for block in blocks:
            yield from getattr(self, block["kind"])(block, level)

    def line(self, parts: list[Json]) -> str:
        """Return a line of text. What is folded away at its start is set off from nothing."""
        line = "".join([self.inline(part) for part in parts]).strip()
        return line.removeprefix("· ") if parts and parts[0]["kind"] == "details" else line

    def inline(self, part: Json) -> str:
        """Return a part of a line."""
        match part["kind"]:
            case "words":
                return escape(part["text"])
            case "link":
                return self.link(part)
            case "badge" | "strong":
                return f"**{escape(part['text'])}**"
            case "code":
                return code_span(part["text"])
            case "day":
                return str(part["text"])
            case "break":
                return " · "
            case "aside":
                return f" – {self.line(part['content'])}"
            case "details":
                return f" · {escape(part['label'])}: {self.line(part['content'])}"
            case other:
                raise ValueError(f"unknown part of a line: {other}")

    def link(self, link: Json) -> str:
        """Return a link with an absolute URL."""
        text, href = link["text"], link["href"]
        if href.startswith("#"):
            href = self.url + href
        elif href.startswith("/"):
            href = self.base + href
        return f"<{href}>" if text == href else f"[{escape(text)}]({target(href)})"

    def paragraph(self, block: Json, level: int) -> Iterator[str]:
        """Yield a paragraph."""
        yield plain_start(self.line(block["content"]))

    def items(self, block: Json, level: int) -> Iterator[str]:
        """Yield a list."""
        yield "\n".join(["- " + plain_start(self.line(item)) for item in block["items"]])

    def pairs(self, block: Json, level: int) -> Iterator[str]:
        """Yield a list of terms."""
        yield "\n".join([f"- {self.pair(pair)}" for pair in block["pairs"]])

    def pair(self, pair: Json) -> str:
        """Return a term with its content."""
        return f"**{escape(pair['term'])}**: {self.line(pair['content'])}"

    def cards(self, block: Json, level: int) -> Iterator[str]:
        """Yield a list of links."""
        yield "\n".join([f"- {self.link(card['link'])}: {escape(card['text'])}" for card in block["cards"]])

    def questions(self, block: Json, level: int) -> Iterator[str]:
        """Yield questions with their answers."""
        yield heading(2, escape(block["title"]))
        yield "\n".join(map(self.question, block["questions"]))

    def question(self, question: Json) -> str:
        """Return a question with its answer."""
        content = self.line(question["content"])
        parts = [f"- **{escape(question['question'])}**"]
        if question["verdict"]:
            parts.append(f"**{escape(question['verdict']['text'])}.**")
        parts.append(content if content.endswith((".", "!", "?")) else content + ".")
        if question["source"]:
            parts.append(self.line(question["source"]) + ".")
        return " ".join([*parts, self.link(question["more"]) + "."])

    def snippet(self, block: Json, level: int) -> Iterator[str]:
        """Yield code between fences."""
        fence = "`" * max(3, longest_run(block["text"]) + 1)
        yield escape(block["label"]) + ":"
        yield f"{fence}{block['language']}\n{block['text'].rstrip()}\n{fence}"

    def filters(self, block: Json, level: int) -> Iterator[str]:
        """Yield nothing: Markdown has no forms."""
        yield from ()

    def phase_chart(self, block: Json, level: int) -> Iterator[str]:
        """Yield nothing: the table beside the chart has every phase."""
        yield from ()

    def table(self, block: Json, level: int) -> Iterator[str]:
        """Yield the groups of a table."""
        for group in block["groups"]:
            if group["title"]:
                yield heading(level, self.line(group["title"]))
            if group["intro"]:
                yield "\n".join([f"* {self.pair(pair)}" for pair in group["intro"]])
            yield "\n".join(self.grid(block, group) if block["is_compact"] else self.records(block, group))

    def grid(self, block: Json, group: Json) -> Iterator[str]:
        """Yield rows as the lines of a table."""
        yield table_row([escape(column["title"]) for column in block["columns"]])
        yield table_row(["---:" if column["is_number"] else "---" for column in block["columns"]])
        for row in group["rows"]:
            yield table_row([self.line(cell) for cell in row["cells"]])

    def records(self, block: Json, group: Json) -> Iterator[str]:
        """Yield rows as the lines of a list."""
        titles = [plain_start(escape(column["title"])) for column in block["columns"]]
        for row in group["rows"]:
            anchor = f" ([row]({self.url}#{row['id']}))" if row["id"] else ""
            yield f"- {plain_start(self.line(row['cells'][0]))}{anchor}"
            for title, cell in zip(titles[1:], row["cells"][1:], strict=True):
                if text := self.line(cell):
                    yield f"  - {title}: {text}"

    def tile_maps(self, block: Json, level: int) -> Iterator[str]:
        """Yield maps as lists of countries."""
        for tiles in block["maps"]:
            yield heading(level, escape(tiles["label"]))
            yield escape(tiles["title"])
            yield "\n".join([self.tiles_with(tiles, entry) for entry in tiles["legend"]])

    def tiles_with(self, tiles: Json, entry: Json) -> str:
        """Return the countries whose verdict has a tone."""
        countries = [
            f"{self.link({'text': tile['name'], 'href': tile['href']})} ({escape(tile['verdict']['text'])})"
            for tile in tiles["tiles"]
            if tile["verdict"]["tone"] == entry["tone"]
        ]
        return f"- {self.link(entry['link'])}: {', '.join(countries)}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
