import type { Locale } from "#shared/contracts/names.ts";

export const titleKinds = ["movie", "tv_show"] as const;
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
export type Asking = { locale: Locale; signal: AbortSignal };

/** Why a catalogue gave no answer, for machines. */
export type TitlesFault = "BAD_KEY" | "RATE_LIMITED" | "UNAVAILABLE";

/** The catalogue did not answer, or not with something that can be used. Nothing is known about the title. */
export type NoAnswer = { fault: TitlesFault };

/** What may be meant by a name, most likely first, from a catalogue of films and series. */
export interface TitleCatalogue {
  find(kind: TitleKind, wanted: Wanted, asking: Asking): Promise<{ titles: Title[] } | NoAnswer>;
}
