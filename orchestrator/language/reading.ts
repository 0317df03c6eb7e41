import type { Locale } from "#shared/contracts/names.ts";
import { AnswerReading } from "./answer-reading.ts";
import { localeOfControl, readControl, refusedControl } from "./control.ts";
import {
  afterBreath,
  afterLead,
  correctionFirst,
  onlyLetsGo,
  putRight,
} from "./conversation/after-lead.ts";
import {
  deedsIn,
  fewWords,
  goesOnWith,
  hasOwnText,
  namesOnly,
  onlyTellingWord,
  pointsToAsker,
  saysOnlySend,
  saysOnlyThat,
  saysWhat,
} from "./conversation/few-words.ts";
import {
  clauseBeside,
  type JoinedThing,
  readJoinedThing,
  readVerb,
  undoes,
  type Verb,
  withoutJoint,
} from "./conversation/joined-thing.ts";
import {
  isName,
  mentions,
  namingWords,
  tellingWords,
  withoutOnly,
  withoutReason,
} from "./conversation/naming.ts";
import {
  asksForAnother,
  asksOnlyFor,
  readAmount,
  readBordered,
  readOnceMore,
} from "./conversation/once-more.ts";
import type { Answer, AnswerAndMore, Following } from "./conversation/read-answer.ts";
import {
  isReaction,
  localeOfCourtesy,
  readCourtesy,
  readNod,
} from "./conversation/read-courtesy.ts";
import { readListChange } from "./conversation/read-list-change.ts";
import {
  labelledIn,
  type Reference,
  readNamed,
  readPlace,
  readReference,
} from "./conversation/read-reference.ts";
import { type Said, withoutToo } from "./conversation/read-said.ts";
import { smallPhrases, smallWords, withoutBegin, withoutEnd } from "./conversation/small-words.ts";
import { contains, endOfAny } from "./modifiers/languages.ts";
import { readZoneSentence, zoneNamed } from "./read-zone.ts";
import { readBy, rememberTexts } from "./remember-texts.ts";
import { schedulesIn } from "./schedule-reading.ts";
import { isBrokenOff, setApart } from "./set-apart.ts";
import { normalised, slice, tokens } from "./text.ts";
import { isFunctionWord, opensQuestion } from "./words/common-words.ts";
import { CORRECTION_OPENINGS } from "./words/connectives.ts";
import { type Deed, deedOf, speaksOf } from "./words/deeds.ts";
import { endOf } from "./words/phrases.ts";

export { WORD_FOLDERS } from "#shared/language/words.ts";
export type { Answer, AnswerAndMore, Following, JoinedThing, Reference, Said, Verb };

const hasAny = (words: ReadonlySet<string>) => (text: string) =>
  tokens(text).some(({ word }) => words.has(word));
const ARTICLES = smallPhrases("articles");
const TAIL = smallPhrases("leadsOut");

const MOST_BARE_WORDS = 7;
const MOST_SAME_WORDS = 10;

const THE_SAME = smallPhrases("theSame");

/** Each part is what its reader says it is. */
const READERS = {
  text: (text: string) => text,
  words: (text: string) => tokens(text),
  normalised,
  naming: (text: string) => new NamingReading(text),
  answer: (text: string) => new AnswerReading(text),

  apart: setApart,
  isBrokenOff,
  isQuestion: (text: string) => text.includes("?"),
  hasOwnText,
  bordered: readBordered,
  isDenied: (text: string) => contains("negators", tokens(text)),

  control: readControl,
  localeOfControl,
  courtesy: readCourtesy,
  localeOfCourtesy,
  nod: readNod,
  afterLead,
  onlyLetsGo,
  afterBreath,
  putRight,
  zoneSentence: readZoneSentence,

  deeds: deedsIn,
  /** The deed that the first word asks for. */
  firstDeed: (text: string) => deedOf(tokens(text)[0]?.word ?? ""),
  verb: readVerb,
  bareRequest: readBareRequest,
  onceMore: readOnceMore,
  another: asksForAnother,
  joinedThing: readJoinedThing,
  withoutJoint,
  amount: readAmount,
  listChange: readListChange,
  goesOnWith,

  saysWhat,
  isOnlySend: saysOnlySend,
  pointsToAsker,
  onlyTellingWord,
  behindTheSame,
  bothWays: readBothWays,
  saysAsWhat: hasAny(smallWords("as")),
  saves: hasAny(smallWords("saves")),
  asksWhich: hasAny(smallWords("which")),
  bringsBack: hasAny(smallWords("bringsBack")),
  withoutToo,
  withoutArticle: (text: string) => withoutBegin(ARTICLES, text),
  /** Without the words that say that something was meant. */
  withoutMeant: (text: string) => withoutBegin(CORRECTION_OPENINGS, text),
};

const ASKED = {
  ...{ refusedControl, undoes, asksOnlyFor, namesOnly, mentions },
  schedules: schedulesIn,
  isOnlyThat: saysOnlyThat,
};

