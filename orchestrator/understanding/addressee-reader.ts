import type { Doubt, FollowupRequest, IntentOutput, TextSpan } from "#shared/contracts/intent.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { type Catalogue, recipientParam } from "../catalogue/catalogue.ts";
import { withoutCourtesy } from "../language/courtesy.ts";
import { isMessage, isToldToDo, named } from "../language/modifiers/addressee.ts";
import { endOfAny, isStated } from "../language/modifiers/languages.ts";
import { modifiersIn } from "../language/modifiers/read-modifiers.ts";
import { quotesIn } from "../language/quotes.ts";
import { type Token, tokens } from "../language/text.ts";
import { isCommonWord, isFunctionWord } from "../language/words/common-words.ts";
import { deedOf, deedSet, imperativeOf } from "../language/words/deeds.ts";
import { isSubject, plainNamesIn } from "./plain-names.ts";
import type { Understood } from "./understanding.ts";

/** Words that may say for whom something is: where they stand, and whom they name. */
type Addressee = {
  readonly start: number;
  readonly end: number;
  /** undefined: several, or no one alone. */
  readonly name: string | undefined;
  /** Nothing before the name says that something is sent or told: what is heard without it has to say so. */
  readonly isBare?: boolean | undefined;
  /** Written like any other word: what else the words may mean comes first. */
  readonly isPlain?: boolean;
  readonly isObject?: boolean;
};

