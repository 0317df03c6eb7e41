import type { Api } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import { LRUCache } from "lru-cache";
import type { Locale } from "#shared/contracts/names.ts";
import { doneWithin } from "#shared/patience/done-within.ts";
import type { ProcessLease } from "../../engine/recovery/process-lease.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import type { Channel, Keyboard } from "./channel.ts";
import { openChats } from "./chats.ts";
import { handleUpdates } from "./handle-updates.ts";
import { openInbox } from "./inbox.ts";
import { startPolling } from "./polling.ts";
import { type Posted, postText } from "./post-text.ts";
import type { Bot } from "./read-message.ts";
import { type TelegramSettings, telegramAccount } from "./settings.ts";
import { logWithout, reasonOf, telegramApi } from "./telegram-api.ts";
import { BadTokenError, type Patience, untilReached } from "./until-reached.ts";
import { ALLOWED_UPDATES } from "./update.ts";
import { telegramWebhook } from "./webhook.ts";
import { words } from "./words.ts";

/**
 * Find out who we are and say how we take messages, as soon as Telegram can be reached.
 * Errors: BadTokenError; and when the channel is stopped
 */
async function introduce(
  api: Api,
  webhook: TelegramSettings["webhook"],
  patience: Patience,
): Promise<Bot> {
  const { log } = patience;
  const { id, username } = await untilReached(patience, "asking who we are", () => api.getMe());
  await untilReached(patience, "saying how we take messages", () =>
    webhook === undefined
      ? api.deleteWebhook()
      : api.setWebhook(webhook.url, {
          secret_token: webhook.secret,
          allowed_updates: ALLOWED_UPDATES,
        }),
  );
  try {
    await api.setMyCommands(menu("en"));
    await api.setMyCommands(menu("pt-BR"), { language_code: "pt" });
  } catch (error) {
    log.warn(reasonOf(error), "the menu of commands could not be set");
  }
  log.info({ bot: username, by: webhook === undefined ? "polling" : "webhook" }, "on Telegram");
  return { id, username };
}

const menu = (locale: Locale) => [
  { command: "help", description: words(locale).helpMenu },
  { command: "cancel", description: words(locale).cancelMenu },
  { command: "stop", description: words(locale).stopMenu },
];

const MOST_KEYBOARDS = 10_000;
const MOST_REACHED = 10_000;
/** How often the messages of processes that are gone are looked for, milliseconds. */
const LOOK_MS = 5000;
/** For what is given up on to come to its end. */
const LAST_WORDS_MS = 1000;

export type TelegramChannel = {
  /** Takes what Telegram brings; undefined where updates are asked for. */
  webhook: ((request: Request) => Promise<Response>) | undefined;
  /** The bot's name; undefined until Telegram was reached. */
  username(): string | undefined;
  /** Sends a text to a chat, once Telegram was reached. Never rejects. */
  post(address: string, text: string, markup?: InlineKeyboardMarkup): Promise<Posted>;
  /** Takes nothing new and finishes what is under way for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
};

export type TelegramDeps = {
  /** Resolves once what was unfinished at the start is loaded. */
  ready: Promise<void>;
  /** While it is renewed, the messages that this process has are left to it. */
  processLease: ProcessLease;
  rightsOf?: Channel["rightsOf"];
  turns: Channel["turns"];
};

/**
 * People on Telegram talk to the orchestrator. Opens at once and connects by itself once it may:
 * that Telegram cannot be reached, or does not know the token, keeps nothing else from working.
 */
export function openTelegram(
  settings: TelegramSettings,
  deps: TurnDeps,
  { ready, processLease, rightsOf, turns }: TelegramDeps,
): TelegramChannel {
  const { botToken, webhook, allowedChats } = settings;
  const log = logWithout(botToken, deps.log);
  const stopping = new AbortController();
  const giveUp = new AbortController();
  const pause = (ms: number) => deps.sleep(ms, stopping.signal);
  const patience = { log, pause };
  // Answers under way may wait a little longer than questions that no one asked yet.
  const api = telegramApi(settings, (ms) => deps.sleep(ms, giveUp.signal), log);
  const account = telegramAccount(settings);
  const { channels } = deps.store;
  const inbox = openInbox(deps.store, account, deps.makeId, processLease);
  const connected = Promise.withResolvers<Channel>();
  connected.promise.catch(() => undefined);
  const handling = handleUpdates(connected.promise, patience, stopping.signal);
  let stopPolling = () => {};
  let username: string | undefined;

  async function connect(): Promise<void> {
    await ready;
    stopping.signal.throwIfAborted();
    const bot = await introduce(api, webhook, patience);
    username = bot.username;
    if (allowedChats === undefined)
      log.warn(
        {},
        "everyone who finds the bot on Telegram may talk to it; TELEGRAM_ALLOWED_CHATS names the chats that may",
      );
    const chats = openChats(channels, account, deps.clock);
    const keyboards = new LRUCache<string, Keyboard>({ max: MOST_KEYBOARDS });
    const reached = new LRUCache<string, string>({ max: MOST_REACHED });
    connected.resolve({
      ...{ deps, turns, api, settings, bot, chats, keyboards, reached, log },
      rightsOf,
      giveUp: giveUp.signal,
    });
    void keepUp();
    if (webhook !== undefined || stopping.signal.aborted) return;
    const polling = startPolling(api, inbox, handling.handle, patience);
    stopPolling = polling.stop;
    await polling.ended;
  }

  /** Goes on with what processes have left that are gone. */
  async function keepUp(): Promise<void> {
    while (!stopping.signal.aborted)
      try {
        for (const taken of await inbox.takeOver()) void handling.handle(taken);
        await pause(LOOK_MS);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error(reasonOf(error), "what was left of Telegram's messages cannot be looked through");
        await pause(LOOK_MS).catch(() => undefined);
      }
  }

  void connect().catch((error: unknown) => {
    connected.reject(error);
    if (error instanceof BadTokenError) log.error({}, error.message);
    else if (!stopping.signal.aborted) log.error(reasonOf(error), "the Telegram channel has ended");
  });

  return {
    webhook:
      webhook && telegramWebhook(webhook.secret, inbox, handling.handle, stopping.signal, log),
    username: () => username,
    post: (address, text, markup) =>
      connected.promise.then(
        (channel) => postText(channel, address, text, markup),
        (error: unknown) => ({ status: "not_sent", detail: reasonOf(error).reason }),
      ),
    async close(graceMs) {
      const why = new Error("the Telegram channel is stopping");
      stopping.abort(why);
      stopPolling();
      connected.reject(why);
      await doneWithin(handling.idle(), graceMs);
      giveUp.abort(why);
      await doneWithin(handling.idle(), LAST_WORDS_MS);
    },
  };
}
