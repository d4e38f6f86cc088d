/**
 * A client of a published site: it fetches its files, and reports what goes wrong.
 * @license MIT
 */

"use strict";

/** @typedef {import("./index.d.ts").ErrorKind} ErrorKind */
/** @typedef {import("./index.d.ts").Fetch} Fetch */
/** @typedef {import("./index.d.ts").ClientOptions} ClientOptions */
/** @typedef {import("./index.d.ts").RequestOptions} RequestOptions */

const NOT_MODIFIED = 304;
const NOT_FOUND = 404;

/** A file of the site that could not be fetched or read. */
class LocdataError extends Error {
  /**
   * @param {ErrorKind} kind
   * @param {string} url
   * @param {number | null} status
   * @param {string} message what is wrong, after the URL
   * @param {{ readonly cause?: unknown }} [options]
   */
  constructor(kind, url, status, message, options) {
    super(`${url}: ${message}`, options);
    this.name = "LocdataError";
    this.kind = kind;
    this.url = url;
    this.status = status;
  }
}

/**
 * Return a client of the site at a base URL, which may have a path. Throws a TypeError for any other text.
 *
 * @param {string | URL} baseUrl
 * @param {ClientOptions} [options]
 */
function createClient(baseUrl, { fetch = globalThis.fetch, revalidate = false } = {}) {
  const base = parseBase(baseUrl);
  /** @type {Map<string, { readonly etag: string, readonly value: any }>} */
  const kept = new Map();

  /**
   * @param {string} path
   * @param {RequestOptions} [options]
   * @returns {Promise<any>}
   */
  async function get(path, { signal } = {}) {
    const url = resolve(base, path);
    const known = kept.get(url);
    const { response, text } = await send(fetch, url, known?.etag, signal);
    if (known && response.status === NOT_MODIFIED) {
      return known.value;
    }
    requireSuccess(url, response);
    const value = isJson(url) ? parse(url, response.status, text) : text;
    const etag = response.headers.get("ETag");
    if (revalidate && etag) {
      kept.set(url, { etag, value });
    } else {
      kept.delete(url);
    }
    return value;
  }

  /** @param {string} path */
  const url = (path) => resolve(base, path);

  return { get, url };
}

/**
 * Return a base URL with a slash at its end, so that paths are below it.
 *
 * @param {string | URL} baseUrl
 */
function parseBase(baseUrl) {
  const text = String(baseUrl);
  const url = URL.canParse(text) ? new URL(text) : null;
  // Anything but an origin and a path would be lost or refused in requests: a query, a fragment, a user with a password.
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname) {
    const shown = JSON.stringify(text.replace(/^.*@/s, "...@"));
    throw new TypeError(`the base URL must be an http or https URL without a query, a fragment or a user, but is ${shown}`);
  }
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

/**
 * Return the URL of a path. Throws a TypeError for a path that is not one below the base.
 *
 * @param {string} base
 * @param {string} path
 */
function resolve(base, path) {
  const url = `${base}${String(path).slice(1)}`;
  // The parser of URLs removes dot segments, also those that are percent-encoded or have a line break in them.
  if (!String(path).startsWith("/") || new URL(url).href !== url) {
    throw new TypeError(`the path must begin with "/" and have no dot segments, such as "/api/v1/index.json", but is ${JSON.stringify(path)}`);
  }
  return url;
}

/**
 * Return the response to a request, and its text, which is read in any case, so that the connection can be used again.
 *
 * @param {Fetch} fetch
 * @param {string} url
 * @param {string | undefined} etag
 * @param {AbortSignal | undefined} signal
 */
async function send(fetch, url, etag, signal) {
  try {
    const headers = etag === undefined ? {} : { "If-None-Match": etag };
    const response = await fetch(url, { headers, ...(signal && { signal }) });
    if (url.startsWith("https:") && response.url?.startsWith("http:")) {
      throw new Error("a redirect leads from https to http");
    }
    return { response, text: await response.text() };
  } catch (error) {
    // Whoever aborts a request gets the reason back, as from `fetch`.
    if (signal?.aborted) {
      throw error;
    }
    throw new LocdataError("unreachable", url, null, `cannot be reached: ${reason(error)}`, { cause: error });
  }
}

/**
 * Return what an error says. Node says what is wrong in the cause of the error alone.
 *
 * @param {unknown} error
 */
function reason(error) {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/**
 * Throw a LocdataError for a response without the file.
 *
 * @param {string} url
 * @param {{ readonly ok: boolean, readonly status: number }} response
 */
function requireSuccess(url, { ok, status }) {
  if (status === NOT_FOUND) {
    throw new LocdataError("not-found", url, status, "there is no such file");
  }
  if (!ok) {
    throw new LocdataError("status", url, status, `the response has the status ${status}`);
  }
}

/** @param {string} url */
function isJson(url) {
  return new URL(url).pathname.endsWith(".json");
}

/**
 * Return the value of a JSON text, or throw a LocdataError.
 *
 * @param {string} url
 * @param {number} status
 * @param {string} text
 */
function parse(url, status, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LocdataError("not-json", url, status, `the response is not JSON: ${reason(error)}`, { cause: error });
  }
}

// The form in which Node finds the names for `import` too.
module.exports = { LocdataError, createClient };
