// Sheets as a workbook of Excel (ECMA-376). Texts are texts, so that none is taken for a formula.
import { zipped } from "./zip.js";

export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const FORMATS = "http://schemas.openxmlformats.org";
const MAIN = `${FORMATS}/spreadsheetml/2006/main`;
const RELATIONS = `${FORMATS}/officeDocument/2006/relationships`;
const PACKAGE = `${FORMATS}/package/2006`;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

// Limits of Excel, and the day before its first.
const MAX_TEXT = 32_767;
const MAX_LINK = 2_079;
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_DAY = Date.UTC(1900, 2, 1);
const DAY = 86_400_000;

// In characters.
const WIDTHS = [8, 60];

// The numbers of the formats in STYLES.
const [TEXT, BOLD, DATE, LINK] = [0, 1, 2, 3];
const aligned = '<alignment vertical="top" wrapText="1"/></xf>';
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>
<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf applyAlignment="1">${aligned}<xf fontId="1" applyFont="1" applyAlignment="1">${aligned}
<xf numFmtId="164" applyNumberFormat="1" applyAlignment="1">${aligned}<xf fontId="2" applyFont="1" applyAlignment="1">${aligned}
</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

// Without the characters that XML lacks. Excel reads _x0041_ as the character with that number.
const escape = (text) =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replace(/[&<>"]/g, (character) => ENTITIES[character]);

const columnName = (number) => (number < 26 ? "" : columnName(Math.floor(number / 26) - 1)) + String.fromCharCode(65 + (number % 26));

const isDay = (value) => value instanceof Date && value.getTime() >= FIRST_DAY;

const isLink = (value) => value instanceof URL && value.href.length <= MAX_LINK;

const textOf = (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)).slice(0, MAX_TEXT);

function cellOf(value, place, isBold) {
  if (value === "") return "";
  if (isDay(value)) return `<c r="${place}" s="${DATE}"><v>${(value - EPOCH) / DAY}</v></c>`;
  if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
  const style = isBold ? BOLD : isLink(value) ? LINK : TEXT;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escape(textOf(value))}</t></is></c>`;
}

function widthsOf(rows) {
  return rows[0].map((_, column) => {
    const longest = Math.max(...rows.flatMap((row) => textOf(row[column]).split("\n").map(({ length }) => length)));
    return Math.min(Math.max(longest + 2, WIDTHS[0]), WIDTHS[1]);
  });
}

// The text of a sheet, and of the file with the targets of its links.
function sheetFiles({ rows, hasHeader = false }) {
  const links = [];
  const place = (row, column) => `${columnName(column)}${row + 1}`;
  const lines = rows.map((row, line) => {
    const cells = row.map((value, column) => {
      if (isLink(value)) links.push([place(line, column), value.href]);
      return cellOf(value, place(line, column), hasHeader ? line === 0 : column === 0);
    });
    return `<row r="${line + 1}">${cells.join("")}</row>`;
  });
  const columns = widthsOf(rows).map((width, column) => `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`);
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const filter = `<autoFilter ref="A1:${place(rows.length - 1, rows[0].length - 1)}"/>`;
  const hyperlinks = links.map(([cell], number) => `<hyperlink ref="${cell}" r:id="rId${number + 1}"/>`);
  const sheet = `<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0">${
    hasHeader ? frozen : ""
  }</sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>${lines.join("")}</sheetData>${hasHeader ? filter : ""}${
    links.length ? `<hyperlinks>${hyperlinks.join("")}</hyperlinks>` : ""
  }</worksheet>`;
  return [sheet, relationsOf(links.map(([, href]) => ["hyperlink", escape(href), ' TargetMode="External"']))];
}

function relationsOf(relations) {
  const parts = relations.map(([type, target, mode = ""], number) => {
    const kind = type.includes("/") ? type : `${RELATIONS}/${type}`;
    return `<Relationship Id="rId${number + 1}" Type="${kind}" Target="${target}"${mode}/>`;
  });
  return `<Relationships xmlns="${PACKAGE}/relationships">${parts.join("")}</Relationships>`;
}

const contentTypes = (sheets) => `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK_TYPE}.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${sheets
  .map(
    (_, number) =>
      `<Override PartName="/xl/worksheets/sheet${number + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  )
  .join("")}</Types>`;

const properties = ({ title, author }) =>
  `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escape(
    title,
  )}</dc:title><dc:creator>${escape(author)}</dc:creator></cp:coreProperties>`;

// `sheets` have a name and rows, all of the same length, of texts, numbers, Dates and URLs. The first row of one with a header
// stays in view; else the first column has the terms.
export function workbookOf(sheets, described) {
  const list = sheets.map(({ name }, number) => `<sheet name="${name}" sheetId="${number + 1}" r:id="rId${number + 1}"/>`);
  const files = {
    "[Content_Types].xml": contentTypes(sheets),
    "_rels/.rels": relationsOf([
      ["officeDocument", "xl/workbook.xml"],
      [`${PACKAGE}/relationships/metadata/core-properties`, "docProps/core.xml"],
    ]),
    "docProps/core.xml": properties(described),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsOf([
      ...sheets.map((_, number) => ["worksheet", `worksheets/sheet${number + 1}.xml`]),
      ["styles", "styles.xml"],
    ]),
    "xl/styles.xml": STYLES,
  };
  for (const [number, sheet] of sheets.entries()) {
    const [content, relations] = sheetFiles(sheet);
    files[`xl/worksheets/sheet${number + 1}.xml`] = content;
    files[`xl/worksheets/_rels/sheet${number + 1}.xml.rels`] = relations;
  }
  return zipped(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, DECLARATION + text])));
}
