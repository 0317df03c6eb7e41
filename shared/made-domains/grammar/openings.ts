import { type Locale, locales } from "../../contracts/names.ts";
import { sentencesIn } from "../../messages/messages.ts";

/** What is done with a thing. */
export const deeds = [
  ...(["read", "add", "change", "remove", "send", "cancel", "convert", "count"] as const),
] as const;
export type Deed = (typeof deeds)[number];

const wordsOf = (locale: Locale, names: string): readonly string[] =>
  sentencesIn(locale, "draft").get(names) ?? [];

/** Words of names in documents, which are English, by the deed that each stands for. */
const named = new Map(
  deeds.map((deed) => [deed, new Set(wordsOf("en", `names.${deed}`)[0]?.split(" "))]),
);

/** The deed that a word stands for, if it stands for one. */
export const deedOf = (word: string): Deed | undefined =>
  deeds.find((deed) => named.get(deed)?.has(word));

/** How a request begins, as templates: a lead that may be there, and the ways to say what is wanted. */
export const opening = (locale: Locale, deed: Deed): { lead: string; ways: string } => ({
  lead: wordsOf(locale, "lead")[0] ?? "",
  ways: wordsOf(locale, `ways.${deed}`)[0] ?? "",
});

/** The deed that the first word of a description means, in either language. */
export const deedSaid = (word: string): Deed | undefined =>
  deedOf(word) ??
  deeds.find((deed) =>
    locales.some((locale) => opening(locale, deed).ways.split("|").includes(word)),
  );

/** Verbs as an example says them, two for each deed. */
export function sayingsOf(locale: Locale, deed: Deed): readonly [string, string] {
  const [first = "", second = ""] = wordsOf(locale, `sayings.${deed}`);
  return [first, second];
}
