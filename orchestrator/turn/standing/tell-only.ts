import { type Locale, locales } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { type Token, tokens } from "../../language/text.ts";
import { endOf, phrasesIn } from "../../language/time/phrases.ts";
import { REQUEST_LEXICONS } from "../../language/time/request-lexicon.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { framesOf, intentWithout, withFrames } from "../../planning/frames.ts";
import { gateOfFrame } from "../../planning/gate-of-frame.ts";
import type { Outcome } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { type Deed, TELLING } from "./deed.ts";
import { planned } from "./deed-of.ts";
import { makeSchedule } from "./make-schedule.ts";

const MOST_WORDS = 14;
/** Beside what asks to be told. */
const ONLY = wordSet("schedules.only");
const HERE = wordSet("words.here");
/** Further ways to ask for that, beside one of these. */
const SHOWN = byLocale((locale) => phrasesIn("schedules.shown", locale));

/** "*só me avisa*", "tell me here". */
function asksOnlyToBeTold(words: readonly Token[], locale: Locale): boolean {
  const { tellMe } = REQUEST_LEXICONS[locale];
  const tells = (at: number) => endOf(tellMe, words, at) ?? endOf(SHOWN[locale], words, at);
  return words.some(({ word }, at) => {
    const led = ONLY.has(word) ? tells(at + 1) : undefined;
    const behind = words[tells(at) ?? words.length]?.word ?? "";
    // "Só manda" is as well for someone else.
    const isSend = led !== undefined && words[at + 1]?.word === "manda";
    return (led !== undefined && !isSend) || HERE.has(behind) || (ONLY.has(behind) && !isSend);
  });
}

/** "Não precisa salvar, só me avisa": an answer to a question for a yes. Pure. */
export function saysTellOnly(
  text: string,
  { resume: to, locale }: Pick<PendingAction, "resume" | "locale">,
): boolean {
  if (to.at !== "standing" || to.asked !== "confirm") return false;
  const words = tokens(text, MOST_WORDS + 1);
  return words.length <= MOST_WORDS && asksOnlyToBeTold(words, locale);
}

/** The proposal without what it changes or sends: what it reads is told, and of a watch what was seen. undefined: nothing is left. */
export function tellOnly(turn: Turn, proposal: Schedule): Schedule | undefined {
  const deed = deedThatTells(turn, proposal);
  return deed && !deed.acts ? { ...proposal, ...deed } : undefined;
}

function deedThatTells(turn: Turn, { action, timing, digests }: Schedule): Deed | undefined {
  if (timing.kind === "when") return { ...TELLING, digests, action: { do: "tell", text: null } };
  if (action.do === "tell") return undefined;
  const { catalogue } = turn.snapshot;
  const reads = framesOf(action.intent).filter(
    (frame) => gateOfFrame(frame, [], catalogue).effect === "read",
  );
  return reads.length === 0
    ? undefined
    : planned(turn, withFrames({ ...action.intent, followups: [] }, reads));
}

/** Begin the condition again. */
const WHEN = wordSet("schedules.when-it-holds");
const SHORTLY_MS = 10 * 60_000;
const SAME_STEM = 3;

/**
 * "Só me avisa aqui mesmo se cair" behind a no to "se cair abaixo de 1 manda no telegram": the same, only told. undefined:
 * nothing was declined a moment ago, or it says something else.
 */
export async function tellDeclined(
  turn: Turn,
  standing: StandingRequests,
): Promise<Outcome | undefined> {
  const { entry, state, pending, startedAt } = turn;
  const { declined } = state;
  if (declined === null || startedAt - declined.at > SHORTLY_MS) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  const text = entry.input_text;
  const said = tokens(text, MOST_WORDS + 1);
  const locale = locales.find((each) => asksOnlyToBeTold(said, each));
  if (locale === undefined || said.length > MOST_WORDS || text.includes("?")) return undefined;
  const own = tokens(declined.proposal.words);
  const { tellMe } = REQUEST_LEXICONS[locale];
  const isOwn = ({ word }: Token, at: number) =>
    isCommonWord(word) ||
    ONLY.has(word) ||
    HERE.has(word) ||
    WHEN.has(word) ||
    [at, at - 1, at - 2].some((from) => (endOf(tellMe, said, from) ?? 0) > at) ||
    own.some((each) => each.word === word || isFormOf(word, each.word));
  if (!said.every(isOwn)) return undefined;
  const told = inLanguage(turn, locale);
  const only = tellOnly(told, declined.proposal);
  const intent = intentWithout(text, "control", "only told of what was declined");
  return only && { ...(await makeSchedule(told, standing, only, intent, false)), locale };
}

/** "cair" and "caia": of one verb, as far as their beginnings tell. */
const isFormOf = (one: string, other: string): boolean =>
  one.length >= SAME_STEM &&
  !/\d/.test(one) &&
  other.slice(0, SAME_STEM) === one.slice(0, SAME_STEM);
