import { type Locale, locales } from "#shared/contracts/names.ts";
import { wordList, wordSet } from "#shared/language/words.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { isCommonWord } from "./common-words.ts";

/** A word that stands in a family, by its number; `rest`: the words that it needs behind it, such as a verb's particle. */
export type OfFamily = {
  readonly locale: Locale;
  readonly family: number;
  readonly isDeed: boolean;
  /** The form tells what goes on, and asks for nothing. */
  readonly isProgressive: boolean;
  readonly rest: readonly string[];
};

const SHORTEST_STEM = 2;

function formsPt(infinitive: string): string[] {
  const folded = fold(infinitive);
  const stem = folded.slice(0, -2);
  if (stem.length < SHORTEST_STEM) return [folded];
  if (!folded.endsWith("ar")) return [folded, `${stem}e`, `${stem}a`, `${stem}indo`];
  const soft = infinitive.endsWith("çar") ? stem : stem.replace(/c$/, "qu").replace(/g$/, "gu");
  return [folded, `${stem}a`, `${soft}e`, `${stem}ando`];
}

/** With the last letter doubled where it is said so. */
function formsEn(base: string): string[] {
  const stem = base.replace(/e$/, "");
  const doubled = /[^aeiou][aiou][bgmnpt]$/.test(base) ? `${base}${base.at(-1) ?? ""}` : stem;
  return [base, `${doubled}ing`];
}

/** Of a thing or a quality: in the plural, and of the other gender. */
function inflectedPt(word: string): string[] {
  const folded = fold(word);
  if (word.endsWith("ão")) return [folded, `${folded.slice(0, -2)}oes`, `${folded}s`];
  if (folded.endsWith("l")) return [folded, `${folded.slice(0, -1)}is`];
  if (folded.endsWith("m")) return [folded, `${folded.slice(0, -1)}ns`];
  if ("rzs".includes(folded.at(-1) ?? "")) return [folded, `${folded}es`];
  const other = folded.replace(/o$/, "a");
  return [folded, `${folded}s`, other, `${other}s`];
}

const inflectedEn = (word: string): string[] => [
  word,
  `${word.replace(/y$/, "ie").replace(/(s|x|sh|ch)$/, "$1e")}s`,
];

const FORMS: Readonly<Record<Locale, Record<"deed" | "thing", (word: string) => string[]>>> = {
  "pt-BR": { deed: formsPt, thing: inflectedPt },
  en: { deed: formsEn, thing: inflectedEn },
};

const MODALS = wordSet("verbs.modals");

const FAMILIES = new Map<string, OfFamily[]>();

let family = 0;
for (const locale of locales)
  for (const kind of ["deeds", "things", "qualities"])
    for (const set of wordList(`families.${kind}`, locale)) {
      family += 1;
      for (const member of set.split(" ")) {
        const [first = "", ...rest] = member.split("-");
        const isDeed = kind === "deeds";
        // Such a word stands in sentences for something else.
        const isSmall = isDeed ? MODALS.has(first) : isCommonWord(fold(first));
        if (rest.length === 0 && isSmall) continue;
        const forms = [...new Set(FORMS[locale][isDeed ? "deed" : "thing"](first))];
        forms.forEach((form, at) => {
          const isProgressive = isDeed && at > 0 && at === forms.length - 1;
          const entry = { locale, family, isDeed, isProgressive, rest: rest.map(fold) };
          FAMILIES.set(form, [...(FAMILIES.get(form) ?? []), entry]);
        });
      }
    }

/** The families in which a word may stand: deeds by the forms in which they are asked for, all else in any number and gender. */
export const familiesOf = (word: string, spoken: Locale): readonly OfFamily[] =>
  (FAMILIES.get(word) ?? []).filter(({ locale }) => locale === spoken);
