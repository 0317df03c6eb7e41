import type { JsonSchema } from "../../contracts/json-schema.ts";
import { type Locale, locales } from "../../contracts/names.ts";
import {
  bare,
  CONTENT,
  entitiesOf,
  isCode,
  isListed,
  isNumber,
  isText,
  MOST_SLOTS,
  mentioned,
  NUMBERED,
  names,
  type Slot,
} from "./entities.ts";
import { joints } from "./joints.ts";
import {
  isIdentifier,
  labelWords,
  type Noun,
  nounIn,
  saidOfWords,
  singular,
  wordsOf,
} from "./nouns.ts";
import { type Deed, opening, sayingsOf } from "./openings.ts";
import { formsOf, nounsOf, ownWays, type Said, type Subject, saidOf } from "./subject-of.ts";

/** What one goal is about, before there are words for it. */
type GoalSubject = Subject & {
  slots: readonly Slot[];
  /** Nothing else of the service ends with the same word. */
  isOnlyOne: boolean;
  /** Deeds with the same thing that the service does not offer: their requests must not lead here. */
  missing: readonly Deed[];
};

/** Of one template: a longer one, of a thing with a very long name, is left out. */
const MOST_CHARS = 1000;
/** Of its ways to begin, so that there is room for the rest. */
const MOST_WAYS_CHARS = 250;

/** The words of a goal in both languages: a first version, for a person to make better. */
export function draftGoal({ slots, missing, isOnlyOne, ...subject }: GoalSubject) {
  const said = saidOf({ ...subject, isOnlyOne, needsValue: slots.some((slot) => slot.required) });
  return {
    hints: hintsOf(said, slots, missing),
    entities_schema: entitiesOf(slots, subject.noun),
  };
}

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
    examples: inEachOf((locale, [noun]) => [
      ...examplesOf(waysIn(locale, said), formsOf(said, noun), required),
      ...actExamples(said, required, locale),
    ]),
    ...(missing.length > 0 && { negatives }),
  };
}

