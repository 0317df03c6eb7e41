import { autoRetry } from "@grammyjs/auto-retry";
import { Api, GrammyError, HttpError, type Transformer } from "grammy";
import type { Log } from "../../ports/log.ts";
import type { TelegramSettings } from "../channels/settings.ts";

/** One call, also the longest wait for updates. */
const CALL_SECONDS = 40;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** A wait that Telegram asks for and that is longer than this fails. */
const MAX_WAIT_SECONDS = 30;
/** Where many chats are answered at once, whoever waited may be asked to wait again. */
const MAX_WAITS = 6;
const RETRY_PAUSES_MS = [500, 2000];

/** Nothing has left this machine. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
/** Calls that have a loop of their own, or are not worth a wait. */
const ONCE = new Set(["getUpdates", "sendChatAction", "answerCallbackQuery"]);

/**
 * The Bot API: waits as a 429 asks, tries again after a 5xx and when nothing was reached. What may have
 * arrived is sent once more at most, and the log says so.
 * Errors: GrammyError for what Telegram refuses, HttpError without an address in it for what failed before
 */
export function telegramApi(
  { botToken, apiRoot }: Pick<TelegramSettings, "botToken" | "apiRoot">,
  pause: (ms: number) => Promise<void>,
  log: Log,
): Api {
  const api = new Api(botToken, {
    ...(apiRoot !== undefined && { apiRoot: apiRoot.replace(/\/+$/, "") }),
    timeoutSeconds: CALL_SECONDS,
    baseFetchConfig: { redirect: "error", size: MAX_ANSWER_BYTES },
  });
  const wait = autoRetry({
    maxRetryAttempts: MAX_WAITS,
    maxDelaySeconds: MAX_WAIT_SECONDS,
    rethrowInternalServerErrors: true,
    rethrowHttpErrors: true,
  });
  // What a 5xx answers may have been done: less often, and no 429 is its business.
  const tryAgain = autoRetry({
    maxRetryAttempts: 2,
    maxDelaySeconds: -1,
    rethrowHttpErrors: true,
  });
  api.config.use(withoutAddress, sendAgain(pause, log), whereItHelps(tryAgain), whereItHelps(wait));
  return api;
}

const whereItHelps =
  (transformer: Transformer): Transformer =>
  (prev, method, payload, signal) =>
    ONCE.has(method) ? prev(method, payload, signal) : transformer(prev, method, payload, signal);

/** The errors of the transport repeat the address, and the address holds the token. */
const withoutAddress: Transformer = async (prev, method, payload, signal) => {
  try {
    return await prev(method, payload, signal);
  } catch (error) {
    throw new HttpError(`Telegram gave no answer to ${method} (${codeOf(error)})`, codeOf(error));
  }
};

function codeOf(error: unknown): string {
  const cause = error instanceof HttpError ? error.error : error;
  const { code, type, message } = Object(cause) as Record<string, unknown>;
  const named = [code, type].find((each) => typeof each === "string" && each !== "system");
  if (typeof named === "string") return named.slice(0, 40);
  return typeof message === "string" && message.includes("timed out") ? "timeout" : "no answer";
}

const sendAgain =
  (pause: (ms: number) => Promise<void>, log: Log): Transformer =>
  async (prev, method, payload, signal) => {
    let mayHaveArrived = false;
    for (let attempt = 0; ; attempt++) {
      try {
        return await prev(method, payload, signal);
      } catch (error) {
        const reason = error instanceof HttpError ? String(error.error) : "no answer";
        const pauseMs = RETRY_PAUSES_MS[attempt];
        const isOver = pauseMs === undefined || mayHaveArrived || signal?.aborted === true;
        if (ONCE.has(method) || isOver) throw error;
        mayHaveArrived = !NOT_SENT.has(reason);
        if (mayHaveArrived)
          log.warn(
            { method, reason },
            "no answer from Telegram; sent once more, it may arrive twice",
          );
        await pause(pauseMs);
      }
    }
  };

/** What Telegram, or the way to it, said: nothing of what was sent. */
export function telegramReasonOf(error: unknown): { code: number | undefined; reason: string } {
  if (error instanceof GrammyError)
    return { code: error.error_code, reason: error.description.slice(0, 200) };
  if (error instanceof HttpError) return { code: undefined, reason: String(error.error) };
  return { code: undefined, reason: error instanceof Error ? error.message : "unknown" };
}

/** True where the token is wrong: nothing will work until someone fixes the settings. */
export const isBadToken = (error: unknown): boolean =>
  error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404);

/** A log through which the token cannot pass. */
export function logWithout(secret: string, log: Log): Log {
  const hidden = (fields: object): object =>
    JSON.parse(JSON.stringify(fields).replaceAll(secret, "[token]")) as object;
  return {
    info: (fields, message) => log.info(hidden(fields), message),
    warn: (fields, message) => log.warn(hidden(fields), message),
    error: (fields, message) => log.error(hidden(fields), message),
  };
}
