import { readFileSync } from "node:fs";
import { entriesIn } from "./messages.ts";

/**
 * The sentences of `language/{locale}/sentences/{topic}.yaml` by the names that they stand under, "polarity.imperative".
 * Errors: Error naming file and line; Node's own for a language that has none
 */
export function sentencesIn(locale: string, topic: string): ReadonlyMap<string, readonly string[]> {
  const file = `language/${locale}/sentences/${topic}.yaml`;
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const entries = entriesIn(file, text).map(
    ({ names, text: said }) => [names.join("."), said] as const,
  );
  const byNames = Map.groupBy(entries, ([names]) => names);
  return new Map([...byNames].map(([names, all]) => [names, all.map(([, said]) => said)]));
}
