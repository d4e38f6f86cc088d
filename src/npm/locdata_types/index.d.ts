/**
 * A client of a published site, and the types of what it fetches.
 * @license MIT
 */

import type { Answer, Paths } from "./locdata.js";

export type * from "./locdata.js";

/** A path as it is requested: one of `Paths`, with any text in place of its parameter. */
export type RequestPath = {
  [Path in keyof Paths]: Path extends `${infer Start}{${string}}${infer End}` ? `${Start}${string}${End}` : Path;
}[keyof Paths];

/**
 * Why there is no value:
 *
 * - `not-found`: the site has no such file (404)
 * - `status`: the response has another status that is no success
 * - `unreachable`: there is no response, or only a part of it, or it is from http although https was requested
 * - `not-json`: the response is not JSON, as it may be in a network that shows a page of its own
 */
export type ErrorKind = "not-found" | "status" | "unreachable" | "not-json";

/** A file of the site that could not be fetched or read. Its `cause` is the error behind it, if there is one. */
export class LocdataError extends Error {
  constructor(kind: ErrorKind, url: string, status: number | null, message: string, options?: { readonly cause?: unknown });
  readonly kind: ErrorKind;
  /** The URL that was requested. */
  readonly url: string;
  /** The status of the response; null if there is none. */
  readonly status: number | null;
}

/** What the client needs of `fetch`. Another function may send requests through a proxy, or respond in a test. */
export type Fetch = (
  url: string,
  init: { readonly headers: Record<string, string>; readonly signal?: AbortSignal },
) => Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** The URL after redirects. */
  readonly url?: string;
  text(): Promise<string>;
}>;

/** The options of a client. */
export interface ClientOptions {
  /** Sends the requests (default: the global `fetch`). */
  readonly fetch?: Fetch | undefined;
  /**
   * Keep each value in memory with its ETag, and ask with that the next time (default: false). If the file is the same,
   * the response has no content (304), and the value is the one that is kept: the same object, so do not change it.
   */
  readonly revalidate?: boolean | undefined;
}

/** The options of a request. */
export interface RequestOptions {
  /** Aborts the request, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A client of a site. */
export interface Client {
  /**
   * Return the value of the file at a path: JSON is parsed, any other file is a text.
   *
   * Throws a `LocdataError` if there is no value, and a `TypeError` for a path that does not begin with a slash or has dot
   * segments.
   */
  get<Path extends RequestPath>(path: Path, options?: RequestOptions): Promise<Answer<Path>>;

  /**
   * Return the URL of a path that the site states, such as an `api_url` or the page `commercial_licence`. It is below the
   * base URL, also if that has a path.
   *
   * Throws a `TypeError` as `get` does.
   */
  url(path: string): string;
}

/**
 * Return a client of the site at a base URL, which may have a path: `https://data.example/locdata`.
 *
 * Throws a `TypeError` for anything but an http or https URL without a query, a fragment or a user.
 */
export function createClient(baseUrl: string | URL, options?: ClientOptions): Client;
