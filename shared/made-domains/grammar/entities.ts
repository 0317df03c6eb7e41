import type { JsonSchema } from "../../contracts/json-schema.ts";
import { type Locale, locales } from "../../contracts/names.ts";
import { isIdentifier, questionOf } from "./labels.ts";
import { sayingsOfValue } from "./nouns.ts";
import { bare, CONTENT, isText, MOST_SLOTS, mentioned, type Slot } from "./slots.ts";

type InEach<T> = Record<Locale, T>;
const inEach = <T>(make: (locale: Locale) => T): InEach<T> =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as InEach<T>;

/** The values that a goal takes from a sentence, with their questions. */
export const entitiesOf = (slots: readonly Slot[], noun: readonly string[]) =>
  Object.fromEntries(
    mentioned(slots)
      .slice(0, 2 * MOST_SLOTS)
      .map((slot) => [slot.name, entityOf(slot, noun)]),
  );

function entityOf({ name, schema, required }: Slot, noun: readonly string[]) {
  const question = inEach((locale) => questionOf({ name, schema }, noun, locale));
  return {
    ...typeOf(schema, name),
    ...(isText({ name, schema, required }) && formOf(name)),
    ...(required && { required, question }),
  };
}

/** Where a text of one of a manifest's goals may be long, a list of any words. */
const ANY_WORDS = { any_words: { wildcard: true as const } };
export const listsFor = (goals: readonly { entities_schema?: object | undefined }[]) =>
  goals.some((goal) => Object.values(goal.entities_schema ?? {}).some((each) => "list" in each))
    ? { lists: ANY_WORDS }
    : {};

/** What stands for a thing has no blanks; what is written may be long. */
function formOf(name: string): object {
  if (isIdentifier(name)) return { one_word: true };
  return CONTENT.test(bare(name)) ? { list: Object.keys(ANY_WORDS)[0] } : {};
}

/** What a name says of the form of its value, where the document does not. */
const FORMS: readonly (readonly [name: RegExp, type: string])[] = [
  [/(^|_)(url|uri|link|href|website)$/i, "url"],
  [/(^|_)e_?mail$/i, "email"],
  [/(^|_)date$/i, "date"],
];

function typeOf({ type, enum: values, format }: JsonSchema, name: string): object {
  const texts = values?.flatMap((value) =>
    typeof value === "string" && value !== "" ? [value] : [],
  );
  if (texts !== undefined && texts.length > 0) {
    const known = [...new Set(texts)];
    const said = known.map((value) => [value, sayingsOfValue(value)] as const);
    const synonyms = Object.fromEntries(said.filter(([, own]) => own.length > 0));
    return { type: "enum", values: known, ...(Object.keys(synonyms).length > 0 && { synonyms }) };
  }
  if (type === "integer" || type === "number" || type === "boolean") return { type };
  if (format === "date" || format === "email") return { type: format };
  const named = FORMS.find(([form]) => form.test(name));
  return named === undefined ? {} : { type: named[1] };
}
