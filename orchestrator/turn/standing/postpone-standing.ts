import { localTimeOf } from "#shared/calendar/zoned.ts";
import { happensOnce, type Schedule, type Tick } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { pick } from "../../language/commands/pick.ts";
import { withoutReason } from "../../language/commands/read-command.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import type { TimeBeside } from "../../language/time/beside.ts";
import { postponed } from "../../standing/resume-schedule.ts";
import { showInstant } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { type Commanded, hereOf, which } from "./commanded.ts";
import { asked, requestOf, resumeAt } from "./request.ts";
import { nameAndTime, nameOf } from "./show-schedule.ts";

/** What has rung is spoken of for so long without a name. */
const SHORTLY_MS = 60 * 60 * 1000;
/** Where no length is said. */
const SNOOZE_MS = 10 * 60 * 1000;

/** What a request becomes with another time; see change-standing.ts. */
type ChangeTo = (
  turn: Commanded["turn"],
  one: Schedule,
  text: string,
) => Pick<Schedule, "next_at"> | undefined;

/** The one that just rang, else the one that is named, or the only one. */
export async function postponeStanding(
  commanded: Commanded,
  open: readonly Schedule[],
  rang: Tick | undefined,
  changeTo: ChangeTo,
): Promise<Outcome | undefined> {
  const { turn, command, intent } = commanded;
  const { deps, key, locale, startedAt, timezone } = turn;
  const say = sayIn("schedules", locale);
  const last = open.find(({ id }) => id === turn.state.last_standing?.id);
  // What was made or changed after it rang is what people speak of.
  const isLast =
    last !== undefined && (rang === undefined || last.updated_at > (rang.ended_at ?? rang.at));
  const ringing = isLast
    ? undefined
    : rang && (await deps.store.schedules.find(key, rang.schedule_id));
  const isFresh = rang !== undefined && startedAt - (rang.ended_at ?? rang.at) <= SHORTLY_MS;
  const isOnce = last !== undefined && happensOnce(last.timing);
  if (command.rang === true && !(isFresh && !isLast) && !(isLast && isOnce)) return undefined;
  if (open.length === 0 && ringing === undefined)
    return command.isNamed ? words("clarification", say("none"), intent) : undefined;
  const said = schedulesIn(command.rest, locale);
  const read = (text: string, known?: TimeBeside) =>
    turn.standing.readTime(text, startedAt, timezone, locale, known);
  const direct = read(command.rest);
  const counted = read(said.byAmount, { is: "length" });
  const until = happensOnce(direct) ? direct : counted.kind === "after" ? counted : undefined;
  const [only] = open;
  // A length counts from now, an hour is one of the day that it is on.
  const ownDay = (one: Schedule | undefined, isRinging: boolean) =>
    until === undefined || (until.kind === "at" && !isRinging)
      ? destination(commanded, one, changeTo)
      : undefined;
  const to = ownDay(ringing ?? last ?? only, ringing !== undefined) ?? until?.instants[0];
  // Only another day.
  const onDay = direct.kind === "ask" && direct.asks === "needs_hour" ? direct : undefined;
  const isBare = said.words.length === 0;
  const isBackwards = /(?:^|\s)-\s?\d/.test(command.rest);
  const soon = isBare && ringing !== undefined ? startedAt + SNOOZE_MS : undefined;
  const when = isBackwards ? undefined : (to ?? soon);
  if (when === undefined && onDay === undefined) {
    const resume = resumeAt("amount", requestOf(turn.entry.input_text));
    return asked(turn, intent, say("postpone_how"), resume);
  }
  const once = open.filter(({ timing }) => timing.kind !== "when");
  const isOpen = once.some(({ id }) => id === ringing?.id);
  const known = ringing === undefined || isOpen ? once : [...once, ringing];
  const clause = withoutReason(command.rest, said.words);
  // Before what it becomes, or beside how long.
  const named = [said.into?.names ?? "", read(clause, { is: "length" }).rest, clause]
    .map((names) => pick(names, known, locale, hereOf(turn)))
    .find(({ says, picked, unread }, way) =>
      way === 2 ? command.isNamed : says && picked.length + unread.length > 0,
    );
  // What is named is none of these.
  if (named?.says === true && named.picked.length === 0 && named.unread.length > 0)
    return words("clarification", say("not_found"), intent);
  const isOneOf = named !== undefined && named.picked.length > 0;
  // A noun names every one of its kind, a pronoun the one that was spoken of last.
  const ofLast = isLast && command.hasNoun !== true ? [last] : isOneOf ? named.picked : once;
  const meant = isOneOf && named.says ? named.picked : ringing !== undefined ? [ringing] : ofLast;
  const [one, other] = meant;
  if (one === undefined) return words("clarification", say("not_found"), intent);
  if (other !== undefined) return which(commanded, meant);
  // Put off, it would go on as if it had never been cancelled.
  if (one.status === "cancelled") {
    const told = say("is_over.cancelled", nameAndTime(one, turn));
    return words("clarification", told, intent);
  }
  const planned = one.next_at;
  const rings = ringing?.id === one.id && (one.status !== "active" || isFresh);
  // What has not rung yet is put off from its own time.
  const later =
    !rings && until === counted && when !== undefined && planned !== null && planned > startedAt
      ? planned + (when - startedAt)
      : (ownDay(one, rings) ??
        when ??
        read(command.rest, { times: [localTimeOf(planned ?? startedAt, one.zone).time] })
          .instants[0]);
  if (later === undefined) return words("clarification", say("postpone_how"), intent);
  const moved = { ...postponed(one, later, startedAt), version: one.version + 1 };
  if (!(await deps.store.schedules.change(moved)))
    return words("clarification", say("changed_meanwhile"), intent);
  turn.standing.wakeAt(later);
  const time = showInstant(later, timezone, locale, startedAt);
  const answer =
    !rings && planned !== null && later < planned
      ? say("changed", { what: nameOf(one), when: time })
      : say("postponed", { what: nameOf(one), time });
  return { ...words("success", answer, intent), standing: { id: one.id, before: one } };
}

/** What it is put off to, of the day that it is on, or was. */
function destination(
  { turn, command: { rest } }: Commanded,
  one: Schedule | undefined,
  changeTo: ChangeTo,
): number | undefined {
  const { into } = schedulesIn(rest, turn.locale);
  if (one === undefined || into === undefined || into.wanted === "") return undefined;
  const at = one.next_at ?? turn.startedAt;
  const once = { ...one, timing: { kind: "at" as const, at }, next_at: at };
  const to = changeTo(turn, once, into.withLead)?.next_at;
  return to == null || to <= turn.startedAt ? undefined : to;
}
