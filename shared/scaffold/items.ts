import { fold, type Locale } from "#shared/domain-package/index.ts";

export type Item = { id: number; names: Record<Locale, string> };

/** Something to find on the first day. */
export const sampleItems: readonly Item[] = [
  { id: 1, names: { "pt-BR": "tomate cereja", en: "cherry tomato" } },
  { id: 2, names: { "pt-BR": "tomate italiano", en: "plum tomato" } },
  { id: 3, names: { "pt-BR": "alface", en: "lettuce" } },
  { id: 4, names: { "pt-BR": "feijão preto", en: "black beans" } },
];

export const nameOf = ({ names }: Item, locale: Locale): string => names[locale];

/** The one that was chosen; else those whose name, in either language, has the words; all without words. */
export function findItems(
  items: readonly Item[],
  wanted: { id: unknown; words: unknown },
): readonly Item[] {
  if (wanted.id !== undefined) return items.filter(({ id }) => id === wanted.id);
  if (wanted.words === undefined) return items;
  // People leave accents and capitals out.
  const words = fold(String(wanted.words));
  return items.filter(({ names }) =>
    Object.values(names).some((name) => fold(name).includes(words)),
  );
}
