import type { LRUCache } from "lru-cache";
import type { ChannelDriver, ChatPlace } from "../../ports/channel.ts";
import { NotSentError } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { Rights } from "../../ports/principal.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";

/** What every part of an open channel works with. */
export type Channel = {
  driver: ChannelDriver;
  deps: TurnDeps;
  turns: Pick<Turns, "answer" | "judgeTurn">;
  /**
   * The message with the choices of each session's question, by chat and session. Only the newest: others are found to
   * be out of date when they are touched.
   */
  offered: LRUCache<string, Offered>;
  /** The address where each user was last reached, as far as it is kept already. */
  reached: LRUCache<string, string>;
  /** What a user has a right to; absent: everything, where no one checks who calls. */
  rightsOf: ((user_id: string) => Rights) | undefined;
  log: Log;
  /** Fires when turns under way have had their time: reads stop, effects finish. */
  giveUp: AbortSignal;
};

/** A message whose choices can still be touched. */
export type Offered = { place: ChatPlace; ref: string; asked: string };

/** What a log says of something that failed: nothing of what was said or sent. */
export function reasonOf(error: unknown): { code: number | undefined; reason: string } {
  if (error instanceof NotSentError) return { code: error.status, reason: error.reason };
  return { code: undefined, reason: error instanceof Error ? error.message : "unknown" };
}
