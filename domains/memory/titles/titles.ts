import { z } from "zod";
import { CONVENTIONS, type Locale } from "#shared/contracts/names.ts";
import { foldWords } from "#shared/plain-text/fold.ts";
import { jsonAsker } from "#shared/safe-fetch/json-asker.ts";

const titleKinds = ["movie", "tv_show"] as const;
export type TitleKind = (typeof titleKinds)[number];

/**
 * A film or a series as a catalogue knows it: `title` is its name in the language that was asked in,
 * `other_title` its original one, or the one in the other language. They may be the same.
 */
export type Title = {
  tmdb_id: number;
  title: string;
  other_title: string;
  year: number | null;
};

export type Wanted = { title: string; year?: number | undefined };
type Asking = { locale: Locale; signal: AbortSignal };

/** Why a catalogue gave no answer, for machines. */
export type TitlesFault = "BAD_KEY" | "RATE_LIMITED" | "UNAVAILABLE";

/** The catalogue did not answer, or not with something that can be used. Nothing is known about the title. */
type NoAnswer = { fault: TitlesFault };

/** What may be meant by a name, most likely first, from a catalogue of films and series. */
export interface TitleCatalogue {
  find(kind: TitleKind, wanted: Wanted, asking: Asking): Promise<{ titles: Title[] } | NoAnswer>;
}

/** More choices than these are a list no one reads. */
const MOST_CHOICES = 5;

/**
 * What is known about a name. `exact`: these are its only bearers; `near`: names like it; `none`: nothing.
 * `source` is who says so; `fault` why it was not TMDB although it was asked.
 */
export type LookUp = {
  found: "exact" | "near" | "none";
  titles: readonly Title[];
  source: "tmdb" | "embedded";
  fault?: TitlesFault;
};

export type Titles = {
  lookUp(kind: TitleKind, wanted: Wanted, asking: Asking): Promise<LookUp>;
};

/** TMDB where it is configured, the embedded list where it is not or does not answer. */
export function openTitles(embedded: TitleCatalogue, tmdb: TitleCatalogue | undefined): Titles {
  return {
    async lookUp(kind, wanted, asking) {
      const live = await tmdb?.find(kind, wanted, asking);
      if (live !== undefined && "titles" in live)
        return { ...judge(live.titles, wanted), source: "tmdb" };
      const own = await embedded.find(kind, wanted, asking);
      const titles = "titles" in own ? own.titles : [];
      const fault = live === undefined ? {} : { fault: live.fault };
      return { ...judge(titles, wanted), source: "embedded", ...fault };
    },
  };
}

function judge(all: readonly Title[], wanted: Wanted): Pick<LookUp, "found" | "titles"> {
  const { exact, titles } = matchTitles(all, wanted);
  const found = titles.length === 0 ? "none" : exact ? "exact" : "near";
  return { found, titles: titles.slice(0, MOST_CHOICES) };
}

const LEADING_WORDS = /^(?:(?:the|an?|of|o|os|as|uma?|de|do|da|dos|das) )+(?=.)/;

/** A name as it is compared: "O Poderoso Chefão" and "do poderoso chefao" are one. */
export const bareName = (name: string): string => foldWords(name).replace(LEADING_WORDS, "");

const isCalled = (title: Title, name: string): boolean =>
  [title.title, title.other_title].some((each) => bareName(each) === name);

/** Which titles a person means: those of exactly this name and year, else everything that was found. */
export function matchTitles(
  titles: readonly Title[],
  { title: name, year }: Wanted,
): { exact: boolean; titles: readonly Title[] } {
  const bare = bareName(name);
  const called = titles.filter(
    (title) => isCalled(title, bare) && (year === undefined || title.year === year),
  );
  return called.length > 0 ? { exact: true, titles: called } : { exact: false, titles };
}

/** The name that was asked by, where it is one of the title's; its other name beside it. */
export function namesFor(
  { title, other_title }: Title,
  asked: string,
): { title: string; other_title: string | null } {
  const bare = bareName(asked);
  const byOther = bareName(title) !== bare && bareName(other_title) === bare;
  const [shown, other] = byOther ? [other_title, title] : [title, other_title];
  return { title: shown, other_title: foldWords(other) === foldWords(shown) ? null : other };
}

const DEFAULT_API_ROOT = "https://api.themoviedb.org/3";
const TIMEOUT_MS = 4_000;
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
  const ask = jsonAsker(timeoutMs);
  return {
    async find(kind, wanted, { locale, signal }) {
      const url = searchUrl(apiRoot, kind, wanted, locale);
      if (!SIGNED_KEY.test(key)) url.searchParams.set("api_key", key);
      const authorization = SIGNED_KEY.test(key) ? { authorization: `Bearer ${key}` } : {};
      try {
        const headers = { accept: "application/json", ...authorization };
        const { status, body } = await ask(url.href, { headers, signal });
        if (status === 200) return { titles: read(kind, body) };
        if (status === 401) return { fault: "BAD_KEY" };
        return { fault: status === 429 ? "RATE_LIMITED" : "UNAVAILABLE" };
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
