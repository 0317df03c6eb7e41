import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Goal } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";

type Kind = "examples" | "templates" | "negatives" | "keywords";
type Each<K extends Kind> = NonNullable<NonNullable<Goal["hints"][K]>[Locale]>[number];

/** One hint of a goal, and where it stands in its manifest. */
export type Hint<K extends Kind> = { hint: Each<K>; locale: Locale; path: string };

/** What a goal has of one kind of hints, in all languages; `at` is its place among its manifest's goals. */
export function hintsOf<K extends Kind>({ hints }: Goal, at: number, kind: K): Hint<K>[] {
  const own: { [E in Kind]?: { [L in Locale]?: Each<E>[] | undefined } | undefined } = hints;
  return locales.flatMap((locale) =>
    (own[kind]?.[locale] ?? []).map((hint, index) => ({
      hint,
      locale,
      path: `goals.${at}.hints.${kind}.${locale}.${index}`,
    })),
  );
}

/** What is marked in the examples of a goal. */
export const marksIn = (goal: Goal) =>
  locales
    .flatMap((locale) => goal.hints.examples?.[locale] ?? [])
    .flatMap((each) => parseExample(each).entities);
