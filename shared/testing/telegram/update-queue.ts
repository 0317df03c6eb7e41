import { objectIn } from "./read-params.ts";
import { badRequest, Refused } from "./refused.ts";

export type TelegramUpdate = { update_id: number } & Record<string, unknown>;

type Params = Record<string, unknown>;
type Webhook = { url: string; secret?: string };
type Poll = {
  answer(updates: TelegramUpdate[]): void;
  refuse(error: Refused): void;
  /** What it asked for, of what waits. */
  batch(): TelegramUpdate[];
};

/** What has happened that the bot was not told of yet, and the two ways to tell it. */
export function updateQueue(nextId: number, reach: (url: string) => string) {
  let waiting: TelegramUpdate[] = [];
  /** Undefined: everything. Telegram keeps what was asked for last. */
  let allowed: readonly string[] | undefined;
  let webhook: Webhook | undefined;
  let poll: Poll | undefined;

  const setAllowed = ({ allowed_updates }: Params) => {
    const list = allowed_updates === undefined ? undefined : objectIn(allowed_updates);
    if (Array.isArray(list)) allowed = list.length === 0 ? undefined : (list as string[]);
  };

  /** Gives the webhook everything that waits, one after the other, until it does not take one. */
  async function tellWebhook(): Promise<void> {
    for (let first = waiting[0]; first !== undefined && webhook !== undefined; first = waiting[0]) {
      const response = await fetch(reach(webhook.url), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(webhook.secret !== undefined && {
            "x-telegram-bot-api-secret-token": webhook.secret,
          }),
        },
        body: JSON.stringify(first),
      }).catch(() => undefined);
      if (response?.ok !== true) return;
      waiting = waiting.filter((each) => each !== first);
    }
  }

  /** Resolves when the webhook, where there is one, has had its chance. */
  async function push(kind: string, content: object): Promise<TelegramUpdate | undefined> {
    if (allowed !== undefined && !allowed.includes(kind)) return undefined;
    const update = { update_id: nextId++, [kind]: content };
    waiting.push(update);
    if (webhook !== undefined) await tellWebhook();
    else tellPoll();
    return update;
  }

  function tellPoll(): void {
    const batch = poll?.batch() ?? [];
    if (batch.length > 0) poll?.answer(batch);
  }

  function getUpdates(params: Params, gone: AbortSignal): Promise<TelegramUpdate[]> {
    if (webhook !== undefined)
      throw new Refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    poll?.refuse(
      new Refused(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
      ),
    );
    setAllowed(params);
    const offset = Number(params["offset"] ?? 0);
    const limit = Number(params["limit"] ?? 100);
    if (!(limit >= 1 && limit <= 100)) throw badRequest("limit must be from 1 to 100");
    // Asking for what comes after an update is what confirms it.
    waiting =
      offset < 0 ? waiting.slice(offset) : waiting.filter(({ update_id }) => update_id >= offset);
    const batch = () => waiting.slice(0, limit);
    const timeoutMs = Number(params["timeout"] ?? 0) * 1000;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        if (poll === mine) poll = undefined;
      };
      const mine: Poll = {
        batch,
        answer: (updates) => {
          end();
          resolve(updates);
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      };
      const timer = setTimeout(() => mine.answer([]), timeoutMs);
      gone.addEventListener("abort", () => mine.answer([]));
      poll = mine;
      tellPoll();
      if (timeoutMs === 0) mine.answer(batch());
    });
  }

  function setWebhook(params: Params): true {
    const { url, secret_token } = params;
    const isHttps = URL.parse(String(url))?.protocol === "https:";
    if (url !== "" && !isHttps)
      throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
    if (secret_token !== undefined && !/^[\w-]{1,256}$/.test(String(secret_token)))
      throw badRequest("secret token contains unallowed characters");
    setAllowed(params);
    webhook =
      url === ""
        ? undefined
        : {
            url: String(url),
            ...(secret_token !== undefined && { secret: String(secret_token) }),
          };
    if (params["drop_pending_updates"] === true) waiting = [];
    void tellWebhook();
    return true;
  }

  return {
    push,
    getUpdates,
    methods: new Map<string, (params: Params) => unknown>([
      ["setWebhook", setWebhook],
      ["deleteWebhook", (params) => setWebhook({ ...params, url: "" })],
    ]),
    /** What was not confirmed. */
    waiting: (): readonly TelegramUpdate[] => waiting,
    /** Takes up an update again that was confirmed, as Telegram does when a 200 gets lost. */
    pushAgain: (update: TelegramUpdate) => {
      waiting.push(update);
      if (webhook !== undefined) return tellWebhook();
      tellPoll();
      return Promise.resolve();
    },
    retryWebhook: tellWebhook,
    isPolled: () => poll !== undefined,
    close: () => poll?.answer([]),
  };
}
