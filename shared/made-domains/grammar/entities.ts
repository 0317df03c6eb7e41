import type { JsonSchema } from "../../contracts/json-schema.ts";
import { inEach } from "../../contracts/names.ts";
import { sentencesIn } from "../../messages/messages.ts";
import { isIdentifier, questionOf, sayingsOfValue, wordsOf } from "./nouns.ts";

/** The values that a goal takes from a sentence, with their questions. */
export const entitiesOf = (slots: readonly Slot[], noun: readonly string[]) =>
  Object.fromEntries(
    mentioned(slots)
      .slice(0, 2 * MOST_SLOTS)
      .map((slot) => [slot.name, entityOf(slot, noun)]),
  );

function entityOf(slot: Slot, noun: readonly string[]) {
  const { name, schema, required } = slot;
  const question = inEach((locale) => questionOf({ name, schema }, noun, locale));
  const type = typeOf(schema, name);
  return {
    ...type,
    ...(isText(slot) && formOf(slot, "type" in type)),
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
function formOf(slot: Slot, isTyped: boolean): object {
  if (!isTyped && isCode(slot)) return { one_word: true };
  return CONTENT.test(bare(slot.name)) ? { list: Object.keys(ANY_WORDS)[0] } : {};
}

const wordsNamed = (group: string) =>
  new Set(sentencesIn("en", "draft").get(`fields.${group}`)?.[0]?.split(" "));
const [CODES, SPOKEN] = [wordsNamed("which"), wordsNamed("name").union(wordsNamed("spoken"))];

/** A value that stands for a thing and has no blanks, as its name says, or its place and its schema. */
export function isCode({ name, mayBeCode = false }: Slot): boolean {
  const last = wordsOf(bare(name)).at(-1) ?? "";
  return isIdentifier(name) || CODES.has(last) || (mayBeCode && !SPOKEN.has(last));
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

/** A value that a request carries; `mayBeCode`: it is a part of an address, or of a form that has no blanks. */
export type Slot = { name: string; schema: JsonSchema; required: boolean; mayBeCode?: boolean };

/** Parameters that are these values, and no others. */
export function paramsSchemaOf(slots: readonly Slot[]): JsonSchema {
  const required = slots.filter((slot) => slot.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(slots.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** More in one template would be too many variants. */
export const MOST_SLOTS = 3;
/** What only says how much of a list is sent. */
const PAGING =
  /^(?:page|per_?page|page_?size|limit|offset|cursor|sort|order_?by|fields|include|expand)$/i;

/** Names of what is written, of numbers that stand for a thing, and of what only says more of it. */
export const CONTENT =
  /(^|_)(content|prompt|contents|message|body|note|comment|caption|description|details)$/i;
export const NUMBERED = /(^|_)(id|number|no|num|code|index|position)$/i;
const QUALIFYING =
  /(^|_)(period|currency|date|day|time|since|until|from|to|before|after|start|end|format|language|locale|lang|status|state|type|kind|unit|units|order|direction|filter|scope|role|mode|version|timezone|zone|market|region|country|callback|token|key|secret|etag|tenant)$/i;

export const bare = (name: string): string => name.replace(/_text$/, "");
export const isNumber = ({ schema: { type } }: Slot): boolean =>
  type === "integer" || type === "number";
export const isText = ({ schema: { type, enum: values, format } }: Slot): boolean =>
  type === "string" && values === undefined && format !== "date" && format !== "date-time";
export const isListed = ({ schema: { enum: values } }: Slot): boolean => values !== undefined;
export const names = (slot: Slot): boolean => isText(slot) && !QUALIFYING.test(bare(slot.name));

/** What a sentence carries: nothing is said of switches and pages, nor twice of `period_text` and of what it means. */
export function mentioned(slots: readonly Slot[]): Slot[] {
  const known = new Set(slots.map(({ name }) => name));
  return slots.filter(
    ({ name, schema, required }) =>
      required || (!PAGING.test(name) && schema.type !== "boolean" && !known.has(`${name}_text`)),
  );
}
