// @ts-check
// Print the scores of a report of Lighthouse, and the reasons for those below 100; fail if there are any.
//
//   node lighthouse.mjs REPORT
import { readFileSync } from "node:fs";

const { categories, audits, runtimeError } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const all = Object.values(categories);
console.log(all.map(({ title, score }) => `${title} ${score === null ? "none" : Math.round(score * 100)}`).join(", "));
if (runtimeError) console.log(`  ${runtimeError.message}`);
for (const { title, score, auditRefs } of all) {
  if (score === 1) continue;
  process.exitCode = 1;
  for (const { id, weight } of auditRefs) {
    if (!weight || [null, 1].includes(audits[id].score)) continue;
    console.log(`  ${title}: ${id}: ${audits[id].title} ${audits[id].displayValue ?? ""}`);
    for (const { node, source, description } of audits[id].details?.items ?? []) {
      console.log(`    ${node ? `${node.selector} ${node.snippet}` : [source, description].filter(Boolean).join(" ")}`);
    }
  }
}
