import { shift } from "#shared/calendar/days.ts";
import { skippedHoliday } from "#shared/calendar/days-of-rule.ts";
import { nextInstants } from "#shared/calendar/next-instants.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { capabilityIn } from "../../catalogue/described-in.ts";
import { phrasesSaid } from "../../language/commands/subject-of.ts";
import { TELL_FOR_MS } from "../../standing/scheduler.ts";
import { showDay, showInstant, showLength, showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { withWhom } from "../reply/goal-question.ts";
import type { StandingTurn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { nameOf } from "./show-schedule.ts";

/** Where it is told, as it is seen from a conversation. */
function placeOf(
  { tell }: Pick<Schedule, "tell">,
  { key, standing }: Pick<StandingTurn, "key" | "standing">,
): "here" | "channel" | "inbox" {
  if (tell.channel === INBOX) return "inbox";
  const isHere = tell.place !== undefined && tell.session_id === key.session_id;
  return standing.factsOf(tell.channel) !== undefined && !isHere ? "channel" : "here";
}

/** Where it is told, in words; and where people may be written to only for a time after they wrote, when it arrives. */
export function sayWhere(
  schedule: Pick<Schedule, "tell" | "until" | "next_at">,
  turn: Pick<StandingTurn, "locale" | "startedAt" | "key" | "standing">,
): string {
  const { tell, until, next_at } = schedule;
  const say = sayIn("schedules", turn.locale);
  const { title = tell.channel, windowMs } = turn.standing.factsOf(tell.channel) ?? {};
  const place = placeOf(schedule, turn);
  const where =
    place === "channel" ? say("told_at.channel", { channel: title }) : say(`told_at.${place}`);
  const last = (until ?? next_at ?? turn.startedAt) - turn.startedAt;
  // Who asks elsewhere may not have written there for long.
  if (windowMs === undefined || (place === "here" && last <= windowMs)) return where;
  const lengths = { within: showLength(windowMs), late: showLength(TELL_FOR_MS) };
  return `${where} ${say("told_at.after_writing", lengths)}`;
}

/** A place to tell that waits until the user looks. */
export const INBOX = "inbox";

/** The channel that the words name, of those that bring texts. */
export const channelNamed = (text: string, { channels }: StandingRequests): string | undefined =>
  channels().find((channel) => phrasesSaid(text, [channel]).length > 0);

const SHOWN = 5;

/** Keeps a standing request, durable before it is told, and says what was agreed. */
export async function makeSchedule(
  turn: StandingTurn,
  schedule: Schedule,
  intent: IntentOutput,
  endsByDefault: boolean,
): Promise<Outcome> {
  const { deps, locale, standing } = turn;
  const say = sayIn("schedules", locale);
  if (!(await deps.store.schedules.add(schedule, standing.most)))
    return words("clarification", say("too_many", { most: standing.most }), intent);
  if (schedule.next_at !== null) standing.wakeAt(schedule.next_at);
  const agreed = describeMade(schedule, turn, endsByDefault);
  const { catalogue } = turn.snapshot;
  const effects = schedule.consent.map((each) => capabilityIn(each, catalogue, locale));
  const { action } = schedule;
  const sends = (line: string) =>
    action.do === "tell" ? line : withWhom(line, action.intent, catalogue, locale);
  const each = say("each_time", { effects: effects.join("; ") });
  const answer = effects.length === 0 ? agreed : `${agreed}\n${sends(each)}`;
  return { ...words("success", answer, intent), standing: { id: schedule.id, before: null } };
}

/** What was agreed: what, when, the next instants, until when, in which zone. */
export function describeMade(
  schedule: Schedule,
  turn: Pick<StandingTurn, "locale" | "startedAt" | "key" | "standing">,
  endsByDefault: boolean,
): string {
  const { locale, startedAt } = turn;
  const { holidays } = turn.standing;
  const say = sayIn("schedules", locale);
  const { timing, zone, until } = schedule;
  const show = (at: number) => showInstant(at, zone, locale, startedAt);
  const when = showTiming(schedule, locale, startedAt);
  const lines = [
    timing.kind === "when"
      ? say("watching", { what: nameOf(schedule), when, often: showLength(timing.watch.every_ms) })
      : say("made", { what: nameOf(schedule), when }),
  ];
  if (schedule.paused !== null) {
    const back = schedule.paused.until;
    lines.push(back === null ? say("stopped") : say("stopped_until", { until: show(back) }));
  }
  if (timing.kind === "when" && timing.watch.again && timing.watch.comparison.is !== "changes")
    lines.push(say("band", { percent: timing.watch.band_percent.toLocaleString(locale) }));
  if (timing.kind === "every") {
    const from = Math.max(startedAt, schedule.paused?.until ?? 0);
    const shown = { most: SHOWN, until: until ?? undefined };
    const instants = nextInstants(timing.rule, zone, from, holidays, shown);
    lines.push(say("next", { instants: instants.map(show).join("; ") }));
    const last = instants.at(-1);
    const skips =
      last === undefined || timing.rule.by !== "calendar"
        ? []
        : skippedUpTo(timing.rule, last, zone, turn);
    if (skips.length > 0) lines.push(say("skips", { days: skips.join(", ") }));
  }
  if (schedule.if_late !== undefined) lines.push(say(`if_late.${schedule.if_late}`));
  if (until !== null && endsByDefault)
    lines.push(say("ends_by_default", { until: showDay(until, zone, locale, startedAt) }));
  else if (until !== null) lines.push(say("ends", { until: show(until) }));
  lines.push(`${sayWhere(schedule, turn)} ${say("zone", { zone })} ${say("how_to_undo")}`);
  return lines.join("\n");
}

function skippedUpTo(
  rule: Parameters<typeof skippedHoliday>[0],
  to: number,
  zone: string,
  { locale, startedAt: from, standing: { holidays } }: Parameters<typeof describeMade>[1],
): string[] {
  const shown = { timeZone: "UTC", day: "2-digit", month: "2-digit" } as const;
  const day = new Intl.DateTimeFormat(locale, shown);
  const last = localTimeOf(to, zone).date;
  const found: string[] = [];
  for (let date = localTimeOf(from, zone).date; date <= last; date = shift(date, 1, "day")) {
    const name = skippedHoliday(rule, date, holidays);
    if (name !== undefined) found.push(`${day.format(Date.parse(date))} (${name})`);
  }
  return found;
}
