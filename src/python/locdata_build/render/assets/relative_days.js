// Adds to dates how far they are from the reader's day: "in 34 days", "yesterday", "in 5 months". Later ones stay as they are.
import { make } from "./elements.js";

const DAY = 86_400_000;
const DAYS_IN_MONTH = 365.25 / 12;
const MAX_DAYS = 60;
const MAX_MONTHS = 24;

const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const now = new Date();
const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());

// A date without a time is at midnight UTC, as is today.
function distance(date) {
  const days = (Date.parse(date) - today) / DAY;
  if (Math.abs(days) <= MAX_DAYS) return words.format(days, "day");
  const months = Math.round(days / DAYS_IN_MONTH);
  return Math.abs(months) <= MAX_MONTHS ? words.format(months, "month") : "";
}

for (const time of document.querySelectorAll("time[data-relative]")) {
  const text = distance(time.dateTime);
  if (text) time.after(" ", make("span", { className: "relative" }, text));
}
