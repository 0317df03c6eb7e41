import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { AfterEffectError } from "../../ports/domain-call-error.ts";
import type { TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";

export type Watch = NonNullable<TurnOptions["watch"]>;

/** How long after its end a turn with an effect still answers for the same one, milliseconds. */
const HOLD_MS = 5000;
const MOST_FLIGHTS = 1000;
/** Longer ones are kept as their digest. */
const LONG_CHARS = 500;

/** `said` is all that a turn answers; `place` is where it was said, of which the latest turn is known. */
export type AttemptKey = { place: string; said: string };

type Flight = {
  said: string;
  /** Whether its plan has an effect; undefined until it is known. */
  acts: boolean | undefined;
  known: Promise<boolean>;
  /** Undefined: it ended before an effect was begun. */
  told: Promise<TurnResponse | undefined>;
  /** Epoch milliseconds. */
  until: number;
};

/** Runs a turn, or gives the answer of the same one that is under way or was just done. */
export type SingleFlight = (
  what: AttemptKey,
  watch: Watch,
  run: (watch: Watch) => Promise<TurnResponse>,
) => Promise<TurnResponse>;

/**
 * For messages without a name of their own: the same thing said at the same place, with nothing in between, has its
 * effects once. Who comes second, by a double click or a client's retry, is given the first one's answer. Turns that
 * only read are done as often as they are asked.
 */
export function singleFlight({
  clock,
  current,
}: Pick<TurnDeps, "clock" | "current">): SingleFlight {
  const flights = new LRUCache<string, Flight>({ max: MOST_FLIGHTS });
  const isEffect = ({ domain, capability }: { domain: string; capability: string }) =>
    (current().catalogue.capability(domain, capability)?.effect ?? "external") !== "read";
  const isOver = (flight: Flight | undefined) => clock.now() >= (flight?.until ?? 0);

  /** The answers of those that no one is given any more. */
  const forgetOld = () => {
    for (const place of flights.rkeys()) {
      if (!isOver(flights.peek(place))) return;
      flights.delete(place);
    }
  };
  const latest = (place: string, said: string) => {
    const flight = flights.get(place);
    return flight?.said === said && !isOver(flight) ? flight : undefined;
  };

  return async (what, watch, run) => {
    const place = brief(what.place);
    const said = brief(what.said);
    forgetOld();
    let other = latest(place, said);
    while (other !== undefined && (other.acts ?? (await other.known))) {
      const told = await other.told;
      if (told !== undefined) return told;
      // One that ended before it did anything, its client gone, leaves it to the next.
      other = latest(place, said);
    }
    const known = Promise.withResolvers<boolean>();
    const told = Promise.withResolvers<TurnResponse | undefined>();
    told.promise.catch(() => undefined);
    const until = Number.POSITIVE_INFINITY;
    const mine: Flight = { said, acts: undefined, known: known.promise, told: told.promise, until };
    const decide = (acts: boolean) => {
      mine.acts = acts;
      known.resolve(acts);
      if (acts) flights.set(place, mine);
    };
    if (other === undefined) flights.set(place, mine);
    let begun = false;
    const end = () => {
      if (mine.acts === undefined) decide(false);
      // What was meant to act and did not may be tried again at once.
      mine.until = mine.acts && !begun ? 0 : clock.now() + HOLD_MS;
    };
    try {
      const turn = await run((event, locale) => {
        if (event.type === "plan" && !mine.acts) decide(event.plan.steps.some(isEffect));
        else if (event.type === "step_started") begun ||= isEffect(event);
        watch(event, locale);
      });
      end();
      told.resolve(begun ? turn : undefined);
      return turn;
    } catch (error) {
      end();
      const after = error instanceof AfterEffectError;
      const failed = begun && !after ? new AfterEffectError(undefined, { cause: error }) : error;
      if (begun) told.reject(failed);
      else told.resolve(undefined);
      throw failed;
    }
  };
}

const brief = (text: string): string => (text.length > LONG_CHARS ? hash("sha256", text) : text);
