import type { Locale } from "#shared/contracts/names.ts";
import type { PendingAction, PendingOption } from "#shared/contracts/pending.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { inPart } from "#shared/language/time/clocks.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { localTimeOf } from "../../calendar/zoned.ts";
import { type Token, tokens } from "../../language/text.ts";
import { TIME_LEXICONS } from "../../language/time/lexicons.ts";
import { endOf, phrasesIn } from "../../language/time/phrases.ts";
import type { Said } from "../../language/time/piece.ts";
import { piecesOf } from "../../language/time/pieces-of.ts";
import { isDayPiece, placeDays } from "../../language/time/place-days.ts";
import { placeTime } from "../../language/time/place-times.ts";
import type { Given } from "../given.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { betweenLeads } from "./between-leads.ts";
import { changeTo } from "./change-standing.ts";
import { hereOf } from "./commanded.ts";
import { opensStanding } from "./opens-standing.ts";
import { saysTellOnly } from "./tell-only.ts";
import { untilSaid } from "./until-said.ts";

type Sure = Given & { readonly sure: true };

/** A yes, and what may join it to more. */
const YES = byLocale((locale) => phrasesIn("schedules.yes", locale));
const JOINTS = wordSet("schedules.joints-behind-yes");
/** Say nothing about which of several instants is meant. */
const NEUTRAL = wordSet("schedules.around-an-answer");
const ME = byLocale((locale) => phrasesIn("schedules.to-me", locale));

/** An answer to a question about a standing request, beyond what any question takes: "sim, mas só até sexta", "da noite". */
export function readStandingReply(opened: Turn, asked: PendingAction): Sure | undefined {
  const { resume: to, options } = asked;
  const { standing } = opened.deps;
  if (to.at !== "standing" || standing === undefined) return undefined;
  const turn = opened;
  const text = turn.entry.input_text;
  const words = tokens(text);
  switch (to.asked) {
    case "confirm": {
      const more = afterYes(words, turn.locale);
      const rest = more === undefined ? "" : text.slice(more.start);
      if (saysTellOnly(text, asked)) return { what: "value", value: text, sure: true };
      const changed = to.proposal === null ? undefined : proposalWith(turn, standing, to.proposal);
      if (changed !== undefined) return { what: "value", value: text, sure: true };
      if (rest === "") return undefined;
      if (untilSaid(turn, standing, rest)?.isAll === true)
        return { what: "value", value: rest, sure: true };
      const said = tokens(rest);
      const isSinceNow = endOf(TIME_LEXICONS[turn.locale].sinceNow, said, 0) === said.length;
      return isSinceNow && to.proposal?.timing.kind === "when"
        ? { what: "yes", sure: true }
        : undefined;
    }
    case "instant":
      return instantMeant(turn, betweenLeads(text, turn.locale).core, options);
    case "whom": {
      const [me] = options;
      // "Fine, remind *me* ..." asks for something of its own.
      const isMe =
        !opensStanding(turn, text) &&
        words.some((_, at) => endOf(ME[turn.locale], words, at) !== undefined);
      return me !== undefined && isMe ? { what: "option", option: me, sure: true } : undefined;
    }
    case "time":
    case "subject":
    case "where":
    case "already_true":
    case "which":
    case "amount":
    case "restore":
    case "wanted":
    case "all":
      return undefined;
  }
}

/**
 * The proposal as the answer has it: "yes, but make it 8:30", "no wait, the 6th". `isAgreed`: with a yes; else it is asked
 * again. undefined: it says no other time or threshold.
 */
export function proposalWith(
  turn: Turn,
  standing: StandingRequests,
  proposal: Schedule,
): { schedule: Schedule; isAgreed: boolean } | undefined {
  const text = turn.entry.input_text;
  const words = tokens(text);
  const isAgreed = endOf(YES[turn.locale], words, 0) !== undefined;
  const more = isAgreed ? afterYes(words, turn.locale) : words[0];
  const { core } = betweenLeads(more === undefined ? "" : text.slice(more.start), turn.locale);
  if (core === "" || untilSaid(turn, standing, core)?.isAll === true) return undefined;
  const timed = changeTo(turn, standing, proposal, core, core);
  if (timed === undefined) return undefined;
  const schedule = { ...proposal, ...timed };
  // A yes to one time is none to every day.
  const isOften = schedule.timing.kind === "every" && proposal.timing.kind !== "every";
  return { schedule, isAgreed: isAgreed && !isOften };
}

/** "No, leave the note where it is": a no with its reason. */
export const declinesStanding = (text: string, { resume: to }: PendingAction): boolean =>
  to.at === "standing" &&
  to.asked === "confirm" &&
  /^\s*(?:no|nope|nah|n\u00e3o|nao)\s*[,.!;]/iu.test(text);

/** A yes and nothing else. */
export function isBareYes(text: string, locale: Locale): boolean {
  const words = tokens(text);
  return words.length > 0 && endOf(YES[locale], words, 0) === words.length;
}

/** What stands behind a yes; undefined: nothing, or no yes. */
function afterYes(words: readonly Token[], locale: Locale): Token | undefined {
  let at = endOf(YES[locale], words, 0);
  if (at === undefined) return undefined;
  while (JOINTS.has(words[at]?.word ?? "")) at++;
  return words[at];
}

/** "Da noite", "amanhã", "8pm": the only one of the instants that it fits, or another one that it names by itself. */
function instantMeant(
  turn: Turn,
  text: string,
  options: readonly PendingOption[],
): Sure | undefined {
  const { locale, timezone, startedAt, deps } = turn;
  const words = tokens(text);
  const said: Said = {
    text,
    words,
    locale,
    today: () => undefined,
    lexicon: TIME_LEXICONS[locale],
    here: hereOf(turn),
  };
  const pieces = piecesOf(said);
  const isAll = words.every(
    ({ word }, at) => NEUTRAL.has(word) || pieces.some(({ from, to }) => at >= from && at < to),
  );
  if (!isAll || pieces.length === 0) return undefined;
  const days = pieces.filter(isDayPiece);
  const placed = days.length === 0 ? undefined : placeDays(days, said);
  const dates = placed === undefined ? [] : "date" in placed ? [placed.date] : placed.unclear;
  const part = pieces.find(({ is }) => is === "part");
  const clock = pieces.find(({ is }) => is === "clock");
  const time =
    clock?.is === "clock"
      ? placeTime(clock, part?.is === "part" ? part.part : undefined, false)
      : undefined;
  const times = time === undefined ? [] : "time" in time ? [time.time] : time.unclear;
  const fits = options.filter(({ params }) => {
    const at = params?.["at"];
    if (typeof at !== "number") return false;
    const local = localTimeOf(at, timezone);
    const hour = Number(local.time.slice(0, 2));
    return (
      (days.length === 0 || dates.includes(local.date)) &&
      (times.length === 0 || times.includes(local.time)) &&
      (part?.is !== "part" || inPart(hour, part.part) === hour)
    );
  });
  const [only, other] = fits;
  if (only !== undefined && other === undefined)
    return { what: "option", option: only, sure: true };
  if (only !== undefined) return undefined;
  const own = deps.standing?.readTime(text, startedAt, timezone, locale);
  const [first] = own?.instants ?? [];
  return own?.kind === "at" && first !== undefined
    ? { what: "value", value: first, sure: true }
    : undefined;
}
