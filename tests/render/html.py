"""HTML as a browser reads it."""

from xml.etree.ElementTree import Element

from html5lib import HTMLParser


def parse_html(content: bytes) -> Element:
    """Return the root of a page. Any error of parsing is raised."""
    root: Element = HTMLParser(strict=True, namespaceHTMLElements=False).parse(content)
    return root


def words_of(root: Element) -> str:
    """Return all text of an element, with single spaces."""
    return " ".join("".join(root.itertext()).split())


def find_elements(root: Element, tag: str, **attributes: str) -> list[Element]:
    """Return the elements of HTML or SVG with that name and those attributes; ``class_`` is one of its classes."""
    wanted_class = attributes.pop("class_", None)
    return [
        element
        for element in root.iter()
        if str(element.tag).rpartition("}")[2] == tag
        and (wanted_class is None or wanted_class in element.attrib.get("class", "").split())
        and all(element.attrib.get(name) == value for name, value in attributes.items())
    ]
