import type { JsonSchema } from "../../contracts/json-schema.ts";
import { type Locale, locales } from "../../contracts/names.ts";
import { labelWords, type Noun, nounIn } from "./nouns.ts";
import { type Deed, opening, sayingsOf } from "./openings.ts";
import { formsOf, nounsOf, ownWays, type Said, saidOf } from "./said.ts";
import type { Subject } from "./subject-of.ts";

/** A value that a request carries. */
export type Slot = { name: string; schema: JsonSchema; required: boolean };

/** What one goal is about, before there are words for it. */
export type GoalSubject = Subject & {
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
/** Of one template: a longer one, of a thing with a very long name, is left out. */
const MOST_CHARS = 1000;
/** Of its ways to begin, so that there is room for the rest. */
const MOST_WAYS_CHARS = 250;
/** What only says how much of a list is sent. */
const PAGING =
  /^(?:page|per_?page|page_?size|limit|offset|cursor|sort|order_?by|fields|include|expand)$/i;

/** Words around a value. */
type Joints = {
  /** Before the thing. */
  articles: string;
  /** Between the thing and what it is of. */
  of: string;
  /** Before a value that is named. */
  with: string;
  /** Before a text that is written or sent. */
  says: string;
  asks: string;
  whats: string;
  /** Between what is sent and what carries it: "on telegram". */
  via: string;
  /** Between what is looked for and where it is. */
  inside: string;
  /** Whose a list is, where nothing else is said. */
  mine: string;
  /** After a question for a list. */
  have: string;
  end: string;
};
const joints: Readonly<Record<Locale, Joints>> = {
  "pt-BR": {
    articles:
      "[o|a|os|as|um|uma|uns|umas|meu|minha|meus|minhas|todos os|todas as|todos os meus|todas as minhas|esse|essa|este|esta|cada|no|na|nos|nas|pelo|pela]",
    of: "[de|do|da|dos|das|em|no|na|para|pra|para o|para a|por|pelo|pela|com|sobre|sobre o|sobre a|chamado|chamada|intitulado|intitulada|número|nº|com o nome|id|com id|com o id|de id|com número|com o número]",
    with: "(com|de|do|da|dos|das|por|pelo|pela|no|na|nos|nas|em|para|sendo)",
    says: "[dizendo|dizendo que|que diz|que diga|falando|falando que|avisando que|com|com o texto|com o conteúdo|que|sobre|assim|escrito|mostrando|que mostre|que mostra|de|do|da]",
    asks: "(qual|quais|qual é|quais são|qual o|qual a|quais os|quais as|qual foi|que|cadê|como está|como estão|como tá|quanto é|quanto está|quanto tá|tem|há|existe|existem|quero saber)",
    whats: "[o|a|os|as|meu|minha|meus|minhas]",
    via: "[isso|aí|lá] (no|na|pelo|pela|via|por)",
    inside: "(em|no|na|nos|nas|do|da|dos|das) [meu|minha|meus|minhas]",
    mine: "(meu|minha|meus|minhas|todos os|todas as|todos os meus|todas as minhas)",
    have: "[eu tenho|tenho|temos|existem|há|tem|vocês têm|estão aí|que eu tenho|que existem|que há|disponíveis|eu posso usar|eu posso ver]",
    end: "[por favor|agora|aí|hoje|pra mim|para mim|de novo]",
  },
  en: {
    articles:
      "[the|a|an|my|all|all the|all my|some|any|this|that|these|those|every|each|in the|on the|at the|through the]",
    of: "[of|for|in|on|at|from|with|about|by|called|named|titled|number|to|of the|for the|about the|from the|in the|id|with id|with the id|with number|no.]",
    with: "(with|by|of|for|in|from|as|to|since|over) [the]",
    says: "[saying|saying that|that says|which says|with|with the text|with the content|that|about|reading|telling|showing|that shows|of]",
    asks: "(what is|what's|what are|what was|which|which is|which are|where is|where are|where's|how is|how's|how are|how much is|is there|are there|do you have|do we have|do I have|have I got|what)",
    whats: "[the|a|an|my|any]",
    via: "[this|it] (on|by|via|through|over)",
    inside: "(in|on|from|through|inside) [the|my]",
    mine: "(my|all|all my|all the|the)",
    have: "[do I have|have I got|do we have|do you have|are there|there are|I have|exist|that I have|that there are|available|can I use|can I see]",
    end: "[please|now|today|right now|for me|again]",
  },
};

const asks: Readonly<Record<Locale, (label: string) => string>> = {
  "pt-BR": (label) => `Qual ${label}?`,
  en: (label) => `Which ${label}?`,
};

/** Names of what is written, of numbers that stand for a thing, and of what only says more of it. */
const CONTENT =
  /(^|_)(content|prompt|contents|message|body|note|comment|caption|description|details)$/i;
const NUMBERED = /(^|_)(id|number|no|num|code|index|position)$/i;
const QUALIFYING =
  /(^|_)(period|currency|date|day|time|since|until|from|to|before|after|start|end|format|language|locale|lang|status|state|type|kind|unit|units|order|direction|filter|scope|role|mode|version|timezone|zone|market|region|country|callback|token|key|secret|etag|tenant)$/i;

const bare = (name: string): string => name.replace(/_text$/, "");
const isNumber = ({ schema: { type } }: Slot): boolean => type === "integer" || type === "number";
const isText = ({ schema: { type, enum: values, format } }: Slot): boolean =>
  type === "string" && values === undefined && format !== "date" && format !== "date-time";
const isListed = ({ schema: { enum: values } }: Slot): boolean => values !== undefined;
const names = (slot: Slot): boolean => isText(slot) && !QUALIFYING.test(bare(slot.name));

/** What a sentence carries: nothing is said of switches and pages, nor twice of `period_text` and of what it means. */
function mentioned(slots: readonly Slot[]): Slot[] {
  const known = new Set(slots.map(({ name }) => name));
  return slots.filter(
    ({ name, schema, required }) =>
      required || (!PAGING.test(name) && schema.type !== "boolean" && !known.has(`${name}_text`)),
  );
}

/** The words of a goal in both languages: a first version, for a person to make better. */
export function draftGoal({ slots, missing, isOnlyOne, ...subject }: GoalSubject) {
  const said = saidOf({ ...subject, isOnlyOne, needsValue: slots.some((slot) => slot.required) });
  return { hints: hintsOf(said, slots, missing), entities_schema: entitiesOf(slots) };
}

/** The values that a goal takes from a sentence, with their questions. */
export const entitiesOf = (slots: readonly Slot[]) =>
  Object.fromEntries(
    mentioned(slots)
      .slice(0, 2 * MOST_SLOTS)
      .map((slot) => [slot.name, entityOf(slot)]),
  );

/** The templates and examples of a goal, in the languages that it has words in. */
export function hintsOf(said: Said, slots: readonly Slot[], missing: readonly Deed[]) {
  const used = mentioned(slots);
  const required = used.filter((slot) => slot.required).slice(0, MOST_SLOTS);
  const optional = used.filter((slot) => !slot.required).slice(0, MOST_SLOTS);
  const inEachOf = <T>(tell: (locale: Locale, nouns: readonly [Noun, ...Noun[]]) => T) =>
    Object.fromEntries(
      locales.flatMap((locale) => {
        const [first, ...others] = nounsOf(said, locale);
        return first === undefined ? [] : [[locale, tell(locale, [first, ...others])] as const];
      }),
    );
  const negatives = inEachOf((locale, [{ one, many }]) => {
    const others = missing.flatMap((other) =>
      sayingsOf(locale, other).map((way) => `${way} ${one}`),
    );
    const lists = missing.includes("read") ? listings[locale](many) : [];
    return [...others, ...lists].map((text) => ({ text }));
  });
  return {
    templates: inEachOf((locale, nouns) =>
      templatesOf(locale, said, nouns, { required, optional }).filter(
        (template) => template.length <= MOST_CHARS,
      ),
    ),
    examples: inEachOf((locale, [noun]) =>
      examplesOf(waysIn(locale, said), formsOf(said, noun), required),
    ),
    ...(missing.length > 0 && { negatives }),
  };
}

/** Two ways to say it, as examples have them. */
function waysIn(locale: Locale, said: Said): string[] {
  const own = ownWays(said, locale);
  return own.length > 0 ? own.slice(0, 3) : [...sayingsOf(locale, said.does)];
}

/** What is asked of things that are there. */
const listings: Readonly<Record<Locale, (many: string) => string[]>> = {
  "pt-BR": (many) => [`meus ${many}`, `quais ${many} eu tenho`, `lista os ${many}`],
  en: (many) => [`my ${many}`, `which ${many} do I have`, `list the ${many}`],
};

type Slots = Record<"required" | "optional", readonly Slot[]>;

function templatesOf(
  locale: Locale,
  said: Said,
  nouns: readonly Noun[],
  { required, optional }: Slots,
): string[] {
  const { does, looks } = said;
  const { articles, via, with: joint, asks: question, whats, mine, have, end } = joints[locale];
  const { lead, ways: usual } = opening(locale, does);
  const own = ownWays(said, locale);
  const ways = inParts(own.length > 0 ? own.join("|") : usual);
  const isRead = looks ?? (said.ways === undefined && (does === "read" || does === "count"));
  const forms = nouns.flatMap((noun) => formsOf(said, noun).map(loosely));
  const thing = `(${[...new Set(forms)].join("|")})`;
  const begins = [
    ...ways.map((part) => `${lead} (${part}) ${articles} ${thing}`),
    ...(isRead ? [`${question} ${whats} ${thing}`] : []),
  ];
  const [first, ...others] = required;
  const rest = others.map(({ name }) => ` ${joint} [${labelIn(name, locale)}] {${name}}`).join("");
  const singular = `(${nouns.map(({ one }) => one).join("|")})`;
  const adds = does === "add" || does === "send" ? "written" : "done";
  // What is sent by it is named by it: "send on telegram".
  const carrier = said.carrier?.[locale];
  const carried =
    carrier === undefined ? [] : ways.map((part) => `${lead} (${part}) ${via} ${carrier}`);
  const around: Around = {
    locale,
    begins,
    carried,
    thing,
    singular,
    kind: isRead ? "read" : adds,
    isLook: looks === true,
    rest,
  };
  if (first !== undefined)
    return [...withValue(around, first), ...withMore(around, first, optional)];
  const chosen = optional.flatMap((slot) => [
    ...begins.map(
      (begin) => `${begin} ${joint} [${labelIn(slot.name, locale)}] {${slot.name}} ${end}`,
    ),
    ...(isListed(slot)
      ? begins.map((begin) => `${asKind[locale](begin, thing, slot.name)} ${end}`)
      : []),
  ]);
  const told = [
    optional.find(names),
    optional.find((slot) => isNumber(slot) && NUMBERED.test(slot.name)),
  ].filter((slot) => slot !== undefined);
  const [main] = told;
  return [
    ...begins.map((begin) => `${begin} ${end}`),
    ...(isRead ? [`${question} ${whats} ${thing} ${have} ${end}`, `${mine} ${thing} ${end}`] : []),
    ...chosen,
    ...told.flatMap((slot) => withValue(around, slot)),
    ...(main === undefined
      ? []
      : withMore(
          around,
          main,
          optional.filter((slot) => !told.includes(slot)),
        )),
  ];
}

/** "Open invoices": a value from a list says which kind of thing, beside it. */
const asKind: Readonly<Record<Locale, (begin: string, thing: string, name: string) => string>> = {
  "pt-BR": (begin, _thing, name) => `${begin} {${name}}`,
  en: (begin, thing, name) => `${begin.slice(0, begin.length - thing.length)}{${name}} ${thing}`,
};

/** Ways to say it in parts that leave room for the rest of a template. */
function inParts(ways: string): string[] {
  const all = ways.split("|");
  const most = Math.ceil(all.length / Math.ceil(ways.length / MOST_WAYS_CHARS));
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) =>
    all.slice(at * most, (at + 1) * most).join("|"),
  );
}

