import { join } from "node:path";
import { ContractError, type Fault } from "#shared/contracts/errors.ts";
import type { TelegramSettings } from "./telegram.ts";

const DEFAULT_API_ROOT = "https://api.telegram.org";

export type NotifySettings = {
  /** undefined: nothing is sent, everything goes to the outbox. */
  telegram: TelegramSettings | undefined;
  defaultChat: string | undefined;
  dataFolder: string;
};

/**
 * The environment's TELEGRAM_BOT_TOKEN, TELEGRAM_CHAT_ID, TELEGRAM_API_ROOT and REGENTE_DATA. An
 * empty variable counts as none.
 * Errors: ContractError naming the variable; the token is never quoted
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): NotifySettings {
  const read = (name: string) => env[name]?.trim() || undefined;
  const token = read("TELEGRAM_BOT_TOKEN");
  const apiRoot = read("TELEGRAM_API_ROOT") ?? DEFAULT_API_ROOT;
  const fault = apiRootFault(apiRoot);
  if (fault !== undefined) throw new ContractError("settings of notify", [fault]);
  return {
    telegram: token === undefined ? undefined : { token, apiRoot },
    defaultChat: read("TELEGRAM_CHAT_ID"),
    dataFolder: join(read("REGENTE_DATA") ?? ".regente", "notify"),
  };
}

function apiRootFault(apiRoot: string): Fault | undefined {
  const url = URL.parse(apiRoot);
  if (url?.protocol === "https:" || url?.protocol === "http:") return undefined;
  return {
    path: "TELEGRAM_API_ROOT",
    message: `must be an http(s) address such as ${DEFAULT_API_ROOT}, not "${apiRoot}"`,
  };
}
