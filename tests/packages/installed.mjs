// What a program does with the installed npm package: node installed.mjs SITE...
//
// Reads each response and data file without a parameter of each folder of a built site, served on this machine.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";

import { createClient, LocdataError } from "locdata-types";

/** Serve the files of a folder with ETags. */
function serve(folder) {
  return createServer((request, response) => {
    const file = join(folder, request.url);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const { mtimeMs, size } = statSync(file);
    const etag = `"${mtimeMs}-${size}"`;
    const isKnown = request.headers["if-none-match"] === etag;
    response.writeHead(isKnown ? 304 : 200, { ETag: etag }).end(isKnown ? undefined : readFileSync(file));
  });
}

for (const folder of process.argv.slice(2)) {
  const server = serve(folder).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const site = createClient(`http://127.0.0.1:${server.address().port}`, { revalidate: true });
  const { data: endpoints } = await site.get("/api/v1/index.json");
  const paths = endpoints.map(({ path }) => path).filter((path) => path.endsWith(".json") && !path.includes("{"));
  for (const path of paths) {
    const value = await site.get(path);
    assert.deepEqual(value, JSON.parse(readFileSync(join(folder, path), "utf8")), path);
    assert.equal(await site.get(path), value, `${path}: not asked for again`);
  }
  const { data: countries } = await site.get("/api/v1/countries.json");
  for (const { code, name } of countries) {
    assert.equal((await site.get(`/api/v1/countries/${code}.json`)).data.name, name);
  }
  await assert.rejects(site.get("/api/v1/countries/xx.json"), (error) => error instanceof LocdataError && error.kind === "not-found");
  server.close();
  server.closeAllConnections();
  console.log(`${basename(folder)}: ${paths.length} paths, ${countries.length} countries`);
}
