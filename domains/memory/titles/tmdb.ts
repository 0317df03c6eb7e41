import type { Agent, request } from "undici";
import { z } from "zod";
import { CONVENTIONS } from "#shared/contracts/locale-conventions.ts";
import { readJson } from "#shared/safe-fetch/read-body.ts";
import type { Asking, NoAnswer, Title, TitleCatalogue, TitleKind, Wanted } from "./titles.ts";

const DEFAULT_API_ROOT = "https://api.themoviedb.org/3";
const TIMEOUT_MS = 4_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** A key of version 4 is a signed token; a key of version 3 is 32 digits. */
const SIGNED_KEY = /^eyJ[\w-]+\./;

const movies = z.object({
  results: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      original_title: z.string(),
      release_date: z.string().optional(),
    }),
  ),
});
const shows = z.object({
  results: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      original_name: z.string(),
      first_air_date: z.string().optional(),
    }),
  ),
});

export type TmdbSettings = { key: string; apiRoot?: string; timeoutMs?: number };

/**
 * The Movie Database's search, first page, in the language of the asker. Nothing is retried here: a person
 * waits, and what they want kept is kept without it.
 * Errors: none; a fault is an answer
 * Source: https://developer.themoviedb.org/reference/search-movie, search-tv
 */
export function tmdbTitles(settings: TmdbSettings): TitleCatalogue {
  const { key, apiRoot = DEFAULT_API_ROOT, timeoutMs = TIMEOUT_MS } = settings;
  let loading: Promise<{ agent: Agent; send: typeof request }> | undefined;
  const load = async () => {
    // Only a domain that has a key pays for loading it.
    const undici = await import("undici");
    return { agent: new undici.Agent({ connect: { timeout: timeoutMs } }), send: undici.request };
  };

  async function search(url: URL, signal: AbortSignal): Promise<{ body: unknown } | NoAnswer> {
    loading ??= load();
    const { agent, send } = await loading;
    const authorization = SIGNED_KEY.test(key) ? { authorization: `Bearer ${key}` } : {};
    const { statusCode, body } = await send(url.href, {
      dispatcher: agent,
      signal,
      headers: { accept: "application/json", ...authorization },
    });
    if (statusCode === 200) return { body: await readJson(body, MAX_ANSWER_BYTES) };
    await body.dump();
    if (statusCode === 401) return { fault: "BAD_KEY" };
    return { fault: statusCode === 429 ? "RATE_LIMITED" : "UNAVAILABLE" };
  }

  return {
    async find(kind, wanted, { locale, signal }) {
      const url = searchUrl(apiRoot, kind, wanted, locale);
      if (!SIGNED_KEY.test(key)) url.searchParams.set("api_key", key);
      try {
        const late = AbortSignal.timeout(timeoutMs);
        const answer = await search(url, AbortSignal.any([signal, late]));
        return "fault" in answer ? answer : { titles: read(kind, answer.body) };
      } catch {
        return { fault: "UNAVAILABLE" };
      }
    },
  };
}

function searchUrl(
  apiRoot: string,
  kind: TitleKind,
  wanted: Wanted,
  locale: Asking["locale"],
): URL {
  const url = new URL(`${apiRoot.replace(/\/+$/, "")}/search/${kind === "movie" ? "movie" : "tv"}`);
  url.searchParams.set("query", wanted.title);
  url.searchParams.set("language", CONVENTIONS[locale].regional);
  url.searchParams.set("include_adult", "false");
  if (wanted.year !== undefined)
    url.searchParams.set(kind === "movie" ? "year" : "first_air_date_year", String(wanted.year));
  return url;
}

function read(kind: TitleKind, body: unknown): Title[] {
  if (kind === "movie")
    return movies.parse(body).results.map(({ id, title, original_title, release_date }) => ({
      tmdb_id: id,
      title,
      other_title: original_title,
      year: yearOf(release_date),
    }));
  return shows.parse(body).results.map(({ id, name, original_name, first_air_date }) => ({
    tmdb_id: id,
    title: name,
    other_title: original_name,
    year: yearOf(first_air_date),
  }));
}

/** "2010-07-15" is of 2010; what has no date yet is of no year. */
const yearOf = (date = ""): number | null =>
  /^\d{4}-/.test(date) ? Number(date.slice(0, 4)) : null;
