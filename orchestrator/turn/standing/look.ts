import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { Json } from "#shared/contracts/json.ts";
import type { Watchable } from "#shared/contracts/manifest.ts";
import type { Schedule, WatchState } from "#shared/contracts/schedule.ts";
import { validDraft } from "../../planning/draft.ts";
import { intentWithout, withFrames } from "../../planning/frames.ts";
import { DomainCallError } from "../../ports/domain-client.ts";
import type { MayUse } from "../../ports/principal.ts";
import { isTrue, type Observation, observe } from "../../standing/observe.ts";
import { showSeen } from "../../standing/show-when.ts";
import type { Turn } from "../turn.ts";
import type { TurnDeps } from "../turn-deps.ts";

const LOOK_MS = 15_000;

type Asked = Pick<WatchState, "domain" | "goal" | "entities">;
type Person = Pick<Schedule, "user_id" | "session_id" | "locale" | "zone">;

/** Whose look it is, at what. */
export type Looked = Person & {
  readonly watch: Pick<WatchState, "domain" | "goal" | "entities" | "value">;
};

/** The step of one read of one capability; undefined: it would be more than that, or less. */
function stepOf(
  { domain, goal, entities }: Asked,
  deps: Pick<TurnDeps, "current">,
  mayUse: MayUse | undefined,
) {
  const { catalogue } = deps.current();
  const frame = { primary_domain: domain, goal, entities, confidence: 1, original_query: goal };
  const intent = withFrames(intentWithout(goal, "control", "a look"), [frame]);
  const draft = validDraft(intent, {}, catalogue, mayUse);
  if (draft?.leads !== "plan") return undefined;
  const { plan } = draft;
  const [step, other] = plan.steps;
  return step === undefined || other !== undefined ? undefined : { step, plan };
}

const watchableOf = ({ watch }: Looked, deps: Pick<TurnDeps, "current">) =>
  deps
    .current()
    .catalogue.goal(watch.domain, watch.goal)
    ?.spec.watchable?.find(({ name }) => name === watch.value);

export const planOfLook = (
  looked: Looked,
  deps: Pick<TurnDeps, "current">,
  mayUse: MayUse | undefined,
) => watchableOf(looked, deps) && stepOf(looked.watch, deps, mayUse)?.plan;

/**
 * Looks at a watched value once. undefined: nothing was seen, for whatever reason; a look never fails otherwise.
 * Cost: one call of a domain
 */
export async function look(
  looked: Looked,
  deps: TurnDeps,
  mayUse: MayUse | undefined,
): Promise<Observation | undefined> {
  const watchable = watchableOf(looked, deps);
  if (watchable === undefined) return undefined;
  const result = await readOnce(looked.watch, looked, deps, mayUse);
  const { date } = localTimeOf(deps.clock.now(), looked.zone);
  return observationOf(result, watchable, date);
}

/**
 * What a goal of one read answers. undefined: nothing, for whatever reason.
 * Cost: one call of a domain; it is no run, and leaves no trace but what it answers
 */
export async function readOnce(
  asked: Asked,
  { user_id, session_id, locale, zone }: Person,
  deps: TurnDeps,
  mayUse: MayUse | undefined,
): Promise<unknown> {
  const found = stepOf(asked, deps, mayUse);
  if (found === undefined) return undefined;
  const { step } = found;
  const run_id = deps.makeId("look");
  const giveUp = new AbortController();
  const timer = new AbortController();
  void deps.sleep(LOOK_MS, timer.signal).then(
    () => giveUp.abort(),
    () => undefined,
  );
  try {
    const output = await deps.client.call({
      domain: step.domain,
      idempotencyKey: `${run_id}:${step.id}`,
      timeoutMs: LOOK_MS,
      signal: giveUp.signal,
      request: {
        intent: {
          domain: step.domain,
          capability: step.capability,
          parameters: step.params,
          confidence: 1,
          original_query: asked.goal,
        },
        context: {
          user_id,
          session_id,
          locale,
          timezone: zone,
          run_id,
          step_id: String(step.id),
          attempt: 1,
          deadline_at: deps.clock.now() + LOOK_MS,
          dry_run: false,
        },
      },
    });
    return output.status === "success" ? output.result : undefined;
  } catch (error) {
    if (error instanceof DomainCallError) return undefined;
    throw error;
  } finally {
    timer.abort();
  }
}

function observationOf(
  result: unknown,
  { path, fresh, source, sample }: Watchable,
  day: string,
): Observation | undefined {
  const value = at(result, path);
  if (typeof value !== "number" && typeof value !== "string" && typeof value !== "boolean")
    return undefined;
  const text = (place: string | undefined): string | null => {
    const found = place === undefined ? undefined : at(result, place);
    return found === undefined || found === null
      ? null
      : typeof found === "string"
        ? found
        : JSON.stringify(found);
  };
  return {
    value,
    fresh: text(fresh),
    source: text(source),
    isSample: sample !== undefined && at(result, sample) === true,
    day,
  };
}

/** What stands at a path of a result, by own properties alone. */
function at(result: unknown, path: string): Json | undefined {
  let value: unknown = result;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value as Json;
}

/** The value of a watch that is satisfied as it stands; undefined: it is not, or cannot be seen. */
export async function trueNow({ deps, mayUse }: Turn, next: Schedule): Promise<string | undefined> {
  if (next.timing.kind !== "when") return undefined;
  const seen = await look({ ...next, watch: next.timing.watch }, deps, mayUse);
  const { watch, counts } = observe(next.timing.watch, seen);
  if (seen === undefined || !counts || !isTrue(watch, seen.value)) return undefined;
  return showSeen(seen.value, next.locale);
}
