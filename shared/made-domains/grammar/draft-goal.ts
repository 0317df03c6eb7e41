import type { JsonSchema } from "../../contracts/json-schema.ts";
import { type Locale, locales } from "../../contracts/names.ts";
import { labelWords, type Noun, nounIn } from "./nouns.ts";
import { type Deed, openings, sayings } from "./openings.ts";

/** A value that a request carries. */
export type Slot = { name: string; schema: JsonSchema; required: boolean };

/** What one goal is about, before there are words for it. */
export type Subject = {
  deed: Deed;
  /** English words of the thing: `["pet", "type"]`. */
  noun: readonly string[];
  slots: readonly Slot[];
  /** Nothing else of the service ends with the same word. */
  isOnlyOne: boolean;
  /** Deeds with the same thing that the service does not offer: their requests must not lead here. */
  missing: readonly Deed[];
};

type InEach<T> = Record<Locale, T>;
const inEach = <T>(make: (locale: Locale) => T): InEach<T> =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as InEach<T>;

/** More in one template would be too many variants. */
const MOST_SLOTS = 3;
/** What only says how much of a list is sent. */
const PAGING =
  /^(?:page|per_?page|page_?size|limit|offset|cursor|sort|order_?by|fields|include|expand)$/i;

/** Words around a value. `of` stands between the thing and what it is of, `which` before a value that is named. */
const joints: Readonly<
  Record<
    Locale,
    { articles: string; of: string; with: string; asks: string; whats: string; end: string }
  >
> = {
  "pt-BR": {
    articles: "[o|a|os|as|um|uma|uns|umas|meu|minha|meus|minhas|todos os|todas as]",
    of: "[de|do|da|dos|das|em|no|na|para|pra|para o|para a|por|com|sobre|chamado|chamada|número]",
    with: "(com|de|por|pelo|pela|no|na|em|para|sendo)",
    asks: "(qual|quais|qual é|quais são|qual o|qual a|quais os|quais as|cadê|como está|como estão|tem|há|existe|existem)",
    whats: "[o|a|os|as]",
    end: "[por favor|agora|aí|hoje]",
  },
  en: {
    articles: "[the|a|an|my|all|all the|all my|some|any|this|that]",
    of: "[of|for|in|on|at|from|with|about|by|called|named|number|to|the|of the|for the]",
    with: "(with|by|of|for|in|from|as|to) [the]",
    asks: "(what is|what's|what are|which|which is|which are|where is|where are|how is|how are|is there|are there|do you have|do we have|what)",
    whats: "[the|a|an|my|any]",
    end: "[please|now|today]",
  },
};

const asks: Readonly<Record<Locale, (label: string) => string>> = {
  "pt-BR": (label) => `Qual ${label}?`,
  en: (label) => `Which ${label}?`,
};

/** The words of a goal in both languages: a first version, for a person to make better. */
export function draftGoal({ deed, noun, slots, missing, isOnlyOne }: Subject) {
  const used = slots.filter(({ required, name }) => required || !PAGING.test(name));
  const required = used.filter((slot) => slot.required).slice(0, MOST_SLOTS);
  const optional = used.filter((slot) => !slot.required).slice(0, MOST_SLOTS);
  // "stock price" is called "price" as well, where nothing else of the service is called so.
  const names = noun.length > 1 && isOnlyOne ? [noun, noun.slice(-1)] : [noun];
  const nounsIn = (locale: Locale) => names.map((words) => nounIn(words, locale));
  const negatives = inEach((locale) =>
    missing.flatMap((other) =>
      sayings[locale][other].map((verb) => ({ text: `${verb} ${nounIn(noun, locale).one}` })),
    ),
  );
  return {
    hints: {
      templates: inEach((locale) =>
        templatesOf(locale, deed, nounsIn(locale), { required, optional }),
      ),
      examples: inEach((locale) => examplesOf(locale, deed, nounIn(noun, locale), required)),
      ...(missing.length > 0 && { negatives }),
    },
    entities_schema: Object.fromEntries(
      used.slice(0, 2 * MOST_SLOTS).map((slot) => [slot.name, entityOf(slot)]),
    ),
  };
}