function actExamples(said: Said, [first]: readonly Slot[], locale: Locale): string[] {
  const [act] = actsOf(said, headOf(said), locale);
  if (act === undefined || first === undefined || !isOfAnother(first, headOf(said))) return [];
  return [`${act} ${labelIn(first.name, locale)}`];
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

function templatesOf(
  locale: Locale,
  said: Said,
  nouns: readonly Noun[],
  { required, optional }: Record<"required" | "optional", readonly Slot[]>,
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
  const isBehindText = first !== undefined && isText(first) && !isCode(first);
  const needed = others.map((slot) => restOf(slot, locale, isBehindText)).join("");
  // What is not said is asked for; behind a text nothing would tell where that ends.
  const rest = needed === "" || isBehindText ? needed : ` [${needed.trim()}]`;
  // Where the first is not said, a text would take its place.
  const named = others
    .map((slot) => restOf(slot, locale, false, isText(slot) && !isCode(slot)))
    .join("");
  const restAlone = named === "" || isBehindText ? "" : ` [${named.trim()}]`;
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
    head: headOf(said),
  };
  if (first !== undefined)
    return [
      ...withValue(around, first),
      ...withMore(around, first, optional),
      ...byActs(around, said, first),
      // Without the value, which is asked for; who names several wants to see all of them.
      ...(said.number === "many_or_one"
        ? []
        : begins.map((begin) => `${begin}${restAlone} ${end}`)),
    ];
  const chosen = optional.flatMap((slot) => [
    ...begins.map(
      (begin) => `${begin} ${joint} [${labelIn(slot.name, locale)}] {${slot.name}} ${end}`,
    ),
    ...(isListed(slot)
      ? [...begins, ...(isRead ? [`${whats} ${thing}`] : [])]
          .flatMap((begin) => asKind[locale](begin, thing, slot.name))
          .map((begin) => `${begin} ${end}`)
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

/** A further value that a request needs, behind the first; behind a text only words tell where it begins, or its own name. */
function restOf(
  { name, schema }: Slot,
  locale: Locale,
  isBehindText: boolean,
  isNamed = false,
): string {
  const { with: joint, and, says, more } = joints[locale];
  const noun = nounIn(labelWords(name), locale);
  if (CONTENT.test(bare(name)) && !isBehindText) return ` ${says} {${name}}`;
  const unit = isNumber({ name, schema, required: true }) ? ` [${noun.many}|${noun.one}]` : "";
  if (isNamed) return ` (${joint}|${and}) ${noun.one} {${name}}${unit}`;
  return ` (${joint} ${more} [${noun.one}]|${and} ${noun.one}) {${name}}${unit}`;
}

/** A value from a list says which kind of thing, beside it or as what it is: open invoices, those that are open. */
const asKind: Readonly<Record<Locale, (begin: string, thing: string, name: string) => string[]>> = {
  "pt-BR": (begin, _thing, name) => [`${begin} [que] [está|estão|é|são|foi|foram] {${name}}`],
  en: (begin, thing, name) => [
    `${begin.slice(0, begin.length - thing.length)}{${name}} ${thing}`,
    `${begin} [that|which] (is|are|was|were) {${name}}`,
  ],
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
  /** What the thing is in English. */
  head: string;
};

const headOf = ({ thing }: Said): string =>
  (thing.en?.split("|")[0] ?? "").trim().split(" ").at(-1) ?? "";

/** A value that stands for another thing than the request is about: the bike of a rental. */
const isOfAnother = ({ name }: Slot, head: string): boolean =>
  isIdentifier(name) && wordsOf(name).length > 1 && singular(wordsOf(name).at(-2) ?? "") !== head;

/** What is done with a thing, in the words of a language, where the service makes another one of it. */
const actsOf = ({ does }: Said, head: string, locale: Locale): string[] =>
  does === "add" ? (saidOfWords(locale, "acts").get(head)?.split("|") ?? []) : [];

/** A rental of a bike is asked for by renting the bike. */
function byActs({ locale, head, rest }: Around, said: Said, slot: Slot): string[] {
  const acts = actsOf(said, head, locale);
  if (acts.length === 0 || !isOfAnother(slot, head)) return [];
  const { articles, end } = joints[locale];
  const { one, many } = nounIn(labelWords(slot.name), locale);
  const begin = `${opening(locale, said.does).lead} (${acts.join("|")}) ${articles} (${one}|${many})`;
  return [`${begin} {${slot.name}}${rest} ${end}`];
}

/** A request with the value that it is about. */
function withValue(
  { locale, begins, carried, thing, singular, kind, isLook, rest, head }: Around,
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
    be,
  } = joints[locale];
  const label = labelIn(name, locale);
  // A text that need not be there takes no words that only stand behind the thing.
  const mayTakeAny = (isText(slot) && !slot.required) || isOfAnother(slot, head);
  const of = mayTakeAny ? `(${mayStand.slice(1, -1)})` : mayStand;
  const are = kind === "read" && mayTakeAny ? ` ${be}` : "";
  if (kind === "written" && CONTENT.test(bare(name)))
    return [...begins, ...carried].map((begin) => `${begin} ${says} {${name}}${rest}`);
  const [begin = ""] = begins;
  const lead = begin.slice(0, begin.length - thing.length);
  return [
    ...begins.flatMap((each) => [
      `${each}${are} ${of} {${name}}${rest} ${end}`,
      `${each}${are} ${joint} ${label} {${name}}${rest} ${end}`,
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
        const [own, label] = [labelIn(name, locale), labelIn(more.name, locale)];
        const said = isText(more) ? label : `[${label}]`;
        const tail = `${rest} ${joint} ${said} {${more.name}} ${end}`;
        const all = [...begins, ...(kind === "read" ? [thing] : [])];
        return all.map((begin) => `${begin} ${of} [${own}] {${name}}${tail}`);
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
