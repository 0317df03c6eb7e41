import type { FollowupRequest } from "#shared/contracts/intent.ts";
import { ownValue } from "#shared/contracts/json.ts";
import type { PendingResume } from "#shared/contracts/pending.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { StandingCommand } from "../../language/commands/lexicon.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import { intentWithout } from "../../planning/frames.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Given } from "../questions.ts";
import type { StandingTurn, Turn } from "../turn.ts";
import { changeLast } from "./change-standing.ts";
import { confirmOrMake } from "./conclude.ts";
import { planned } from "./deed-of.ts";
import { makeSchedule } from "./make-schedule.ts";
import { changeAll, changeChosen, obeyStanding } from "./obey-standing.ts";
import { propose } from "./propose.ts";
import { proposalWith } from "./read-standing-reply.ts";
import { type StandingRequest, timeOf, untilSaid } from "./request.ts";
import { saysTellOnly, tellOnly } from "./tell-only.ts";
import { restoreStanding } from "./undo-standing.ts";

type At = Extract<PendingResume, { at: "standing" }>;

/** Goes on with a standing request, or a command about some, where its question had stopped it. */
export async function resumeStanding(
  opened: Turn,
  to: At,
  given: Given,
  changed: (followups: readonly FollowupRequest[]) => FollowupRequest[],
): Promise<Outcome> {
  const { standing } = opened.deps;
  const say = sayIn("schedules", opened.locale);
  const intent = intentWithout(to.text, "pending", "standing request");
  const lost = words("clarification", say("asks.unread", { words: to.text }), intent);
  if (standing === undefined) return lost;
  const turn = { ...opened, standing };
  const { text, chosen_at, subject, tell } = to;
  const request: StandingRequest = { text, chosen_at, subject, tell };
  const chosen = (name: string): unknown =>
    given.what === "option" ? ownValue(given.option.params, name) : undefined;
  const typed = given.what === "value" ? String(given.value) : undefined;
  const goOn = async (changed: Partial<StandingRequest>) =>
    (await propose(turn, { ...request, ...changed })) ?? lost;
  switch (to.asked) {
    case "instant": {
      const half = chosen("half");
      if (half === undefined) return goOn({ chosen_at: Number(typed ?? chosen("at")) });
      const one = await turn.deps.store.schedules.find(turn.key, String(chosen("id")));
      const of = half === "am" ? "am" : "pm";
      return (one && (await changeLast(turn, one, to.text, intent, false, of))) ?? lost;
    }
    case "time":
      return goOn({ text: withTime(turn, request, typed ?? "") });
    case "whom":
      return goOn({});
    case "subject":
      return goOn({ subject: typed ?? null });
    case "where":
      return goOn({
        tell: { channel: String(chosen("channel")), session_id: turn.key.session_id },
      });
    case "confirm": {
      if (to.proposal === null) return lost;
      if (typed !== undefined && saysTellOnly(typed, { resume: to, locale: turn.locale })) {
        const told = tellOnly(turn, to.proposal);
        return told === undefined ? lost : makeSchedule(turn, told, intent, false);
      }
      const other = typed === undefined ? undefined : proposalWith(turn, to.proposal);
      if (other !== undefined)
        return other.isAgreed
          ? makeSchedule(turn, other.schedule, intent, false)
          : confirmOrMake(turn, { ...other, request, intent, endsByDefault: false });
      const agreed = agreedTo(turn, to.proposal, typed, changed);
      return agreed === undefined ? lost : makeSchedule(turn, agreed, intent, false);
    }
    case "already_true": {
      if (to.proposal === null) return lost;
      const isNow = chosen("now") === true;
      const ready = { schedule: to.proposal, request, intent, endsByDefault: true };
      return isNow ? words("success", String(chosen("value")), intent) : confirmOrMake(turn, ready);
    }
    case "which": {
      const does = String(chosen("does"));
      const one = await turn.deps.store.schedules.find(turn.key, String(chosen("id")));
      const command = schedulesIn(to.text, turn.locale).command;
      if (one === undefined || command === undefined || command.does !== does) return lost;
      const said = { ...turn, ...saidAlone(turn, to.text) };
      return (await changeChosen({ turn: said, command, intent }, one)) ?? lost;
    }
    case "all": {
      if (to.each === undefined) return lost;
      const { does, ids } = to.each;
      const said = schedulesIn(to.text, turn.locale).command;
      const command: StandingCommand = said?.does === does ? said : { ...NOTHING_SAID, does };
      return changeAll({ turn, command, intent }, ids);
    }
    case "restore":
      return to.proposal === null ? lost : restoreStanding(turn, to.proposal, intent);
    case "wanted":
      return (await turn.doSaid?.({ ...turn, ...saidAlone(turn, to.text) })) ?? lost;
    case "amount": {
      const command = schedulesIn(to.text, turn.locale).command;
      const later = command && { ...command, rest: typed ?? "" };
      return (later && (await obeyStanding(turn, later))) ?? lost;
    }
  }
}

/** A command that a yes alone gives. */
const NOTHING_SAID = { rest: "", isNamed: true, points: false, all: true };

/** Words that a person has said yes to, as their own message, and under no front end's instruction. */
const saidAlone = ({ entry }: Turn, input_text: string): Partial<Turn> => ({
  entry: { ...entry, input_text },
  pending: undefined,
  instruction: undefined,
});

/** What the yes is for: the proposal, with the end that was said with it, or without what is not wanted. */
function agreedTo(
  turn: StandingTurn,
  before: Schedule,
  typed: string | undefined,
  changed: (followups: readonly FollowupRequest[]) => FollowupRequest[],
): Schedule | undefined {
  const { next_at, action } = before;
  // A yes that came late is for what is still to come.
  const coming = next_at === null ? null : Math.max(next_at, turn.startedAt);
  const proposal = { ...before, next_at: coming };
  const until = typed === undefined ? undefined : untilSaid(turn, typed)?.end;
  if (until !== undefined) {
    const isOver = proposal.next_at !== null && until < proposal.next_at;
    return isOver ? undefined : { ...proposal, until };
  }
  if (action.do !== "goals") return proposal;
  const followups = changed(action.intent.followups);
  const isSame = JSON.stringify(followups) === JSON.stringify(action.intent.followups);
  if (isSame) return proposal;
  const deed = planned(turn, { ...action.intent, followups });
  return deed && { ...proposal, ...deed };
}

/** The request with the time that was asked for, where the words are read best. */
function withTime(turn: StandingTurn, request: StandingRequest, typed: string): string {
  const ways = schedulesIn(typed, turn.locale)
    .when.flatMap((said) => [`${request.text} ${said}`, `${said} ${request.text}`])
    .map((text) => text.trim());
  const isClear = (text: string) =>
    !["ask", "none"].includes(timeOf(turn, { ...request, text }).kind);
  return ways.find(isClear) ?? ways[0] ?? request.text;
}
