import { type Locale, locales } from "#shared/contracts/names.ts";
import { wordList } from "#shared/language/words.ts";

/** A form of a verb: the sets that it stands in, as numbers. */
export type SameDeeds = { readonly locale: Locale; readonly sets: readonly number[] };

function formsPt(infinitive: string): string[] {
  const folded = infinitive.replaceAll("ç", "c");
  const stem = folded.slice(0, -2);
  if (!folded.endsWith("ar")) return [folded, `${stem}e`, `${stem}a`, `${stem}indo`];
  const soft = infinitive.endsWith("çar") ? stem : stem.replace(/c$/, "qu").replace(/g$/, "gu");
  return [folded, `${stem}a`, `${soft}e`, `${stem}ando`];
}

/** Scrapping. */
function formsEn(base: string): string[] {
  const stem = base.replace(/e$/, "");
  const doubled = /[^aeiou][aiou][bgmnpt]$/.test(base) ? `${base}${base.at(-1) ?? ""}` : stem;
  return [base, `${doubled}ing`];
}

const FORMS: Readonly<Record<Locale, (verb: string) => string[]>> = {
  "pt-BR": formsPt,
  en: formsEn,
};

const BY_FORM = new Map<string, SameDeeds[]>();
for (const locale of locales)
  wordList("verbs.same-deeds", locale).forEach((set, number) => {
    for (const form of set.split(" ").flatMap(FORMS[locale])) {
      const known = BY_FORM.get(form) ?? [];
      const own = known.find((each) => each.locale === locale);
      const others = known.filter((each) => each !== own);
      BY_FORM.set(form, [...others, { locale, sets: [...(own?.sets ?? []), number] }]);
    }
  });

/** The deeds that a form asks for, in each language that has it. */
export const sameDeedsOf = (word: string): readonly SameDeeds[] => BY_FORM.get(word) ?? [];
