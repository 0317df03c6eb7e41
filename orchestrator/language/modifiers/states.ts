import { wordSet } from "#shared/language/words.ts";
import type { Token } from "../text.ts";
import { endOfAny } from "./languages.ts";

/** A no, or an only, before what it restricts, and no part of what only tells which one. */
export const restricts = (said: readonly Token[]): boolean =>
  said.some(
    ({ word }, at) =>
      at > 0 &&
      at < said.length - 1 &&
      (ONLY.has(word) || endOfAny("negators", said, at) === at + 1) &&
      !tellsWhich(said, at),
  );

const ONLY = wordSet("words.only-behind-ones");

/** A statement with a verb of its own, and no mere name of something. */
export const isClause = (said: readonly Token[]): boolean =>
  restricts(said) || said.some(({ word }, at) => at > 0 && isTold(word) && !tellsWhich(said, at));

/** Said to somebody, with no verb that a time could be of. */
export const isGreeting = (said: readonly Token[]): boolean =>
  endOfAny("greetings", said, 0) !== undefined;

const tellsWhich = (said: readonly Token[], at: number): boolean =>
  said.some(
    (_, before) =>
      before > 0 &&
      before < at &&
      WHICH.some((group) => endOfAny(group, said, before) !== undefined),
  );

const WHICH = ["complementisers", "tellers"] as const;

const isTold = (word: string): boolean =>
  /(?:.{2}(?:ou|iu)|[aei]ram|avam)$/.test(word) || BEING.has(word);

const BEING = wordSet("verbs.being-elsewhere");
