import type { Api } from "grammy";
import type { Locale } from "#shared/contracts/names.ts";
import type { Bot } from "./read-message.ts";
import type { TelegramSettings } from "./settings.ts";
import { reasonOf } from "./telegram-api.ts";
import { type Patience, untilReached } from "./until-reached.ts";
import { ALLOWED_UPDATES } from "./update.ts";
import { words } from "./words.ts";

/**
 * Find out who we are and say how we take messages, as soon as Telegram can be reached.
 * Errors: BadTokenError; and when the channel is stopped
 */
export async function introduce(
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
