import { readFileSync } from "node:fs";
import { ContractError } from "#shared/contracts/errors.ts";

export type WidgetSettings = {
  /** Pages that may show it. */
  origins: readonly string[];
  /** What visitors may do: nobody knows who they are. */
  scopes: readonly string[];
};

export const WIDGET_SCRIPT = "/widget.js";
/** What the script asks for; each POST, so that browsers always say which page asks. */
export const WIDGET_PATHS = ["/v1/widget/say", "/v1/widget/receive", "/v1/widget/forget"] as const;

/** Where Meta brings what people write, as the path of our endpoint. */
export const WHATSAPP_PATH = "/v1/whatsapp/webhook";

export type WhatsappSettings = {
  /** Of the business number, as the Cloud API names it. */
  phoneNumberId: string;
  token: string;
  /** Signs what is brought. */
  appSecret: string;
  /** What the webhook is set up with. */
  verifyToken: string;
  /** Undefined: Meta's own. */
  apiRoot: string | undefined;
  /** Numbers as people write from, digits only; undefined: everyone may talk. */
  allowedNumbers: readonly string[] | undefined;
};

export const whatsappAccount = ({ phoneNumberId }: Pick<WhatsappSettings, "phoneNumberId">) =>
  `whatsapp:${phoneNumberId}`;

/** Where Slack brings what people write and touch, as the path of our endpoint. */
export const SLACK_PATH = "/v1/slack/events";

export type SlackSettings = {
  botToken: string;
  /** Of the app: signs what is brought for it. */
  signingSecret: string;
  /** Undefined: Slack's own. */
  apiRoot: string | undefined;
  /** People and channels, by their ids; undefined: everyone in the workspace may talk. */
  allowed: readonly string[] | undefined;
};

/** Where Telegram brings its updates, as the path of our endpoint. */
export const WEBHOOK_PATH = "/v1/telegram/webhook";

/** Who a person on Telegram is elsewhere, and which session their private chat shares. */
export type KnownUser = { user_id: string; session_id: string | undefined };

export type TelegramSettings = {
  botToken: string;
  /** Undefined: Telegram's own. */
  apiRoot: string | undefined;
  /** Undefined: updates are asked for. */
  webhook: { url: string; secret: string } | undefined;
  /** Chat ids; undefined: everyone may talk. */
  allowedChats: readonly string[] | undefined;
  /** By Telegram's number of the person. */
  users: ReadonlyMap<string, KnownUser>;
};

/** As it is configured: `users` is the list of them, or its file. */
export type TelegramConfig = Omit<TelegramSettings, "users"> & { users: string | undefined };

/** The bot's account, as what is kept of it is called; the number before the colon is no secret. */
export const telegramAccount = ({ botToken }: Pick<TelegramSettings, "botToken">): string =>
  `telegram:${botToken.split(":")[0]}`;

/**
 * The channel's settings from the configuration, with the list of users read.
 * Errors: ContractError that names the entry of REGENTE_TELEGRAM_USERS, or its file
 */
export const telegramSettings = (read: TelegramConfig): TelegramSettings => ({
  ...read,
  users: readUsers(read.users),
});

const ENTRY = /^(\d{1,20})=([^\s/]{1,256})(?:\/(\S{1,256}))?$/;

/** `42=ana, 43=bia/kitchen`, or the path of a file with one of these a line; `#` begins a remark there. */
function readUsers(given: string | undefined): ReadonlyMap<string, KnownUser> {
  const users = new Map<string, KnownUser>();
  const entries =
    given === undefined ? [] : given.includes("=") ? given.split(",") : linesOf(given);
  for (const entry of entries) {
    const text = entry.trim();
    if (text === "") continue;
    const [, person, user_id, session_id] = ENTRY.exec(text) ?? [];
    if (person === undefined || user_id === undefined)
      throw wrongUsers(
        `"${text}" is no entry; write the person's number on Telegram and who they are: 42=ana or 42=ana/kitchen`,
      );
    if (users.has(person)) throw wrongUsers(`${person} is listed twice`);
    users.set(person, { user_id, session_id });
  }
  return users;
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .map((line) => line.replace(/#.*/, ""));
  } catch (error) {
    throw wrongUsers(`the file "${path}" cannot be read: ${(error as Error).message}`);
  }
}

const wrongUsers = (message: string) =>
  new ContractError("configuration", [{ path: "REGENTE_TELEGRAM_USERS", message }]);