function templatesOf(
  locale: Locale,
  deed: Deed,
  nouns: readonly Noun[],
  { required, optional }: Record<"required" | "optional", readonly Slot[]>,
): string[] {
  const { articles, of, with: joint, asks: question, whats, end } = joints[locale];
  const { lead, ways } = openings[locale][deed];
  const thing = `(${[...new Set(nouns.flatMap(({ one, many }) => [one, many]))].join("|")})`;
  const begins = [
    `${lead} (${ways}) ${articles} ${thing}`,
    ...(deed === "read" ? [`${question} ${whats} ${thing}`] : []),
  ];
  const [first, ...others] = required;
  const rest = others.map(({ name }) => ` ${joint} [${labelIn(name, locale)}] {${name}}`).join("");
  const chosen = optional.map(
    (slot) => ` ${joint} [${labelIn(slot.name, locale)}] {${slot.name}} ${end}`,
  );
  const withFirst = ({ name }: Slot) => [
    ...begins.flatMap((begin) => [
      `${begin} ${of} {${name}}${rest} ${end}`,
      `${begin} ${joint} ${labelIn(name, locale)} {${name}}${rest} ${end}`,
    ]),
    // "PETR4 price", "price of PETR4": nothing is done to it.
    ...(deed === "read" ? [`${whats} ${thing} ${of} {${name}}${rest} ${end}`] : []),
  ];
  if (first !== undefined) return withFirst(first);
  const told = optional.find(({ schema }) => schema.type === "string" && schema.enum === undefined);
  return [
    ...begins.flatMap((begin) => [`${begin} ${end}`, ...chosen.map((more) => `${begin}${more}`)]),
    ...(told === undefined ? [] : withFirst(told)),
  ];
}

/** Without values, so that what is missing is asked for: whose value would an invented one be? */
function examplesOf(
  locale: Locale,
  deed: Deed,
  { one, many }: Noun,
  required: readonly Slot[],
): string[] {
  const [known] = required.flatMap(({ name, schema }) =>
    givenValue(schema).map((value) => ({ name, value })),
  );
  const said = sayings[locale][deed].flatMap((verb) => [`${verb} ${one}`, `${verb} ${many}`]);
  const named =
    known === undefined
      ? []
      : [`${sayings[locale][deed][0]} ${one} [${known.value}](${known.name})`];
  return [...new Set([...said, ...named])];
}

/** A value that the document itself gives. */
function givenValue({ enum: values, examples, default: usual }: JsonSchema): string[] {
  const found = [values, examples, usual === undefined ? undefined : [usual]]
    .flatMap((each) => each ?? [])
    .find((value) => typeof value === "string" && /^[\p{L}\p{N} ._-]{1,40}$/u.test(value));
  return typeof found === "string" ? [found] : [];
}

const labelIn = (name: string, locale: Locale): string => nounIn(labelWords(name), locale).one;

function entityOf({ name, schema, required }: Slot) {
  const question = inEach((locale) => asks[locale](labelIn(name, locale)));
  return { ...typeOf(schema, name), ...(required && { required, question }) };
}

/** What a name says of the form of its value, where the document does not. */
const FORMS: readonly (readonly [name: RegExp, type: string])[] = [
  [/(^|_)(url|uri|link|href|website)$/i, "url"],
  [/(^|_)e_?mail$/i, "email"],
  [/(^|_)date$/i, "date"],
];

function typeOf({ type, enum: values, format }: JsonSchema, name: string): object {
  const texts = values?.filter((value) => typeof value === "string" && value !== "");
  if (texts !== undefined && texts.length > 0) return { type: "enum", values: [...new Set(texts)] };
  if (type === "integer" || type === "number" || type === "boolean") return { type };
  if (format === "date" || format === "email") return { type: format };
  const named = FORMS.find(([form]) => form.test(name));
  return named === undefined ? {} : { type: named[1] };
}
