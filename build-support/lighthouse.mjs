// @ts-check
// Print the scores of a report of Lighthouse, and the reasons for those below the limits; fail if there are any.
//
//   node lighthouse.mjs REPORT
import { readFileSync } from "node:fs";

// The performance varies on a busy machine.
const LIMITS = { performance: 0.95 };

const { categories, audits, runtimeError } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const all = Object.values(categories);
console.log(all.map(({ title, score }) => `${title} ${score === null ? "none" : Math.round(score * 100)}`).join(", "));
if (runtimeError) console.log(`  ${runtimeError.message}`);
for (const { id, title, score, auditRefs } of all) {
  if (score >= (LIMITS[id] ?? 1)) continue;
  process.exitCode = 1;
  for (const { id: audit, weight } of auditRefs) {
    if (!weight || [null, 1].includes(audits[audit].score)) continue;
    console.log(`  ${title}: ${audit}: ${audits[audit].title} ${audits[audit].displayValue ?? ""}`);
    for (const { node, source, description } of audits[audit].details?.items ?? []) {
      console.log(`    ${node ? `${node.selector} ${node.snippet}` : [source, description].filter(Boolean).join(" ")}`);
    }
  }
}
