import type { Api } from "grammy";
import type { LRUCache } from "lru-cache";
import type { Log } from "../../ports/log.ts";
import type { MayUse } from "../../ports/principal.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
import type { Chats } from "./chats.ts";
import type { Bot, Place } from "./read-message.ts";
import type { TelegramSettings } from "./settings.ts";

/** What every part of the channel works with. */
export type Channel = {
  deps: TurnDeps;
  turns: Pick<Turns, "answer" | "judgeTurn">;
  api: Api;
  settings: TelegramSettings;
  /** Who we are on Telegram; known once Telegram was reached. */
  bot: Bot;
  chats: Chats;
  /**
   * The message with the buttons of each session's question, by chat and session. Only the newest: others are
   * found to be out of date when they are touched.
   */
  keyboards: LRUCache<string, Keyboard>;
  /** The address where each user was last reached, as far as it is kept already. */
  reached: LRUCache<string, string>;
  /** What a user has a right to; absent: everything, where no one checks who calls. */
  rightsOf: ((user_id: string) => MayUse) | undefined;
  log: Log;
  /** Fires when turns under way have had their time: reads stop, effects finish. */
  giveUp: AbortSignal;
};

/** A message whose buttons can still be touched. */
export type Keyboard = { place: Place; message_id: number; asked: string };
