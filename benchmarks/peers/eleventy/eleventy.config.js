import { prepared } from "./data.js";

export default function (eleventyConfig) {
  eleventyConfig.setQuietMode(true);
  eleventyConfig.setUseGitIgnore(false);
  eleventyConfig.addPassthroughCopy({ [`${prepared}/static`]: "/" });
  return { dir: { input: "templates", output: "out" }, templateFormats: ["11ty.js"] };
}
