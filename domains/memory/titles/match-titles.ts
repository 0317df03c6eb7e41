import { foldWords } from "#shared/plain-text/fold.ts";
import type { Title, Wanted } from "./titles.ts";

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
