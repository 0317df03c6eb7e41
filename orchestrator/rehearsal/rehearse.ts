import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import type { TurnDeps, TurnOptions } from "../turn/turn-deps.ts";
import type { Turns } from "../turn/turns.ts";
import { type Deed, noting } from "./deeds.ts";
import { dryDeps, type Needed, NeedsAnswers } from "./dry-deps.ts";

/** What a message would come to. */
export type Rehearsed = {
  /** In the order in which they would be done. */
  deeds: readonly Deed[];
  /** What would be asked for what comes next; none: `told` is what would be told, word for word. */
  needed: readonly Needed[];
  /** undefined: it could not be followed to its end. */
  told: TurnResponse | undefined;
};

/**
 * Answers a message with nothing but reads of the store: as it would be answered now, up to where something would be called.
 * Errors: as answer
 */
export const rehearse = (
  answer: Turns["answer"],
  entry: EntryRequest,
  deps: TurnDeps,
  options: TurnOptions,
): Promise<Rehearsed> => rehearsing(answer, deps).say(entry, options);

/** The same for one message after another, each with what those before it would have left; `store` reads that. */
export function rehearsing(answer: Turns["answer"], deps: TurnDeps) {
  let deeds: Deed[] = [];
  let looks: Needed[] = [];
  const dry = noting(
    dryDeps(deps, (look) => looks.push(look)),
    (deed) => deeds.push(deed),
  );
  return {
    store: dry.store,
    async say(entry: EntryRequest, options: TurnOptions): Promise<Rehearsed> {
      deeds = [];
      looks = [];
      try {
        const told = await answer(entry, dry, options);
        return { deeds, needed: looks, told };
      } catch (error) {
        if (!(error instanceof NeedsAnswers)) throw error;
        return { deeds, needed: [...looks, ...error.needed], told: undefined };
      }
    },
  };
}
