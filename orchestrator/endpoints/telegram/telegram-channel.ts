import { createConcurrentSink, createRunner, createSource } from "@grammyjs/runner";
import { type Api, GrammyError } from "grammy";
import { parsedJson } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { backoffMs } from "#shared/patience/backoff.ts";
import type { Log } from "../../ports/log.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import {
  type ChannelDoor,
  type ChannelParts,
  type OpenChannel,
  openChannel,
} from "../channels/open-channel.ts";
import { type TelegramSettings, WEBHOOK_PATH } from "../channels/settings.ts";
import { channelWebhook, empty, isSame } from "../channels/webhook.ts";
import { ALLOWED_UPDATES, type Bot, type Take, telegramUpdate } from "./read-message.ts";
import { isBadToken, logWithout, telegramApi, telegramReasonOf } from "./telegram-api.ts";
import { telegramDriver } from "./telegram-driver.ts";

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

const menu = (locale: Locale) =>
  (["help", "cancel", "stop"] as const).map((command) => ({
    command,
    description: sayIn("channels", locale)(`menu.${command}`),
  }));

/**
 * People on Telegram talk to the orchestrator. Opens at once and connects by itself once it may:
 * that Telegram cannot be reached, or does not know the token, keeps nothing else from working.
 */
export function openTelegramChannel(
  settings: TelegramSettings,
  deps: TurnDeps,
  parts: ChannelParts,
): ChannelDoor & { username(): string | undefined } {
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
    /** The bot's name; undefined until Telegram was reached. */
    username: () => username,
    ...{ facts: channel.facts, post: channel.post, mayPost: channel.mayPost },
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
        const value = parsedJson(body.toString("utf8"));
        if (value === undefined) return empty(400);
        const { data: update } = telegramUpdate.safeParse(value);
        return update === undefined ? [] : [{ id: String(update.update_id), came: update }];
      },
    },
    channel,
    log,
  );

const POLL_SECONDS = 25;
/** Messages under way at once; more are not asked for. */
const MOST_UNDER_WAY = 200;

type Answer = () => Promise<void>;

/**
 * Ask for updates, take them and answer each. Telegram is told that we have an update,
 * by asking for what comes after it, only when it is durable here.
 */
function startPolling(api: Api, take: Take, patience: Patience) {
  const trouble = watchTrouble(patience);
  let offset = 0;

  /** Makes a batch ours. What the store does not take is asked for again. */
  async function takeAll(updates: readonly { update_id: number }[]): Promise<Answer[]> {
    const taken = await Promise.allSettled(updates.map(take));
    const missed = taken.findIndex(({ status }) => status === "rejected");
    const next = missed === -1 ? (updates.at(-1)?.update_id ?? -1) + 1 : updates[missed]?.update_id;
    offset = Math.max(offset, next ?? 0);
    const ours = taken.flatMap((each) => (each.status === "fulfilled" ? (each.value ?? []) : []));
    const failed = taken[missed];
    // Those that are ours do not wait for those that are not.
    if (failed?.status === "rejected" && ours.length === 0) throw failed.reason;
    return ours;
  }

  const source = createSource<Answer>({
    async supply(size, signal) {
      for (;;)
        try {
          const limit = Math.max(1, Math.min(size, 100));
          const asked = { offset, limit, timeout: POLL_SECONDS, allowed_updates: ALLOWED_UPDATES };
          const updates = await api.getUpdates(asked, signal);
          const taken = await takeAll(updates);
          trouble.over();
          return taken;
        } catch (error) {
          if (signal.aborted) throw error;
          await trouble.met(error, "asking for messages");
        }
    },
  });
  const sink = createConcurrentSink<Answer>(
    { consume: (answer) => answer() },
    () => Promise.resolve(),
    {
      concurrency: MOST_UNDER_WAY,
    },
  );
  const runner = createRunner(source, sink);
  runner.start();
  return {
    /** Rejects with BadTokenError; resolves when it was stopped. */
    ended: runner.task() ?? Promise.resolve(),
    /** Asks for nothing more. */
    stop: () => void runner.stop(),
  };
}

const PAUSES = { firstMs: 1000, mostMs: 30_000 };
/** Two who ask for updates at once only take them from each other. */
const CONFLICT_PAUSE_MS = 10_000;

/** The token is wrong: nothing will work before someone fixes it. */
class BadTokenError extends Error {
  constructor() {
    super(
      "Telegram does not accept TELEGRAM_BOT_TOKEN; the Telegram channel is off. Check the token and TELEGRAM_API_ROOT, and start again",
    );
  }
}

/** What a loop over the Bot API goes by. */
type Patience = {
  log: Log;
  /** Rejects when the channel is stopped. */
  pause(ms: number): Promise<void>;
};

/** Tells of trouble once and of its end, and loudly of another poller each time. */
function watchTrouble({ log, pause }: Patience) {
  let failures = 0;
  return {
    /** Resolves when it is time to try again. Errors: BadTokenError; and when the channel is stopped */
    async met(error: unknown, doing: string): Promise<void> {
      if (isBadToken(error)) throw new BadTokenError();
      failures += 1;
      const pauseMs = backoffMs(failures, PAUSES);
      if (error instanceof GrammyError && error.error_code === 409) {
        log.error(
          { reason: error.description },
          "another process takes this bot's messages: one with the same TELEGRAM_BOT_TOKEN, or a webhook; stop it",
        );
        return pause(Math.max(CONFLICT_PAUSE_MS, pauseMs));
      }
      if (failures === 1)
        log.warn({ doing, ...telegramReasonOf(error) }, "trouble with Telegram; trying again");
      return pause(pauseMs);
    },
    /** It works. */
    over(): void {
      if (failures > 0) log.info({ failures }, "no more trouble with Telegram");
      failures = 0;
    },
  };
}

/** Try until it works. Errors: BadTokenError; and when the channel is stopped */
async function untilReached<T>(
  patience: Patience,
  doing: string,
  call: () => Promise<T>,
): Promise<T> {
  const trouble = watchTrouble(patience);
  for (;;)
    try {
      const result = await call();
      trouble.over();
      return result;
    } catch (error) {
      await trouble.met(error, doing);
    }
}
