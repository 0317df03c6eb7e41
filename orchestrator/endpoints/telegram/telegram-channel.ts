import type { Api } from "grammy";
import type { Locale } from "#shared/contracts/names.ts";
import type { Log } from "../../ports/log.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import {
  type ChannelDoor,
  type ChannelParts,
  type OpenChannel,
  openChannel,
} from "../channels/open-channel.ts";
import { channelWebhook, empty, isSame, jsonOf } from "../channels/webhook.ts";
import { words } from "../channels/words.ts";
import { BadTokenError, type Patience, startPolling, untilReached } from "./polling.ts";
import type { Bot } from "./read-message.ts";
import { type TelegramSettings, WEBHOOK_PATH } from "./settings.ts";
import { logWithout, telegramApi, telegramReasonOf } from "./telegram-api.ts";
import { telegramDriver } from "./telegram-driver.ts";
import { ALLOWED_UPDATES, type Take, telegramUpdate } from "./update.ts";

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
    log.warn(telegramReasonOf(error), "the menu of commands could not be set");
  }
  log.info({ bot: username, by: webhook === undefined ? "polling" : "webhook" }, "on Telegram");
  return { id, username };
}

const menu = (locale: Locale) => [
  { command: "help", description: words(locale).helpMenu },
  { command: "cancel", description: words(locale).cancelMenu },
  { command: "stop", description: words(locale).stopMenu },
];

type TelegramChannel = ChannelDoor & {
  /** The bot's name; undefined until Telegram was reached. */
  username(): string | undefined;
};

/**
 * People on Telegram talk to the orchestrator. Opens at once and connects by itself once it may:
 * that Telegram cannot be reached, or does not know the token, keeps nothing else from working.
 */
export function openTelegramChannel(
  settings: TelegramSettings,
  deps: TurnDeps,
  parts: ChannelParts,
): TelegramChannel {
  const { botToken, webhook, allowedChats } = settings;
  const log = logWithout(botToken, deps.log);
  // Answers under way may wait a little longer than questions that no one asked yet.
  const api = telegramApi(settings, (ms) => deps.sleep(ms, channel.giveUp), log);
  const connected = Promise.withResolvers<Bot>();
  connected.promise.catch(() => undefined);
  const { store, clock } = deps;
  const driver = telegramDriver({ api, settings, bot: connected.promise, store, clock, log });
  const ready = connected.promise.then(() => undefined);
  const channel: OpenChannel = openChannel(driver, { ...deps, log }, { ...parts, ready });
  const { stopping } = channel;
  const patience = { log, pause: (ms: number) => deps.sleep(ms, stopping) };
  const take: Take = async (raw) => {
    const { data: update } = telegramUpdate.safeParse(raw);
    return update && channel.take(String(update.update_id), update);
  };
  let stopPolling = () => {};
  let username: string | undefined;

  async function connect(): Promise<void> {
    await parts.ready;
    stopping.throwIfAborted();
    const bot = await introduce(api, webhook, patience);
    username = bot.username;
    if (allowedChats === undefined)
      log.warn(
        {},
        "everyone who finds the bot on Telegram may talk to it; TELEGRAM_ALLOWED_CHATS names the chats that may",
      );
    connected.resolve(bot);
    if (webhook !== undefined || stopping.aborted) return;
    const polling = startPolling(api, take, patience);
    stopPolling = polling.stop;
    await polling.ended;
  }

  void connect().catch((error: unknown) => {
    connected.reject(error);
    if (error instanceof BadTokenError) log.error({}, error.message);
    else if (!stopping.aborted)
      log.error(telegramReasonOf(error), "the Telegram channel has ended");
  });

  return {
    paths: webhook === undefined ? [] : [WEBHOOK_PATH],
    methods: ["POST"],
    handle: webhook ? telegramWebhook(webhook.secret, channel, log) : async () => empty(404),
    username: () => username,
    post: channel.post,
    async close(graceMs) {
      const closed = channel.close(graceMs);
      stopPolling();
      connected.reject(stopping.reason);
      await closed;
    },
  };
}

const MAX_BODY_BYTES = 1024 * 1024;
const SECRET_HEADER = "x-telegram-bot-api-secret-token";

/** The endpoint that Telegram knocks at, with one update in JSON; of what is like no update that is known it brings nothing. */
const telegramWebhook = (
  secret: string,
  channel: OpenChannel,
  log: Log,
): ((request: Request) => Promise<Response>) =>
  channelWebhook(
    {
      service: "Telegram",
      maxBytes: MAX_BODY_BYTES,
      read({ headers }, body) {
        if (!isSame(headers.get(SECRET_HEADER) ?? "", secret)) return empty(401);
        const value = jsonOf(body.toString("utf8"));
        if (value === undefined) return empty(400);
        const { data: update } = telegramUpdate.safeParse(value);
        return update === undefined ? [] : [{ id: String(update.update_id), came: update }];
      },
    },
    channel,
    log,
  );