/** "mensagem de telegram" is said "mensagem no telegram" as well. */
const loosely = (name: string): string => name.replaceAll(" de ", " [de|do|da|no|na|pelo|pela] ");

type Around = {
  locale: Locale;
  begins: string[];
  carried: string[];
  thing: string;
  singular: string;
  kind: "read" | "written" | "done";
  isLook: boolean;
  rest: string;
};

/** A request with the value that it is about. */
function withValue(
  { locale, begins, carried, thing, singular, kind, isLook, rest }: Around,
  slot: Slot,
): string[] {
  const { name } = slot;
  const {
    of: mayStand,
    with: joint,
    says,
    asks: question,
    whats,
    inside,
    have,
    end,
  } = joints[locale];
  const label = labelIn(name, locale);
  // A text that need not be there takes no words that only stand behind the thing.
  const mayTakeAny = isText(slot) && !slot.required;
  const of = mayTakeAny ? `(${mayStand.slice(1, -1)})` : mayStand;
  if (kind === "written" && CONTENT.test(bare(name)))
    return [...begins, ...carried].map((begin) => `${begin} ${says} {${name}}${rest}`);
  const [begin = ""] = begins;
  const lead = begin.slice(0, begin.length - thing.length);
  return [
    ...begins.flatMap((each) => [
      `${each} ${of} {${name}}${rest} ${end}`,
      `${each} ${joint} ${label} {${name}}${rest} ${end}`,
    ]),
    // "price of PETR4": nothing is done to it.
    ...(kind === "read" ? [`${whats} ${thing} ${of} {${name}}${rest} ${end}`] : []),
    ...(kind === "read" && mayTakeAny
      ? [`${question} ${whats} ${thing} ${have} ${of} {${name}} ${end}`]
      : []),
    ...(isLook ? [`${lead} {${name}} ${inside} ${thing} ${end}`] : []),
    ...(kind === "read" && !mayTakeAny
      ? beforeThing[locale](lead).map((each) => `${each} {${name}} ${singular}${rest}`)
      : []),
  ];
}

