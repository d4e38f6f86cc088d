// Makes one calendar of the chosen countries from their published calendars (RFC 5545), whose events it leaves as they are.
import { checkedBoxes, labelOf } from "./choices.js";
import { onChoice } from "./chosen_countries.js";
import { addCopyButtons } from "./copy_button.js";
import { download } from "./download.js";
import { load } from "./request.js";
import { chosen } from "./selection.js";

const BEGIN = "BEGIN:VCALENDAR\r\n";
const END = "END:VCALENDAR\r\n";
const EVENT = /^BEGIN:VEVENT\r\n[^]*?^END:VEVENT\r\n/gm;
const START = /^DTSTART;VALUE=DATE:(\d+)/m;
const KEPT = /^(?:VERSION|PRODID|CALSCALE|DESCRIPTION)[:;].*\r\n(?: .*\r\n)*/gm;

const form = document.querySelector("form.filters");
const button = form.querySelector("[data-file]");
const output = form.querySelector("output");

// With at most 75 octets in a line, whatever the characters, and no escape on two lines (3.1).
const textLine = (name, text) => {
  const escaped = text.replace(/[\\;,]/g, "\\$&");
  return `${[`${name}:`, ...escaped.match(/(?:\\.|[^\\]){1,15}/gu)].join("\r\n ")}\r\n`;
};

const isWhole = (calendar) => calendar.startsWith(BEGIN) && calendar.endsWith(END);

async function eventsOf({ value }, folder) {
  const { href } = new URL(`${folder}countries/${value}.ics`, location);
  const calendar = await load(href, "text", isWhole);
  return { calendar, events: (calendar.match(EVENT) ?? []).map((text) => ({ text, key: text.match(START)[1] + value })) };
}

// By date, then by country, and else in the order of each calendar: the order of the calendar of all countries.
const inOrder = (events) => events.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));

function calendarOf(countries, names) {
  // The description of an empty calendar states that it is empty.
  const head = countries.find((country) => country.events.length).calendar.split("BEGIN:VEVENT")[0];
  const title = `E-invoicing and reporting dates: ${names.join(", ")}`;
  const events = inOrder(countries.flatMap((country) => country.events)).map(({ text }) => text);
  const properties = [...head.match(KEPT), textLine("NAME", title), textLine("X-WR-CALNAME", title)];
  return [BEGIN, ...properties, ...events, END].join("");
}

function statusOf(boxes, countries) {
  if (!boxes.length) return "Choose the countries whose dates you need";
  const count = countries.flatMap(({ events }) => events).length;
  const without = boxes.filter((box, number) => !countries[number].events.length).map(labelOf);
  const words = chosen(form).dates ? "No upcoming date is recorded for" : "Nothing is recorded here for";
  const nothing = without.length ? `. ${words} ${without.join(", ")}` : "";
  return `${count} ${count === 1 ? "event" : "events"}${nothing}`;
}

let asked = 0;
let made = "";

// What was asked for last is offered, in whatever order the calendars arrive.
async function show(note) {
  const number = (asked += 1);
  const boxes = checkedBoxes(form);
  button.disabled = true;
  try {
    const { dates } = chosen(form);
    const folder = dates ? `${dates}/` : "";
    const countries = await Promise.all(boxes.map((box) => eventsOf(box, folder)));
    if (number !== asked) return;
    const isEmpty = countries.every(({ events }) => !events.length);
    made = isEmpty ? "" : calendarOf(countries, boxes.map(labelOf));
    button.disabled = isEmpty;
    output.value = statusOf(boxes, countries) + note;
  } catch {
    if (number === asked) output.value = "The calendars could not be loaded. Try again later.";
  }
}

onChoice(form, show);
addCopyButtons();
button.addEventListener("click", () => download(button.dataset.file, "text/calendar", made));