/** A request that is less certain than this without its addressee is read as it was said. */
const CLEAR = 0.9;
const MOST_NAMES = 3;
/** Nothing behind one of these is looked at: it is what is sent. */
const PAYLOAD = /[:\n]/;
const OPENS_QUOTE = /["'\u201c\u2018\u00ab]$/;
const CLOSES_QUOTE = /^["'\u201d\u2019\u00bb]/;

/**
 * Reads for whom something is where it stands among the words of the request, before anything is sent: "manda no
 * telegram *pra Ana*: cheguei", "send *Ana* a telegram saying ...", "e manda *pro meu pai*". The rest is heard without
 * it, or with what the capability's manifest says that an addressee stands for; it is taken where that is a clear
 * request for something that sends to someone, and then says whom.
 * Cost: nothing without a capability that sends, or without such words; else one or two more readings
 */
export function buildAddresseeReader(
  catalogue: Catalogue,
  /** The goal's own examples or templates say the word. */
  knows: (domain: string, goal: string, word: string) => boolean = () => false,
) {
  const sending = catalogue.capabilities.filter(
    ({ spec }) => recipientParam(spec.params_schema) !== undefined,
  );
  const sends = (domain: string, capability: string | undefined): boolean =>
    sending.some((each) => each.domain === domain && each.spec.capability === capability);
  const standIns = (locale: Locale): string[] =>
    sending.flatMap(({ spec }) => spec.metadata.recipient?.stands_for[locale] ?? []);
  const ways = new Set(
    locales
      .flatMap(standIns)
      .flatMap((words) => tokens(words))
      .map(({ word }) => word)
      .filter((word) => !isCommonWord(word)),
  );

  return (text: string, locale: Locale, hear: (text: string) => Understood): Understood => {
    const plain = hear(text);
    if (sending.length === 0 || isDone(plain.intent)) return plain;
    for (const addressee of addresseesIn(text, locale, ways))
      for (const words of ["", ...(addressee.isBare ? [] : standIns(locale))]) {
        const cut = replaced(text, addressee, words);
        const heard = cut.text === "" ? plain : hear(cut.text);
        const intent = addressed(heard.intent, addressee, cut, plain.intent);
        if (intent !== undefined)
          return { ...heard, intent: asSaid(intent, text, addressee, cut, locale) };
      }
    return { ...plain, intent: withDoubtOfWhom(plain.intent, text, locale) };
  };

  /**
   * A message that would go to who asks, with a word before it that nothing accounts for, or a name at its edge: "fala com a
   * *renata* no telegram que ...", "manda no telegram parabéns *pro joão*". No one can say whom it is for.
   */
  function withDoubtOfWhom(intent: IntentOutput, text: string, locale: Locale): IntentOutput {
    const { doubts = [], entities, primary_domain, goal } = intent;
    if (doubts.some(({ reason }) => reason === "addressed") || !sendsAlone(intent)) return intent;
    const values = Object.values(entities).filter((value) => typeof value === "string");
    const known = (word: string) => ways.has(word) || knows(primary_domain ?? "", goal ?? "", word);
    const beside = strangerBeside(text, locale, values, known);
    if (beside !== undefined)
      return { ...intent, doubts: [...doubts, { reason: "addressed", detail: beside }] };
    if (doubts.length > 0 || !isClear(intent) || isLedTo(text, values)) return intent;
    const starts = values.map((value) => text.indexOf(value));
    const edge = plainNamesAt(text, locale, ways).findLast(({ start, end, isObject }) =>
      isObject
        ? starts.includes(start) && !OPENS_QUOTE.test(text.slice(0, start))
        : isEnd(text.slice(end), ways),
    );
    if (edge === undefined) return intent;
    const detail = text.slice(edge.start, edge.end);
    return { ...intent, doubts: [{ reason: "ambiguous_scope", detail }] };
  }

  /** All of it is a text that is sent. */
  function sendsAlone({ primary_domain, goal }: IntentOutput): boolean {
    const spec = primary_domain === null ? undefined : catalogue.goal(primary_domain, goal ?? "");
    return sends(primary_domain ?? "", spec?.spec.capability);
  }

  /** What is addressed already, and clear. */
  function isDone({ confidence, doubts, followups, entities }: IntentOutput): boolean {
    if (confidence < CLEAR) return false;
    if (followups.some((each) => isObeyed(each.doubts))) return true;
    return isObeyed(doubts) && !holds(entities, doubts?.[0]?.detail ?? "");
  }

  /** The intent with whom the words name, where it sends and they stand before what is sent. */
  function addressed(
    intent: IntentOutput,
    { start, end, name, isPlain = false, isObject = false }: Addressee,
    cut: Cut,
    plain: IntentOutput,
  ): IntentOutput | undefined {
    const { primary_domain, goal, followups, also, confidence, entities } = intent;
    if (primary_domain === null || goal === null || confidence < CLEAR) return undefined;
    const doubt: Doubt = {
      reason: "addressed",
      detail: cut.said.slice(start, end),
      ...(name !== undefined && { name }),
    };
    if (followups.length > 0 && /^[^:"]*:(?!\/\/)/.test(cut.said.slice(end))) return undefined;
    const last = followups.at(-1);
    if (last !== undefined && followupStart(cut.text, last) <= cut.at) {
      if (!sends(last.domain, last.capability) || isObject) return undefined;
      if (isPlain && !sendsAlone(plain) && isReadOtherwise(plain, intent)) return undefined;
      if (isClearer(plain, intent)) return undefined;
      const doubts = [...(last.doubts ?? []), doubt];
      return { ...intent, followups: [...followups.slice(0, -1), { ...last, doubts }] };
    }
    const spec = catalogue.goal(primary_domain, goal)?.spec;
    if (!sends(primary_domain, spec?.capability) || also.length > 0) return undefined;
    if (isPlain && isClear(plain) && plain.goal !== goal) return undefined;
    const isBefore = Object.values(entities).every(
      (value) => typeof value !== "string" || standsApart(cut, value),
    );
    if (!isBefore || Object.keys(entities).length === 0) return undefined;
    return { ...intent, doubts: [...(intent.doubts ?? []), doubt] };
  }
}

const isObeyed = (doubts: readonly Doubt[] = []): boolean =>
  doubts.length === 1 && doubts[0]?.reason === "addressed" && doubts[0].name !== undefined;

const isClear = ({ confidence, goal }: IntentOutput): boolean =>
  confidence >= CLEAR && goal !== null;

/** All of it is read as another request, and more surely than with someone to send it to. */
const isClearer = (plain: IntentOutput, sent: IntentOutput): boolean =>
  isClear(plain) && plain.doubts === undefined && plain.confidence > sent.confidence;

/** The words say something of what is asked for: with them it is as clear a request, and another one. */
const isReadOtherwise = (plain: IntentOutput, without: IntentOutput): boolean =>
  isClear(plain) && JSON.stringify(plain.entities) !== JSON.stringify(without.entities);

/** The addressee is part of what is sent: no one can say where it ends. */
const holds = (entities: IntentOutput["entities"], detail: string): boolean =>
  Object.values(entities).some((value) => typeof value === "string" && value.includes(detail));

/** What is sent begins behind the addressee, or is quoted. */
function standsApart({ text, at }: Cut, value: string): boolean {
  if (text.indexOf(value, at) !== -1) return true;
  const from = text.indexOf(value);
  return (
    from !== -1 &&
    OPENS_QUOTE.test(text.slice(0, from)) &&
    CLOSES_QUOTE.test(text.slice(from + value.length)) &&
    from + value.length < at
  );
}

/** A text with other words in the place of an addressee. */
type Cut = {
  readonly said: string;
  readonly text: string;
  readonly at: number;
  readonly shift: number;
};

function replaced(said: string, { start, end }: Addressee, words: string): Cut {
  const before = said.slice(0, start).trimEnd();
  const after = said.slice(end);
  const middle = words === "" ? "" : ` ${words}`;
  const text = `${before}${middle}${/^[\s,.;:!?]/.test(after) ? after : ` ${after}`}`.trimEnd();
  return { said, text, at: before.length, shift: said.length - text.length };
}

/** Where the words of a follow-up begin; of one that stands around something, the first of them. */
function followupStart(text: string, { phrase }: FollowupRequest): number {
  const [first = ""] = phrase.split(AROUND);
  const at = text.lastIndexOf(first.trim());
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}
const AROUND = "…";

/** The intent with its places where they are in what was said. */
function asSaid(
  intent: IntentOutput,
  said: string,
  { start, end }: Addressee,
  cut: Cut,
  locale: Locale,
): IntentOutput {
  const moved = (span: TextSpan): TextSpan =>
    span.start < cut.at ? span : { start: span.start + cut.shift, end: span.end + cut.shift };
  const { modifiers = [], unread, original_query: _cut, ...rest } = intent;
  const at = intent.followups.length - 1;
  const mark = {
    ...{ kind: "addressee" as const, value: "to_somebody", text: said.slice(start, end), locale },
    span: { start, end },
    belongs_to: at >= 0 ? { to: "followup" as const, at } : { to: "request" as const, at: 0 },
  };
  return {
    ...rest,
    original_query: said,
    modifiers: [...modifiers.map((each) => ({ ...each, span: moved(each.span) })), mark],
    ...(unread && { unread: unread.map((each) => ({ ...each, span: moved(each.span) })) }),
  };
}

/** Every place that may say for whom something is, before what may be sent. */
function addresseesIn(text: string, locale: Locale, ways: ReadonlySet<string>): Addressee[] {
  const words = tokens(text);
  const border = text.search(PAYLOAD);
  const quoted = quotesIn({ text, words });
  const isBefore = ({ start }: { start: number }) =>
    (border === -1 || start < border) &&
    !quoted.some(
      ({ from, to }) => start >= (words[from]?.start ?? 0) && start < (words[to - 1]?.end ?? 0),
    );
  const led = modifiersIn(text, locale).flatMap(({ kind, start, end, to }): Addressee[] => {
    const stop = border > start ? Math.min(end, border) : end;
    const { name } = named(text.slice(start, stop));
    return kind === "addressee" && name !== undefined && !isToldToDo(words, to)
      ? [{ start, end: stop, name }]
      : [];
  });
  const plain = plainNamesAt(text, locale, ways);
  return [
    ...[...led, ...objectsIn(text, words)],
    ...plain.map((each) => ({ ...each, isPlain: true })),
  ].filter(isBefore);
}

function plainNamesAt(text: string, locale: Locale, ways: ReadonlySet<string>) {
  const marks = modifiersIn(text, locale);
  return plainNamesIn({ text, words: tokens(text), locale, marks, ways });
}

/** Nothing but how it is sent stands there. */
const isEnd = (text: string, ways: ReadonlySet<string>): boolean =>
  tokens(text).every(({ word }) => isCommonWord(word) || ways.has(word));

/** The first word before the text that is sent which neither small words, deeds, ways nor the goal's own words account for. */
function strangerBeside(
  text: string,
  locale: Locale,
  values: readonly string[],
  known: (word: string) => boolean,
): string | undefined {
  const at = Math.min(...values.map((value) => text.indexOf(value)));
  if (!Number.isFinite(at) || at <= 0) return undefined;
  const words = tokens(text.slice(0, at));
  const marks = modifiersIn(text, locale);
  const { from } = withoutCourtesy(words);
  const isOwn = words.some(
    (_, place) =>
      endOfAny("oneself", words, place) !== undefined ||
      endOfAny("possessives", words, place) !== undefined,
  );
  if (isOwn || /[.!?]/.test(text.slice(0, at))) return undefined;
  // What is told before a pause, where the request begins behind it, is no one to send to.
  const begins = words.findLastIndex(
    ({ word, start }, place) =>
      /[,;]/.test(text.slice(words[place - 1]?.end ?? start, start)) &&
      deedOf(imperativeOf(word)) !== undefined,
  );
  const stranger = words.find(
    ({ word, start, end }, place) =>
      // How a request begins is its verb, whichever that is.
      place > Math.max(from, begins) &&
      ARTICLES.has(words[place - 1]?.word ?? "") &&
      /^\p{L}/u.test(word) &&
      !isCommonWord(word) &&
      !known(word) &&
      deedOf(imperativeOf(word)) === undefined &&
      !marks.some((mark) => start >= mark.start && end <= mark.end),
  );
  return stranger && text.slice(stranger.start, stranger.end);
}

function isLedTo(text: string, values: readonly unknown[]): boolean {
  return values.some((value) => {
    const at = typeof value === "string" ? text.indexOf(value) : -1;
    const before = at <= 0 ? "" : text.slice(0, at);
    const said = tokens(before);
    return (
      at <= 0 ||
      /[:"\u201c\u00ab\n]\s*$/.test(before) ||
      (said.length > 1 && isStated(said, said.length))
    );
  });
}

function objectsIn(text: string, words: readonly Token[]): Addressee[] {
  const { from, to } = withoutCourtesy(words);
  const found: Addressee[] = [];
  for (let verb = from; verb < to - 1; verb++) {
    if (isFunctionWord(words[verb]?.word ?? "")) continue;
    const opens = verb === from || endOfAny("joints", words, verb - 1) === verb;
    const deed = deedOf(imperativeOf(words[verb]?.word ?? ""));
    if (!opens || OF_THINGS.has(deed)) continue;
    const first = ARTICLES.has(words[verb + 1]?.word ?? "") ? verb + 2 : verb + 1;
    if (isMessage(words[first]?.word ?? "")) continue;
    const owned = endOfAny("possessives", words, first);
    const person = owned === undefined ? undefined : endOfAny("people", words, owned);
    const end = person ?? namesEnd(text, words, first);
    const start = words[verb + 1]?.start;
    const last = words[(end ?? 0) - 1];
    const at = person === undefined ? first : (owned ?? first);
    if (end === undefined || start === undefined || last === undefined) continue;
    if (isToldToDo(words, end) || isSubject(words, end)) continue;
    const name = text.slice(words[at]?.start, last.end);
    found.push({ start, end: last.end, name, ...(deed === undefined && { isBare: true }) });
  }
  return found;
}

const OF_THINGS = deedSet("keep", "compare", "remove", "cancel", "restore");

const ARTICLES = wordSet("words.articles");

function namesEnd(text: string, words: readonly Token[], from: number): number | undefined {
  let to = from;
  while (
    to - from < MOST_NAMES &&
    /^\p{Lu}\p{Ll}/u.test(text.slice(words[to]?.start, words[to]?.end))
  )
    to++;
  return to > from ? to : undefined;
}
