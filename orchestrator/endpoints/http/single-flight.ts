import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { AfterEffectError } from "../../ports/after-effect-error.ts";
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
  /** Undefined until the plan is known. */
  acts: boolean | undefined;
  known: PromiseWithResolvers<void>;
  /** An effect was really begun. */
  begun: boolean;
  turn: Promise<TurnResponse> | undefined;
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
 * The same thing said at the same place, with nothing in between, has its effects once: who comes second, by
 * a double click or a client's retry, is given the first one's answer. Turns that only read are done as often
 * as they are asked.
 */
export function singleFlight(
  { clock, current }: Pick<TurnDeps, "clock" | "current">,
  holdMs = HOLD_MS,
): SingleFlight {
  const flights = new LRUCache<string, Flight>({ max: MOST_FLIGHTS });
  const isEffect = ({ domain, capability }: { domain: string; capability: string }) =>
    (current().catalogue.capability(domain, capability)?.effect ?? "external") !== "read";

  /** The answers of those that no one is given any more. */
  const forgetOld = () => {
    for (const place of flights.rkeys()) {
      if (clock.now() < (flights.peek(place)?.until ?? 0)) return;
      flights.delete(place);
    }
  };

  const latest = (place: string, said: string) => {
    const flight = flights.get(place);
    return flight?.said === said && clock.now() < flight.until ? flight : undefined;
  };

  return async (what, watch, run) => {
    const place = brief(what.place);
    const said = brief(what.said);
    forgetOld();
    let other = latest(place, said);
    while (other !== undefined) {
      if (other.acts === undefined) await other.known.promise;
      if (other.turn === undefined || !other.acts) break;
      // One that ended before it did anything, its client gone, leaves it to the next.
      const turn = await other.turn.catch((error: unknown) => {
        if (other?.begun) throw error;
        return undefined;
      });
      if (turn !== undefined && other.begun) return turn;
      other = latest(place, said);
    }
    const mine: Flight = {
      said,
      acts: undefined,
      known: Promise.withResolvers(),
      begun: false,
      turn: undefined,
      until: Number.POSITIVE_INFINITY,
    };
    const decide = (acts: boolean) => {
      mine.acts = acts;
      mine.known.resolve();
      if (acts) flights.set(place, mine);
    };
    if (other === undefined) flights.set(place, mine);
    mine.turn = run((event, locale) => {
      if (event.type === "plan" && !mine.acts) decide(event.plan.steps.some(isEffect));
      else if (event.type === "step_started" && !mine.begun) mine.begun = isEffect(event);
      watch(event, locale);
    }).catch((error: unknown) => {
      throw mine.begun && !(error instanceof AfterEffectError)
        ? new AfterEffectError(undefined, { cause: error })
        : error;
    });
    try {
      return await mine.turn;
    } finally {
      if (mine.acts === undefined) decide(false);
      // What was meant to act and did not may be tried again at once.
      mine.until = mine.acts && !mine.begun ? 0 : clock.now() + holdMs;
      if (!mine.begun) mine.turn = undefined;
    }
  };
}

const brief = (text: string): string => (text.length > LONG_CHARS ? hash("sha256", text) : text);
