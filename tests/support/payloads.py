"""Hostile texts and values: what browsers, spreadsheets, terminals, Markdown and calendars act on, and edge cases."""

import math

# fmt: off

SCRIPTS = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'><svg onload=alert(1)>",
    "</script><script>alert(1)</script>", "</style><script>alert(1)</script>",
    "]]><script>alert(1)</script><![CDATA[", "--><script>alert(1)</script><!--", '" onmouseover="alert(1)" x="',
    "<a href=javascript:alert(1)>x</a>", "<iframe srcdoc='<script>alert(1)</script>'>", "<base href=//evil.example/>",
    "<form id=location><input name=hash></form>", "&lt;script&gt;alert(1)&lt;/script&gt;",
    "</title><script>alert(1)</script>", "</textarea><script>alert(1)</script>", "<!doctype html><plaintext>",
)
"""Markup that runs a script in a page that does not escape it."""

TEMPLATES = (
    "{{ 7*7 }}", "{% include '/etc/passwd' %}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "{{ site.__class__ }}", "%s%n",
)
"""Texts with a meaning in template languages."""

MARKDOWN = (
    "[x](https://evil.example/)", "![x](https://evil.example/x.png)", "<https://evil.example/>",
    "https://evil.example/ and www.evil.example", "[x][1] [1]: https://evil.example/", "[x]: https://evil.example/",
    "# heading", "## heading ##", "- item", "1. item", "> quote", "```html", "~~~", "---", "===", "| a | b |",
    "a | b", "|", "\\", "a\\", "a\\|b", "`a` ``b`` ```", "*a* **b** _c_ __d__ ~~e~~",
    "&lt;b&gt; &#60;b&#62; &copy; &#x3c;", "<b>bold</b>", "<!-- comment", "<?php ?>", "<evil@evil.example>",
    "](https://evil.example/)", "a](b) [c", "!", "! [x](y)", "* item", "+ item", "    code", "- [ ] task",
    "[^1]: note", ":---", "$$x$$",
)
"""Texts with a meaning in Markdown."""

FORMULAS = (
    "=cmd|'/C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "\uff1d1+1", "\u200e=1", ";=1", "x;=1+1;y", "x; +1", ",=1", '"=1"', "'=1", "\t=1",
)
"""Texts that a spreadsheet may take for a formula."""

CONTROLS = (
    "\0", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "\x85", "\x9b31m", "\r\n", "\n", "\t", "\u2028", "\u2029", "\u202e",
    "\u2066", "\u200b", "\u200d", "\u200e", "\u00ad", "\ufeff", "\ufffe", "\U0001ffff", "\ufdd0", "\U000e0041",
    "\u3164", "\u2800", "\u00a0", "\u3000", "\u034f", "\ue000", "e\u0301", "\u0301", "\u0378", "\ud800", "\udc80",
    "\U0001f9fe",
)
"""Characters that are invisible, break lines or change the direction of text, and code points that are no characters."""

LINES = (
    "x\r\nBEGIN:VEVENT", "BEGIN:VEVENT", "END:VCALENDAR", "ATTACH:https://evil.example/", "a;b,c:d\\n",
    'a";ALTREP="x', "no", "a: b # c", "- x", "!!python/object/apply:os.system ['x']", "&a *a", "%YAML 1.2", "| x",
    "null", "'", '"', '"""', "';DROP TABLE facts;--", "*/ alert(1) /*", "Disallow: /", "::error::x",
)
"""Texts with a meaning in calendars, YAML, SQL, comments and terminals."""

