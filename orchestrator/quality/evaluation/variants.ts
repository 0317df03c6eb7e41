import { type ExampleEntity, parseExample } from "#shared/contracts/annotated-example.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { randomFrom, shuffle } from "#shared/random/random.ts";
import {
  type Catalogue,
  type CatalogueGoal,
  capabilitiesOfGoal,
  onlyReads,
} from "../../catalogue/catalogue.ts";
import { phrasesOf } from "../../language/templates/phrases.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { readGoals } from "../../understanding/goal-model.ts";
import {
  type Fit,
  formsIn,
  type Modifier,
  type RequestWords,
  requestWords,
  type Verb,
} from "./forms/request-words.ts";
import type { Labelled } from "./labelled.ts";

const SEED_OF_SLIPS = 11;
const TYPOS = 2;
/** In shorter words a slip is another word. */
const LONG_WORDS = /(?<=^|\s)\p{L}{4,}(?=[?!.,:;]*(?:$|\s))/gu;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A slip at the letter `at`, which is not the last one. */
const SLIPS: readonly ((text: string, at: number, letter: string) => string)[] = [
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => text.slice(0, at + 1) + text.slice(at),
  (text, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  (text, at, letter) => text.slice(0, at) + letter + text.slice(at + 1),
];

/**
 * The same sentences with two slips each, in words of four letters or more: one letter is missing, doubled, another,
 * or changes places with the next. The same labels always give the same slips; a sentence of short words stays.
 */
export function withTypos(labels: readonly Labelled[]): Labelled[] {
  const random = randomFrom(SEED_OF_SLIPS);
  const below = (count: number) => Math.floor(random() * count);
  const slip = (text: string): string => {
    const words = text.matchAll(LONG_WORDS).toArray();
    const word = words[below(words.length)];
    if (word === undefined) return text;
    const at = word.index + below(word[0].length - 1);
    return SLIPS[below(SLIPS.length)]?.(text, at, LETTERS.charAt(below(LETTERS.length))) ?? text;
  };
  return labels.map((label) => {
    let { text } = label;
    for (let typo = 0; typo < TYPOS; typo++) text = slip(text);
    return { ...label, text };
  });
}

/** A request that was turned round, so that nothing may be changed by it. */
export type Variant = {
  text: string;
  /** What the form was put around: the example, or the phrase of the follow-up. */
  said: string;
  modifier: Modifier;
  form: string;
  locale: Locale;
  domain: string;
  /** The goal whose example it was; null for a follow-up. */
  goal: string | null;
  /** The goal, or the capability that was to follow. */
  of: string;
  /** Where the example or the follow-up's hint stands in its manifest. */
  path: string;
};

const SEED = 13;
/** Of a hint that stands for many phrases. */
const PHRASES_OF_HINT = 3;
/** A value of more words at the end of a read takes in what follows it. */
const LONGEST_NAME = 3;
/** What a time in the sentence may be for the goal: its own value, and no modifier. */
const TIMED: ReadonlySet<string> = new Set(["date", "time", "duration", "period", "day"]);
/** "não quero isso: apaga tudo" forbids; with a wish after the colon it asks for what follows. */
const TAKEN_BACK: ReadonlySet<Modifier> = new Set(["polarity", "exception", "withdrawal"]);

type Asked = Pick<Variant, "locale" | "domain" | "goal" | "of">;
type Example = { shape: RequestShape; path: string };
/** What is put into a form, and where it stands in its manifest. */
type Base = { text: string; path: string };
/** A form, and what it fits of one goal or follow-up, looked for when it is wanted; in `frame` only that is missing. */
type Cell = Asked & {
  modifier: Modifier;
  form: string;
  frame: string;
  bases(): readonly Base[];
};

/**
 * Every example of every goal that changes something, and every phrase of a follow-up that does, in every form that
 * fits it: none of them may change anything.
 * Shape:  first each form with one example of each goal and language, then with the next one, and so on, in an order
 *         that a seed draws; the first so many are a fair sample. A follow-up stands after one read in each form
 * Cost:   300,000 for ten goals of 120 examples; understanding them is what takes time
 */
export function* variantsOf(catalogue: Catalogue): Generator<Variant> {
  const cells = shuffle(
    [...cellsOfGoals(catalogue), ...cellsOfFollowups(catalogue)],
    randomFrom(SEED),
  );
  const found = new Map<Cell, readonly Base[]>();
  for (let round = 0; ; round++) {
    let isOver = true;
    for (const [at, each] of cells.entries()) {
      const { bases: look, frame, ...cell } = each;
      const bases = found.get(each) ?? look();
      found.set(each, bases);
      // Each form begins with another example.
      const base = round < bases.length ? bases[(at + round) % bases.length] : undefined;
      if (base === undefined) continue;
      isOver = false;
      const text = frame.replace(/\{(request|follow_up)\}/u, () => base.text);
      yield { text, said: base.text, ...cell, path: base.path };
    }
    if (isOver) return;
  }
}

function* cellsOfGoals(catalogue: Catalogue): Generator<Cell> {
  const prose = new Map(readGoals(catalogue).map((goal) => [goal.spec, goal.prose]));
  for (const goal of catalogue.goals) {
    const { domain, spec } = goal;
    if (onlyReads(goal, catalogue) || spec.fallback !== undefined) continue;
    const isTimed = Object.values(spec.entities_schema).some(({ type }) => TIMED.has(type));
    const sends = capabilitiesOfGoal(goal, catalogue).some(({ effect }) => effect === "external");
    const saysText = (prose.get(spec)?.size ?? 0) > 0;
    for (const locale of locales) {
      const asked = { locale, domain, goal: spec.goal, of: spec.goal };
      const examples = examplesOf(goal, locale, catalogue).filter(({ shape }) => !shape.isDenial);
      for (const { modifier, fit, form } of formsIn(locale)) {
        if (isTimed && (modifier === "time" || modifier === "recurrence")) continue;
        if (fit.startsWith("sends") && !(sends && saysText)) continue;
        const bases = () =>
          examples.flatMap(({ shape, path }): Base[] => {
            const text = requestIn(shape, fit, form, modifier);
            return text === undefined ? [] : [{ path, text }];
          });
        yield { ...asked, modifier, form, frame: form, bases };
      }
    }
  }
}

function examplesOf(
  { domain, spec }: CatalogueGoal,
  locale: Locale,
  { manifests }: Catalogue,
): Example[] {
  const at = manifests.get(domain)?.goals.findIndex(({ goal }) => goal === spec.goal);
  const isFree = (name: string) => (spec.entities_schema[name]?.type ?? "string") === "string";
  return (spec.hints.examples?.[locale] ?? []).map((annotated, index) => ({
    shape: shapeOf(annotated, locale, isFree),
    path: `goals.${at}.hints.examples.${locale}.${index}`,
  }));
}

/** The request as the form takes it; undefined where it does not fit. */
function requestIn(
  shape: RequestShape,
  fit: Fit,
  form: string,
  modifier: Modifier,
): string | undefined {
  const { text, asInfinitive } = shape;
  const [before = "", after = ""] = form.split("{request}");
  if (!FITS[fit](shape)) return undefined;
  if (form.includes('"') && shape.isQuoted) return undefined;
  if (shape.isQuestion && after !== "" && !form.includes('"')) return undefined;
  if (shape.isWish && after === "" && TAKEN_BACK.has(modifier)) return undefined;
  const said = fit === "infinitive" ? asInfinitive : text;
  // "não me me manda"
  const isTwice = wordsOf(before).at(-1) === wordsOf(text)[0];
  return isTwice ? undefined : said;
}

const sendsToOthers = ({ namesAsker }: RequestShape): boolean => !namesAsker;

const FITS: Readonly<Record<Fit, (shape: RequestShape) => boolean>> = {
  imperative: ({ verb }) => verb !== undefined,
  third_person: ({ verb }) => verb?.isThirdPerson === true,
  infinitive: ({ asInfinitive }) => asInfinitive !== undefined,
  bare: ({ verb, isClosed }) => verb !== undefined && isClosed,
  any: () => true,
  statement: ({ isQuestion }) => !isQuestion,
  closed: ({ isClosed }) => isClosed,
  sends: sendsToOthers,
  sends_statement: (shape) => sendsToOthers(shape) && !shape.isQuestion,
  sends_closed: (shape) => sendsToOthers(shape) && shape.isClosed,
  follow_up: () => false,
  act_follow_up: () => false,
  sends_follow_up: () => false,
};

function* cellsOfFollowups(catalogue: Catalogue): Generator<Cell> {
  for (const locale of locales) {
    const reads = readsOf(catalogue, locale);
    if (reads.length === 0) continue;
    let turn = 0;
    for (const { phrase, path, domain, of, sends } of followupsOf(catalogue, locale)) {
      const isAct = shapeOf(phrase, locale, () => true).verb !== undefined;
      for (const { modifier, fit, form } of formsIn(locale)) {
        const fits = fit === "follow_up" || (fit === "act_follow_up" && isAct);
        if (!(fits || (fit === "sends_follow_up" && sends)) || isTwiceIn(phrase, form)) continue;
        const read = reads[turn++ % reads.length] ?? "";
        const frame = form.replace("{read}", () => read);
        const bases = () => [{ text: phrase, path }];
        yield { locale, domain, goal: null, of, modifier, form, frame, bases };
      }
    }
  }
}

/** "no meu telegram do meu pai" */
const isTwiceIn = (phrase: string, form: string): boolean => {
  const said = new Set(wordsOf(phrase));
  return wordsOf(form).some((word) => word.length > 2 && said.has(word));
};

/** Reads that something can follow: their end is no text that it could be part of. */
function readsOf(catalogue: Catalogue, locale: Locale): string[] {
  const reads = catalogue.goals
    .filter((goal) => onlyReads(goal, catalogue) && goal.spec.fallback === undefined)
    .flatMap((goal) => examplesOf(goal, locale, catalogue))
    .map(({ shape }) => shape)
    .filter(({ text, entities, isDenial, isQuoted }) => {
      const last = entities.at(-1);
      const isLong = last !== undefined && wordsOf(last.said).length > LONGEST_NAME;
      return !(isDenial || isQuoted || isLong || text.includes(":"));
    })
    .map(({ text }) => text.replace(/[\s?]+$/u, ""));
  return shuffle(reads, randomFrom(SEED));
}

function followupsOf({ manifests }: Catalogue, locale: Locale) {
  const { connectives, denials } = requestWords[locale];
  return [...manifests.values()].flatMap(({ domain, capabilities }) =>
    capabilities.flatMap(({ capability, effect, metadata }, at) =>
      (effect === "read" ? [] : (metadata.followup?.hints[locale] ?? [])).flatMap((hint, index) =>
        someOf(phrasesOf(hint))
          .filter((phrase) => !wordsOf(phrase).some((word) => denials.has(word)))
          .filter((phrase) => !connectives.has(wordsOf(phrase)[0] ?? ""))
          .map((phrase) => ({
            phrase: phrase.trim().replace(/\s+/gu, " "),
            domain,
            of: capability,
            sends: effect === "external" || effect === undefined,
            path: `capabilities.${at}.metadata.followup.hints.${locale}.${index}`,
          })),
      ),
    ),
  );
}

/** A few that lie apart. */
const someOf = (phrases: readonly string[]): string[] => {
  const step = Math.max(1, Math.ceil(phrases.length / PHRASES_OF_HINT));
  return phrases.filter((_, at) => at % step === 0);
};

/** What an example shows of itself, so far as it decides which forms may be put around it. */
type RequestShape = {
  /** As a person says it, without the full stop. */
  text: string;
  entities: readonly ExampleEntity[];
  /** Its words without those of its values, in lower case. */
  words: readonly string[];
  /** The verb that it begins with. */
  verb: Verb | undefined;
  /** The same with an infinitive at its beginning, where that is known. */
  asInfinitive: string | undefined;
  isQuestion: boolean;
  /** A wish or a question by its first word. */
  isWish: boolean;
  /** It says no by itself, or tells what was: no one can say what a form makes of it. */
  isDenial: boolean;
  isQuoted: boolean;
  /** What is said after it cannot be part of a value or of a clause in it. */
  isClosed: boolean;
  /** It says that the answer goes to whoever asks. */
  namesAsker: boolean;
};

/** The words of a text, in lower case and with accents. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((word) => word !== "");

/** An example as a request. `isFree` says which of its values are free text. */
export function shapeOf(
  annotated: string,
  locale: Locale,
  isFree: (entity: string) => boolean,
): RequestShape {
  const known = requestWords[locale];
  const { text: said, entities } = parseExample(annotated);
  const text = said.replace(/[\s.!…]+$/u, "");
  const words = wordsOf(withoutValues(text, entities));
  const isQuestion = text.endsWith("?");
  const last = entities.at(-1);
  const endsOpen =
    last !== undefined && isFree(last.name) && /^[\s?]*$/u.test(text.slice(last.end));
  const has = (among: ReadonlySet<string>) => words.some((word) => among.has(word));
  return {
    text,
    entities,
    words,
    ...verbOf(text, known),
    isQuestion,
    isWish: known.wishes.has(words[0] ?? ""),
    isDenial: has(known.denials) || known.contrasts.test(text),
    isQuoted: /["“”«»]|(^|\s)'/u.test(text),
    isClosed: !(
      endsOpen ||
      isQuestion ||
      words.slice(1).some((word) => known.relatives.has(word)) ||
      known.endsInVerb(words)
    ),
    namesAsker: has(known.selves),
  };
}

function withoutValues(text: string, entities: readonly ExampleEntity[]): string {
  let rest = "";
  let copied = 0;
  for (const { start, end } of entities) {
    rest += `${text.slice(copied, start)} `;
    copied = end;
  }
  return rest + text.slice(copied);
}

function verbOf(text: string, known: RequestWords): Pick<RequestShape, "verb" | "asInfinitive"> {
  const first = /^[\p{L}]+\s+/u.exec(text)?.[0] ?? "";
  const clitic = known.clitics.has(first.trim().toLowerCase()) ? first : "";
  const word = /^[\p{L}'-]+/u.exec(text.slice(clitic.length))?.[0] ?? "";
  const rest = text.slice(clitic.length + word.length);
  const none = { verb: undefined, asInfinitive: undefined };
  if (word === "" || rest.startsWith(":")) return none;
  const verb = known.verbOf(word.toLowerCase()) ?? unlisted(word.toLowerCase(), rest, known);
  const infinitive = verb?.infinitive;
  return {
    verb,
    asInfinitive:
      known.hasInfinitives && infinitive !== undefined ? clitic + infinitive + rest : undefined,
  };
}

/** "rega as plantas", "water the plants": a word for something, and what it is done to. */
function unlisted(word: string, rest: string, known: RequestWords): Verb | undefined {
  const next = wordsOf(rest)[0] ?? "";
  const folded = word.normalize("NFKD").replace(/\p{M}+/gu, "");
  const isVerb =
    /^\s/u.test(rest) &&
    known.determiners.has(next) &&
    known.verbEnd.test(word) &&
    !known.wishes.has(word) &&
    !isFunctionWord(folded);
  return isVerb ? { isThirdPerson: false } : undefined;
}
