"""Move the sources of each claim from lists to markers at the end of its text. It is run once: FOLDER."""

import json
import sys
from pathlib import Path

TEXTS = {
    "phase": ("what",),
    "fact": ("value",),
    "obligation": ("summary",),
    "report": ("frequency", "deadline", "channel_format", "notes"),
    "mandate": ("mandate", "scope", "deadlines", "format"),
}
LAST_TEXTS = ("value", "summary", "format", "notes", "reason", "description", "note", "profile", "text")


def marked(text, sources, locators):
    markers = "".join(f"[^{each}: {locators[each]}]" if each in locators else f"[^{each}]" for each in sources)
    end = len(text.rstrip(".!?")) if text[-1] in ".!?" else len(text)
    return f"{text[:end]}{markers}{text[end:]}"


def text_of(record):
    if "report_local" in record:
        names = ("notes", "channel_format")
    else:
        names = LAST_TEXTS if "partner_type" not in record else ("summary",)
    return next(name for name in names if isinstance(record.get(name), str) and record[name])


def move(value, whole=None):
    if isinstance(value, list):
        return [move(each, whole) for each in value]
    if not isinstance(value, dict):
        return value
    provenance = value.get("provenance")
    whole = provenance or whole
    moved = {}
    for name, member in value.items():
        if name == "provenance":
            moved["checked"] = member["checked"]
        elif name == "sources" and "certainty" in value:
            continue
        else:
            moved[name] = move(member, whole)
    if provenance and provenance["sources"]:
        name = text_of(value)
        moved[name] = marked(value[name], provenance["sources"], provenance.get("locators", {}))
    if "certainty" in value and value.get("sources"):
        moved["what"] = marked(value["what"], value["sources"], whole.get("locators", {}))
    return moved


for path in sorted(Path(sys.argv[1]).rglob("*.json")):
    if path.parent.name in {"schema", "releases"}:
        continue
    before = path.read_text(encoding="utf-8")
    after = json.dumps(move(json.loads(before)), ensure_ascii=False, indent=2) + "\n"
    if json.loads(after) != json.loads(before):
        path.write_text(after, encoding="utf-8")
        print(path)
