// @ts-check
// Print a TypeScript module that imports every list, and the largest file of each path with a parameter, as the generated type of its
// path.
//
//   node additions.mjs DESCRIPTION SITE
import { readFileSync, statSync } from "node:fs";

const [document, site] = process.argv.slice(2);
/** @type {{ paths: Record<string, { get: { parameters?: { schema: { examples: string[] } }[] } }> }} */
const { paths } = JSON.parse(readFileSync(document, "utf8"));
console.log('import type { paths } from "./generated.js";');
for (const [number, [path, { get }]] of Object.entries(paths).filter(([path]) => path.endsWith(".json")).entries()) {
  const values = get.parameters?.[0].schema.examples ?? [""];
  const files = values.map((value) => site + path.replace(/\{\w+\}/, value));
  const [largest] = files.sort((one, other) => statSync(other).size - statSync(one).size);
  const type = `paths["${path}"]["get"]["responses"][200]["content"]["application/json"]`;
  console.log(`import value${number} from "${largest}";\nexport const typed${number}: ${type} = value${number};`);
}