/** "PETR4 price", "show me the Dune review": a language that says whose it is before the thing. */
const beforeThing: Readonly<Record<Locale, (lead: string) => string[]>> = {
  "pt-BR": () => [],
  en: (lead) => ["[what's|what is|the]", lead],
};

/** The same with one more value: "price of PETR4 in euros". A text needs its name before it: whose would it be otherwise? */
const withMore = (
  { locale, begins, thing, kind, rest }: Around,
  { name }: Slot,
  optional: readonly Slot[],
): string[] =>
  kind === "written" && CONTENT.test(bare(name))
    ? []
    : optional.flatMap((more) => {
        const { of, with: joint, end } = joints[locale];
        const label = labelIn(more.name, locale);
        const said = isText(more) ? label : `[${label}]`;
        const tail = `${rest} ${joint} ${said} {${more.name}} ${end}`;
        const all = [...begins, ...(kind === "read" ? [thing] : [])];
        return all.map((begin) => `${begin} ${of} {${name}}${tail}`);
      });

/** Without values, so that what is missing is asked for: whose value would an invented one be? */
function examplesOf(
  ways: readonly string[],
  forms: readonly string[],
  required: readonly Slot[],
): string[] {
  const [known] = required.flatMap(({ name, schema }) =>
    givenValue(schema).map((value) => ({ name, value })),
  );
  const said = ways.flatMap((verb) => forms.map((form) => `${verb} ${form}`));
  const named =
    known === undefined ? [] : [`${ways[0]} ${forms[0]} [${known.value}](${known.name})`];
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
