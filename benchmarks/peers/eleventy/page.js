// Pages as HTML.
import { blocks, section } from "./blocks.js";
import { shared } from "./data.js";
import { line, link } from "./inline.js";
import { jsonLd } from "./json_ld.js";
import { each, escape, href, words } from "./text.js";

const { site, today, assets, menu, directory, report, advice } = shared;

/** The whole page. */
export const document = (page) => `${head(page)}
<body${page.moved_anchors ? ` data-moved-anchors="${href(page.moved_anchors)}"` : ""}>
<a class="skip" href="#content">Skip to content</a>
${header(page.path)}
${main(page)}
${footer(page)}
</body>
</html>`;

const head = (page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.full_title)} · ${escape(site.title)}</title>
<meta name="description" content="${escape(page.description)}">
<meta name="color-scheme" content="light dark">
${
  page.is_listed
    ? `<link rel="canonical" href="${escape(site.base_url)}${escape(page.path)}">`
    : '<meta name="robots" content="noindex">'
}
<link rel="alternate" type="text/markdown" href="${href(page.markdown_path)}">
${each(page.data, json)}${each(page.feeds, feed)}${FIXED_LINKS}
${each(page.scripts, script)}${page.dataset ? dataset(page.dataset) : ""}</head>`;

const json = (path) => `<link rel="alternate" type="application/json" href="${href(path)}">\n`;

const feed = ({ media_type, path, title }) =>
  `<link rel="alternate" type="${escape(media_type)}" href="${href(path)}" title="${escape(title)}">\n`;
const script = (name) => `<script type="module" src="${href(assets[`${name}.js`])}" blocking="render"></script>\n`;

const dataset = (value) => `<script type="application/ld+json">${jsonLd(value)}</script>\n`;

const FIXED_LINKS = `<link rel="license" href="${escape(site.data_licence.url)}">
<link rel="api-catalog" href="${href("/.well-known/api-catalog")}">
<link rel="icon" href="${href(assets["icon.svg"])}" type="image/svg+xml">
<link rel="stylesheet" href="${href(assets["style.css"])}">
<script type="module" src="${href(assets["search.js"])}"></script>
<script type="module" src="${href(assets["print.js"])}"></script>`;

const current = (is) => (is ? ' aria-current="page"' : "");

const header = (path) => `<header class="masthead">
<a class="brand" href="${href("/")}"${current(path === "/")}><img src="${href(assets["icon.svg"])}" alt="" width="24" height="24">${words(site.title)}</a>
<form class="search" role="search" action="${href("/a-z/")}" data-index="${href("/search.json")}">
<label><span class="visually-hidden">Search</span> <input type="search" name="q" placeholder="Country, report, product" autocomplete="off"></label>
</form>
<nav aria-label="Main">
<ul>
${each(menu, (part) => menuItem(part, path))}</ul>
</nav>
</header>`;

const menuItem = (part, path) =>
  `<li><a href="${href(part.href)}"${current(part.href === path)}>${escape(part.text)}</a></li>\n`;

function main(page) {
  const contents = page.sections.length > 5;
  return `<main id="content" tabindex="-1"${contents ? ' class="has-contents"' : ""}>
<div class="first">
${page.crumbs.length ? crumbs(page.crumbs) : ""}<h1>${words(page.title)}</h1>
<p class="lead">${line(page.lead)}</p>
${blocks(page.blocks)}</div>
${contents ? tableOfContents(page.sections) : ""}<div class="rest">
${each(page.sections, (part) => section(part, 2))}</div>
</main>`;
}

const crumbs = (links) => `<nav class="crumbs" aria-label="Breadcrumbs">
<ol>
${each(links, (part) => `<li>${link(part)}</li>\n`)}</ol>
</nav>
`;

const tableOfContents = (sections) => `<nav class="contents" aria-labelledby="contents-title">
<h2 id="contents-title">On this page</h2>
<ul>
${each(sections, ({ id, title }) => `<li><a href="#${id}">${words(title)}</a></li>\n`)}</ul>
</nav>
`;

const footer = (page) => `<footer class="colophon">
<p>
<a href="${href(page.markdown_path)}" rel="alternate" type="text/markdown">This page as Markdown</a>
${each(page.data, jsonLink)}</p>
${COLOPHON}
</footer>`;

const jsonLink = (path) => `<a href="${href(path)}" rel="alternate" type="application/json">Its data as JSON</a>\n`;

const COLOPHON = `<ul>
${each(directory, (part) => `<li><a href="${href(part.href)}">${escape(part.text)}</a></li>\n`)}</ul>
<p><a href="${href(report.href)}">${escape(report.text)}</a></p>
<p>
Version ${escape(site.version)}, as of <time datetime="${today.date}">${today.text}</time>.
Data: <a href="${escape(site.data_licence.url)}">${words(site.data_licence.name)}</a>.
API: <a href="${escape(site.api_licence.url)}">${words(site.api_licence.name)}</a>.
${words(site.attribution)}. ${escape(advice)}
</p>`;
