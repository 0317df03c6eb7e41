import { localTimeOf } from "#shared/calendar/zoned.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { PendingAction, PendingOption } from "#shared/contracts/pending.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { declines } from "../../language/commands/answers.ts";
import { readInstantSaid } from "../../language/commands/day-said.ts";
import { readingOf } from "../../language/reading.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import type { TimeReading } from "../../language/time/reading.ts";
import type { Given } from "../questions.ts";
import type { StandingTurn, Turn } from "../turn.ts";
import { changeTo } from "./change-standing.ts";
import { hereOf } from "./commanded.ts";
import { halfOf, onTwelve } from "./hours-of.ts";
import { untilSaid } from "./request.ts";
import { saysTellOnly } from "./tell-only.ts";

type Where = Pick<Turn, "deps" | "startedAt" | "timezone">;

/** A message that begins a reminder, or asks about standing requests, whatever question is open. */
export const opensStanding = (
  { deps: { standing }, state, startedAt, timezone }: Where & Pick<Turn, "state">,
  text: string,
): boolean =>
  standing !== undefined &&
  locales.some((locale) => {
    const said = schedulesIn(text, locale);
    const { command } = said;
    const isLast = state.last_standing !== null;
    const readTime = (words: string) => standing.readTime(words, startedAt, timezone, locale);
    const isTimed = () => {
      const { kind, rest } = readTime(text);
      const isWhen = kind === "at" || kind === "every";
      return isWhen && schedulesIn(rest, locale).timedReminder !== undefined;
    };
    return (
      command?.does === "list" ||
      command?.does === "why" ||
      (isLast && command?.does === "show" && command.points) ||
      (isLast && command?.hasNoun === true) ||
      (isLast && command?.does === "change" && readTime(command.rest).kind !== "none") ||
      said.reminder !== undefined ||
      // The time may stand before it.
      (said.saysRemind && schedulesIn(readTime(text).rest, locale).reminder !== undefined) ||
      (said.tellMe !== undefined && isTimed())
    );
  });

/** To be told of something that is compared, whatever else the words are about. Pure. */
export const isWatch = ({ condition, rest }: TimeReading, locale: Locale): boolean =>
  condition?.comparison !== undefined && schedulesIn(rest, locale).tellMe !== undefined;

/** What is asked for now, and behind it what is to be told or sent later. undefined: no such two. Pure. */
export function nowAndLaterIn(
  { deps: { standing }, startedAt, timezone }: Where,
  text: string,
): { first: string; later: string } | undefined {
  if (standing === undefined) return undefined;
  return locales
    .flatMap((locale) =>
      schedulesIn(text, locale).laterBehind.filter(({ later }) => {
        const { kind, rest } = standing.readTime(later, startedAt, timezone, locale);
        const asks = schedulesIn(rest, locale);
        return kind !== "none" && (asks.reminder ?? asks.sendMe) !== undefined;
      }),
    )
    .toSorted((one, other) => one.first.length - other.first.length)
    .at(0);
}

/** Without the words that say that it was meant. */
const meantBy = (text: string, locale: Locale): string =>
  schedulesIn(readingOf(text).correctionFirst.withoutMeant, locale).goesOn.core;

type Sure = Given & { readonly sure: true };

/** An answer to a question about a standing request, beyond what any question takes. */
export function readStandingReply(opened: Turn, asked: PendingAction): Sure | undefined {
  const { resume: to, options } = asked;
  const { standing } = opened.deps;
  if (to.at !== "standing" || standing === undefined) return undefined;
  const turn = { ...opened, standing };
  const text = turn.entry.input_text;
  const said = schedulesIn(text, turn.locale);
  switch (to.asked) {
    case "confirm": {
      const rest = said.agreement?.more ?? "";
      if (saysTellOnly(text, asked)) return { what: "value", value: text, sure: true };
      const changed = to.proposal === null ? undefined : proposalWith(turn, to.proposal);
      if (changed !== undefined) return { what: "value", value: text, sure: true };
      if (rest === "") return undefined;
      if (untilSaid(turn, rest)?.isAll === true) return { what: "value", value: rest, sure: true };
      const { saysSinceNow } = schedulesIn(rest, turn.locale);
      return saysSinceNow && to.proposal?.timing.kind === "when"
        ? { what: "yes", sure: true }
        : undefined;
    }
    case "instant":
      return instantMeant(turn, meantBy(text, turn.locale), options);
    case "whom": {
      const [me] = options;
      // A reminder asks for something of its own.
      const isMe = said.saysToMe && !opensStanding(turn, text);
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
 * The proposal as the answer has it, with another time or threshold. `isAgreed`: with a yes; else it is asked
 * again. undefined: it says no other time or threshold.
 */
export function proposalWith(
  turn: StandingTurn,
  proposal: Schedule,
): { schedule: Schedule; isAgreed: boolean } | undefined {
  const text = turn.entry.input_text;
  const { agreement } = schedulesIn(text, turn.locale);
  const isAgreed = agreement !== undefined;
  const { core } = schedulesIn(agreement?.more ?? text, turn.locale).goesOn;
  if (core === "" || untilSaid(turn, core)?.isAll === true) return undefined;
  const timed =
    changeTo(turn, proposal, core) ?? changeTo(turn, proposal, core, false, halfOf(proposal));
  if (timed === undefined) return undefined;
  const schedule = { ...proposal, ...timed };
  // A yes to one time is none to every day.
  const isOften = schedule.timing.kind === "every" && proposal.timing.kind !== "every";
  return { schedule, isAgreed: isAgreed && !isOften };
}

/** A no with its reason. */
export const declinesStanding = (text: string, { resume: to }: PendingAction): boolean =>
  to.at === "standing" && to.asked === "confirm" && declines(text);

/** The only one of the instants that the text fits, or another one that it names by itself. */
function instantMeant(
  turn: Turn,
  text: string,
  options: readonly PendingOption[],
): Sure | undefined {
  const { locale, timezone, startedAt, deps } = turn;
  const isMeant = readInstantSaid(text, locale, hereOf(turn));
  const fits = options.filter(({ params }) => {
    const at = params?.["at"];
    if (typeof at !== "number") return false;
    const local = localTimeOf(at, timezone);
    // Which half of the day may be all that is said.
    const said = `${onTwelve(local.time)} ${text}`;
    return (isMeant ?? readInstantSaid(said, locale, hereOf(turn)))?.(local) === true;
  });
  const [only, other] = fits;
  if (only !== undefined && other === undefined)
    return { what: "option", option: only, sure: true };
  if (only !== undefined || isMeant === undefined) return undefined;
  const own = deps.standing?.readTime(text, startedAt, timezone, locale);
  const [first] = own?.instants ?? [];
  return own?.kind === "at" && first !== undefined
    ? { what: "value", value: first, sure: true }
    : undefined;
}
