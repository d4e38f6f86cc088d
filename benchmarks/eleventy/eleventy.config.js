// Put the Markdown in `content` into the frame of the site's pages, and copy the files in `static`.
import { readFileSync } from "node:fs";

const [start, end] = ["start.html", "end.html"].map((name) => readFileSync(name, "utf8"));

export default function (config) {
  config.setQuietMode(true);
  config.setUseGitIgnore(false);
  config.addPassthroughCopy({ static: "/" });
  config.addTransform("frame", (content) => start + content + end);
  return { dir: { input: "content", output: "out" }, templateFormats: ["md"], markdownTemplateEngine: false };
}