LINKS = (
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", "//evil.example/",
    "/\\evil.example/", "https:evil.example", "https:///evil.example", "http://user:pass@evil.example/",
    "http://good.example@evil.example/", "http://good.example\\@evil.example/", "https://\u0440\u0430ypal.example/",
    "https://xn--ypal-43d9g.example/", "https://a.example/ b", 'https://a.example/"onclick="alert(1)',
    "https://a.example/'onclick='alert(1)", "https://a.example/(a)(b", "https://a.example/)", "https://a.example/]",
    "https://a.example/[a](b)", "https://a.example/<b>", "https://a.example/`", "https://a.example/{{7*7}}",
    "https://a.example/&lt;&amp;&#60;", "https://a.example/*_~!$,;=@:", "https://a.example/%00%0d%0aX",
    "https://a.example/%zz", "https://a.example/..%2f..%2f", "https://a.example/?a=b&c=d#e#f",
    "https://a.example:99999/", "https://a.example:/", "https://[::1]/", "http://127.0.0.1/", "https://-a.example/",
    "https://a..example/", "https://a.example\n", "https://a.example/\\", "https://a.example/|", "https://a.example",
    "https://a.example/#", "https://" + "a." * 300 + "example/", "https://a.example/" + "a" * 5000,
    "mailto:x@evil.example", "",
)
"""Links that are not web addresses, or barely valid ones."""

MAILS = (
    '"><script>alert(1)</script>@evil.example', "a@evil.example?bcc=b@evil.example", "a@evil.example?subject=x",
    "a,b@evil.example", "a%0d%0aBcc:b@evil.example", "a)@evil.example", "a@evil.example>", "a@evil.example\\",
    "javascript:alert(1)//@evil.example", "a@" + "." * 5000, "a@b.c\n",
)
"""Email addresses that are more than that."""

NAMES = (
    "..", ".", "../x", "../../etc/passwd", "/etc/passwd", "a/b", "a\\b", "C:", "con", "nul.txt", "aux", "a.", "a ",
    " a", "a%2fb", "%2e%2e", "A", "FR", "Fr", "fr", "de", "us", "zz", "index", "404", "api", "data", "assets",
    "feeds", "well-known", ".well-known", "all", "erp_id_02", "erp_key_02", "erp-id-01", "-a", "a--b", "a__b", "_a",
    "0", "1", "-1", "none", "null", "constructor", "__proto__", "prototype", "location", "content", "answers", "a\0b",
    "\u0430", "\u212a", "\u00df", "\u0131", "\u2170", "\uff41", "a\u200db", "a\nb", "caf\u00e9", "C\u00f4te",
    "local-erps", "E-invoicing", "News", "a" * 64, "a" * 240, "a" * 300, "select", "rowid", "country_code", "notes",
    "topic",
)
"""Possible names of a country, a product, a region or a file."""

MOMENTS = (
    "0000-01-01", "0001-01-01", "0999-12-31", "1969-12-31", "1979-12-31", "9999-12-31", "10000-01-01", "2026-02-30",
    "2024-02-29", "2026-1-1", "2026-11-21T00:00:00Z", "0001-01-01T00:00:00Z", "1979-12-31T23:59:59Z",
    "2108-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-11-21T24:00:00Z", "2026-11-21T23:59:60Z",
    "2026-11-21T00:00:00+00:00", "2026-11-21T00:00:00z", "2026-11-21T00:00:00.5Z",
    "\u0662\u0660\u0662\u0666-\u0661\u0661-\u0662\u0661", "\uff12026-11-21", "2026-11-21\n", "2026-W01-1", "0.0.0",
    "999999999.999999999.999999999", "1.2.3\n", "01.2.3", "\u0661.2.3", "1.2",
)
"""Dates, times and versions at the limits of what is allowed."""

NUMBERS = (
    0, -1, -0.0, 1.0, 1.5, 1e308, 5e-324, math.inf, -math.inf, math.nan, 2**31, 2**63, 2**64, 10**400, -(10**400),
)
"""Numbers at the limits of what JSON and programs allow."""

OTHERS: tuple[object, ...] = (
    None, True, False, "", " ", "x", [], {}, [[]], [None], {"": ""}, {"$ref": "#"}, {"__proto__": {}}, [1, "a", {}],
)
"""Values of other types than most fields have."""

# fmt: on

FAMILIES = (SCRIPTS, TEMPLATES, MARKDOWN, FORMULAS, CONTROLS, LINES, LINKS, MAILS, NAMES, MOMENTS)
"""Every family of hostile texts."""
