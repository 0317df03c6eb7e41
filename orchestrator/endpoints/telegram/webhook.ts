import type { Log } from "../../ports/log.ts";
import type { OpenChannel } from "../channels/open-channel.ts";
import { channelWebhook, empty, isSame, jsonOf } from "../channels/webhook.ts";
import { telegramUpdate } from "./update.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const SECRET_HEADER = "x-telegram-bot-api-secret-token";

/** The endpoint that Telegram knocks at, with one update in JSON; of what is like no update that is known it brings nothing. */
export const telegramWebhook = (
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
