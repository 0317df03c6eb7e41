import type { TellTo, WatchState } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { phrasesSaid } from "../../language/commands/subject-of.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import { forbiddenSteps } from "../../planning/rights.ts";
import { isTrue, observe, withSeen } from "../../standing/observe.ts";
import { promisesOf } from "../../standing/promises.ts";
import { showComparison, showSeen } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { conclude, type Proposed, scheduleOf } from "./conclude.ts";
import { askWhom, sendStatement } from "./deed-of.ts";
import { look, planOfLook } from "./look.ts";
import { asked, type Deed, resumeAt, TELLING } from "./request.ts";
import { watchFor } from "./with-subject.ts";

/** It has to go back by so much of its threshold before it may fire again, per cent; unless the words say how much. */
const BAND_PERCENT = 1;

/** A request on a condition: what it watches is looked at once, so that where things stand is known and told. */
export async function proposeWatch(
  turn: Turn,
  standing: StandingRequests,
  proposed: Omit<Proposed, "deed">,
  deedOf: () => Promise<Deed | Outcome | undefined>,
): Promise<Outcome | undefined> {
  const { reading, intent, request } = proposed;
  const { snapshot, mayUse, locale, key, timezone, deps } = turn;
  const { catalogue } = snapshot;
  const say = sayIn("schedules", locale);
  const { condition } = reading;
  const found = condition && watchFor(turn, condition);
  if (condition === undefined || found === undefined)
    return words(
      "clarification",
      say("cannot_watch", { what: condition?.clause ?? reading.words }),
      intent,
    );
  const { watchable, comparison, becomes, domain, goal, entities, isFirst } = found;
  const [called] = isFirst || watchable.of_day ? [] : (watchable.words[locale] ?? []);
  const fresh: WatchState = {
    ...{ domain, goal, entities, value: watchable.name, comparison },
    ...(becomes !== undefined && { becomes: [...becomes] }),
    ...(called !== undefined && { called }),
    base: null,
    base_day: null,
    band_percent: condition.band_percent ?? BAND_PERCENT,
    again: condition.again,
    armed: true,
    last: null,
    fresh: null,
    source: null,
    every_ms: watchable.every_s * 1000,
    seen: [],
  };
  const looked = { ...key, locale, zone: timezone, watch: fresh };
  const plan = planOfLook(looked, deps, mayUse);
  if (plan === undefined || forbiddenSteps(plan, { catalogue, mayUse }).length > 0)
    return words("clarification", say("cannot_watch", { what: condition.clause }), intent);
  const statement = say("statement", {
    what: Object.values(entities).flat().join(", "),
    when: showComparison(comparison, locale),
  });
  const telling = tellsOnly(turn, proposed.place, reading.rest);
  const sent =
    telling === undefined ? await sendStatement(turn, reading.rest, statement) : undefined;
  if (sent !== undefined && "to" in sent) return askWhom(turn, request, sent, intent);
  const deed = telling ?? sent ?? (await deedOf());
  if (deed === undefined || "status" in deed) return deed;
  const seen = await look(looked, deps, mayUse);
  const first = observe(fresh, seen);
  const { counts } = first;
  const { watch } = withSeen(first, turn.startedAt);
  const digests = { ...deed.digests, ...promisesOf(plan, catalogue) };
  const timing = { kind: "when", watch } as const;
  const ready = { ...proposed, deed: { ...deed, digests }, timing };
  if (counts && seen !== undefined && isTrue(watch, seen.value)) {
    const value = showSeen(seen.value, locale);
    const already = say("already_true", {
      value: `${Object.values(entities).join(", ")}: ${value}`,
    });
    const options = [
      { label: say("now_option"), params: { now: true, value: already.split("\n")[0] ?? "" } },
      { label: say("next_time_option"), params: { now: false } },
    ];
    const proposal = scheduleOf(turn, standing, ready) ?? null;
    const resume = { ...resumeAt("already_true", request), proposal };
    return asked(turn, intent, already, resume, options);
  }
  const outcome = await conclude(turn, standing, ready);
  const note = seen?.isSample === true && outcome.standing !== undefined ? `\n${say("stale")}` : "";
  return { ...outcome, answer: `${outcome.answer}${note}` };
}

/** Nothing but that they want to know, also where its owner is reached. */
function tellsOnly({ locale }: Turn, place: TellTo, rest: string): Deed | undefined {
  const telling = schedulesIn(rest, locale).tellMe;
  const { length } = schedulesIn(telling?.rest ?? rest, locale).words;
  const isPlace = length <= MOST_PLACE_WORDS && phrasesSaid(rest, [place.channel]).length > 0;
  return telling?.rest === "" || isPlace || rest === ""
    ? { ...TELLING, action: { do: "tell", text: null } }
    : undefined;
}
const MOST_PLACE_WORDS = 4;
