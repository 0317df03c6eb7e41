import { isDeepStrictEqual } from "node:util";
import { instantOf } from "#shared/calendar/zoned.ts";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { capabilitiesOfGoal } from "../../catalogue/catalogue.ts";
import { isPronoun, phrasesSaid } from "../../language/commands/subject-of.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import { instantAhead } from "../../language/time/combine.ts";
import { itemsIn } from "../conversation/note-shown.ts";
import type { StandingTurn, Turn } from "../turn.ts";
import { readOnce } from "./look.ts";
import { type StandingRequest, timeOf } from "./request.ts";

/** Something that begins at a time, in epoch milliseconds. */
type Event = { readonly label: string; readonly starts_at: number };

/** A reminder with the instant that it comes to, and what that is counted from. */
type BeforeEvent = { readonly request: StandingRequest; readonly event: Event };

/**
 * A reminder so long before something: before what was just asked for or shown, or what a domain finds by its name.
 * Shape: undefined: it is none, or nothing tells when that is
 * Cost: one call of each domain that looks such things up, where one is named that was not shown
 */
export async function beforeEvent(
  turn: StandingTurn,
  request: StandingRequest,
): Promise<BeforeEvent | undefined> {
  const { timezone, locale } = turn;
  const { ahead, rest } = timeOf(turn, request);
  if (ahead === undefined) return undefined;
  const told = schedulesIn(rest, locale).timedReminder?.text ?? "";
  const own = isPronoun(told) ? "" : told;
  const name = ahead.of ?? own;
  const named = name === "" ? undefined : (shownAs(turn, name) ?? (await foundBy(turn, name)));
  const event = named ?? (ahead.of === undefined ? lastOf(turn) : undefined);
  if (event === undefined) return undefined;
  const chosen_at = instantAhead(event.starts_at, ahead.amount, timezone);
  const subject = own === "" ? event.label : request.subject;
  return { event, request: { ...request, chosen_at, subject } };
}

/** What was asked for or shown last, where that is one thing. */
function lastOf(turn: Turn): Event | undefined {
  const { last_frame, shown } = turn.state;
  const last = shown.at(-1);
  const isShown = last?.frames.some((frame) => isDeepStrictEqual(frame, last_frame)) === true;
  if (last_frame !== null && !isShown) return eventIn(turn, last_frame);
  const [only, other] = last?.items ?? [];
  return other === undefined ? eventOf(only) : undefined;
}

/** The last thing of this name that the conversation asked for or showed; undefined also where one answer showed several. */
function shownAs(turn: Turn, name: string): Event | undefined {
  const { last_frame, shown } = turn.state;
  const asked = last_frame === null ? undefined : eventIn(turn, last_frame);
  const answers = [[asked], ...shown.toReversed().map(({ items }) => items.map(eventOf))];
  const named = answers.map((events) =>
    events.filter((each) => each !== undefined && isNamed(each.label, name)),
  );
  const [only, other] = named.find(({ length }) => length > 0) ?? [];
  return other === undefined ? only : undefined;
}

const isNamed = (label: string, name: string): boolean =>
  phrasesSaid(name, [label]).length > 0 || phrasesSaid(label, [name]).length > 0;

function eventOf(
  item: { readonly label: string; readonly starts_at?: number | undefined } | undefined,
): Event | undefined {
  const { label, starts_at } = item ?? {};
  return label === undefined || starts_at === undefined ? undefined : { label, starts_at };
}

/** A request that names one thing, a day and an hour. */
function eventIn({ snapshot, timezone }: Turn, frame: GoalFrame): Event | undefined {
  const { primary_domain, goal, entities } = frame;
  const schema = snapshot.catalogue.goal(primary_domain, goal)?.spec.entities_schema ?? {};
  const saidAs = (type: "string" | "date" | "time") =>
    Object.entries(schema)
      .filter(([, entity]) => entity.type === type)
      .map(([name]) => entities[name])
      .find((value) => typeof value === "string");
  const [label, date, time] = [saidAs("string"), saidAs("date"), saidAs("time")];
  if (label === undefined || date === undefined || time === undefined) return undefined;
  const starts_at = instantOf({ date, time }, timezone);
  return Number.isNaN(starts_at) ? undefined : { label, starts_at };
}

/** The one thing of this name that a domain finds. undefined: none does, or several do. */
async function foundBy(turn: StandingTurn, name: string): Promise<Event | undefined> {
  const { snapshot, deps, key, locale, timezone: zone, mayUse, startedAt } = turn;
  const { catalogue } = snapshot;
  const found: Event[] = [];
  for (const goal of catalogue.goals) {
    const [only, other] = capabilitiesOfGoal(goal, catalogue);
    const declared = only?.spec.result_items;
    if (other !== undefined || only?.effect !== "read" || declared?.named_by === undefined)
      continue;
    const asked = {
      domain: goal.domain,
      goal: goal.spec.goal,
      entities: { [declared.named_by]: name },
    };
    const result = await readOnce(asked, { ...key, locale, zone }, deps, mayUse);
    const coming = itemsIn(result, goal.domain, declared, locale)
      .items.map(eventOf)
      .filter((each) => each !== undefined)
      .find((each) => each.starts_at > startedAt && isNamed(each.label, name));
    if (coming !== undefined) found.push(coming);
  }
  const [only, other] = found;
  return other === undefined ? only : undefined;
}