/**
 * What a text says by its words alone: it knows no session, no goal and no catalogue. Every part is read when it is first
 * asked for, and once.
 * Cost: nothing until a part is asked for; then what its reader says
 */
export class Reading extends readBy(READERS, ASKED) {
  /** What stands behind the words that only lead to it; the whole where none do. */
  get behindLead(): Reading {
    return this.afterLead === undefined ? this : readingOf(this.afterLead.rest);
  }
  get correctionFirst(): Reading {
    return readingOf(correctionFirst(this.text));
  }
  /** The clause that asks for this, where the rest only tells why. */
  clauseThat(locale: Locale, asks: (said: Reading) => boolean): Reading | undefined {
    const clause = clauseBeside(this.text, locale, (said) => asks(readingOf(said)));
    return clause === undefined ? undefined : readingOf(clause);
  }
  isLongerThan(most: number): boolean {
    return this.words.length > most;
  }
  names(...deeds: readonly Deed[]): boolean {
    return deeds.some((each) => this.deeds.has(each));
  }
  /** Some word is of such a deed, in whatever form. */
  speaksOf(deed: Deed): boolean {
    return speaksOf(this.words, deed);
  }
  /** It has no word that is not in the other text. */
  isWithin(other: string): boolean {
    const { words } = readingOf(other);
    return this.words.every(({ word }) => words.some((each) => each.word === word));
  }
  /** Some word of the other text that is no small one is in it. */
  sharesWordWith(other: string): boolean {
    return this.hasWord(new Set(tellingWords(other)));
  }
  hasWord(words: ReadonlySet<string>): boolean {
    return hasAny(words)(this.text);
  }
}

/** The reading of a text, kept for the last texts: a message is looked at by many, in whole and in parts. Pure. */
export const readingOf: (text: string) => Reading = rememberTexts(100, (text) => new Reading(text));

/** A request of which hardly more is said than what is to be done. */
type BareRequest = {
  readonly text: string;
  /** It begins as a question does. */
  readonly isQuestion: boolean;
  /** Nothing but deeds and small words. */
  readonly isAll: boolean;
};

/** Pure. Shape: undefined for longer texts, for what asks for nothing, and for what sends. */
function readBareRequest(text: string): BareRequest | undefined {
  const said = withoutEnd(TAIL, afterLead(text)?.rest ?? text);
  const words = fewWords(said, MOST_BARE_WORDS) ?? [];
  const [first] = words;
  const deeds = words.map(({ word }) => deedOf(word));
  const asks = words.some(({ word }, at) => deeds[at] !== undefined || opensQuestion(word));
  // What sends, or asks for nothing, opens no document; a number is of something else.
  if (first === undefined || !asks || deeds.includes("send") || /\d/.test(said)) return undefined;
  return {
    text: said.slice(first.start, words.at(-1)?.end),
    isQuestion: opensQuestion(first.word),
    isAll: words.every(({ word }, at) => deeds[at] !== undefined || isFunctionWord(word)),
  };
}

/** What follows the words for the same as before, where these begin the message and no deed follows. Pure. */
function behindTheSame(text: string): string | undefined {
  if (text.includes("?") || hasOwnText(text)) return undefined;
  const words = fewWords(text, MOST_SAME_WORDS) ?? [];
  const at = words.findIndex((_, from) => endOf(THE_SAME, words, from) !== undefined);
  const first = words[endOf(THE_SAME, words, at) ?? words.length];
  const isLed = at === 0 || isReaction(words.slice(0, at).map(({ word }) => word));
  if (at < 0 || !isLed || first === undefined) return undefined;
  const where = text.slice(first.start);
  return deedsIn(where).size > 0 ? undefined : where;
}

/** Two ways that are both wanted, as people say it who begin by what is not all. Pure. */
function readBothWays(text: string): readonly [string, string] | undefined {
  const words = tokens(text);
  const endFrom = (group: "not_only" | "but_also", from: number) => {
    const at = words.findIndex(
      (_, each) => each >= from && endOfAny(group, words, each) !== undefined,
    );
    return at < 0 ? undefined : { at, end: endOfAny(group, words, at) ?? at };
  };
  const first = endFrom("not_only", 0);
  const also = first && endFrom("but_also", first.end + 1);
  const second = words[also?.end ?? words.length];
  if (first === undefined || also === undefined || second === undefined) return undefined;
  return [slice(text, words, first.end, also.at), text.slice(second.start)];
}

const NAMING_READERS = {
  text: (text: string) => text,
  words: namingWords,
  place: readPlace,
  labelled: labelledIn,
  isName,
  zone: zoneNamed,
};

/** How a text names things. */
class NamingReading extends readBy(NAMING_READERS, { pointer: readReference, named: readNamed }) {
  /** What stands before a name, without what only singles it out, and behind it, without a reason. */
  around({ start, end }: { start: number; end: number }): { before: string; behind: string } {
    const { text } = this;
    return { before: withoutOnly(text.slice(0, start)), behind: withoutReason(text.slice(end)) };
  }
}
