import type { Locale } from "#shared/contracts/names.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import type { PartialDate, Strength } from "#shared/language/time/meaning.ts";
import type { Read, Words } from "./words.ts";

export type ReadDate = Read<PartialDate> & { readonly strength: Strength };

/** The longest date that begins at a word; whether there is such a day is not asked. Numbers are read as the locale writes them. */
export function dateAt(said: Words, at: number, locale: Locale): ReadDate | undefined {
  for (const { meaning, strength, to } of chartOf(said, locale).at(at, "point"))
    if (meaning.is === "point" && meaning.point.is === "date")
      return { to, value: meaning.point.date, strength };
  return undefined;
}
