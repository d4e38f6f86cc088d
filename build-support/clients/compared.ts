// Compiles only if the generated types and the published ones are assignable to each other, for every path. lint-clients.sh puts both
// beside it.
import type { paths } from "./generated.js";
import type { Paths } from "./locdata.js";

type Content<Path extends keyof paths> = paths[Path]["get"]["responses"][200]["content"];
type Generated = { readonly [Path in keyof paths]: Content<Path>[keyof Content<Path>] };

export const toGenerated = (published: Paths): Generated => published;
export const toPublished = (generated: Generated): Paths => generated;
