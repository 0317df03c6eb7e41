import type { TokensSpent } from "#shared/contracts/usage.ts";
import { estimateTokens } from "../ports/estimate-tokens.ts";
import type { ModelRequest } from "../ports/language-model.ts";
import { ModelError } from "../ports/model-error.ts";
import type { SessionKey } from "../ports/stores.ts";

/** The most tokens, in and out together, that models may take; undefined: no limit. */
export type TokenLimits = { [name in keyof TokensSpent]?: number | undefined };

export type Budget = {
  limits: TokenLimits;
  /**
   * Rejects with ModelError "over_budget" when a request might exceed a limit; nothing is asked then.
   * Resolves to a function that is called when the request is over and what it took is recorded.
   * Cost: nothing without limits, else three indexed sums
   */
  admit(key: SessionKey, request: ModelRequest): Promise<() => void>;
};

/** What is promised to requests that are under way, by whom it counts against. */
type Promised = SessionKey & { tokens: number };

/**
 * Limits that hold before each request: what is recorded, what is promised to the requests that are under
 * way in this process, and what this one may take at most.
 */
export function openBudget(
  limits: TokenLimits,
  spent: (key: SessionKey) => Promise<TokensSpent>,
): Budget {
  const underWay = new Set<Promised>();
  const isLimited = Object.values(limits).some((limit) => limit !== undefined);
  const promised = (counts: (one: Promised) => boolean): number =>
    [...underWay].filter(counts).reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    limits,
    async admit(key, request) {
      if (!isLimited) return () => undefined;
      const one: Promised = { ...key, tokens: mostTokens(request) };
      const ofUser = (other: Promised) => other.user_id === key.user_id;
      const ofSession = (other: Promised) => ofUser(other) && other.session_id === key.session_id;
      const before = {
        session: promised(ofSession),
        user_day: promised(ofUser),
        day: promised(() => true),
      };
      // Promised before anything is waited for, so that two at once cannot both take the last of it.
      underWay.add(one);
      try {
        const taken = await spent(key);
        for (const name of ["session", "user_day", "day"] as const) {
          const limit = limits[name];
          if (limit !== undefined && taken[name] + before[name] + one.tokens > limit)
            throw new ModelError("over_budget", `${SAID[name]} of ${limit} tokens is used up`);
        }
      } catch (error) {
        underWay.delete(one);
        throw error;
      }
      return () => underWay.delete(one);
    },
  };
}

const SAID: Record<keyof TokensSpent, string> = {
  session: "the session's limit",
  user_day: "the user's limit for a day",
  day: "everyone's limit for a day",
};

/** The prompt by estimate, and all that may be written; a repair is another request's worth. */
const mostTokens = ({ system, messages, maxTokens }: ModelRequest): number =>
  [...system, ...messages].reduce((sum, { text }) => sum + estimateTokens(text), maxTokens);
