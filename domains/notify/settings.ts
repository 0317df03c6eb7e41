import { z } from "zod";
import {
  address,
  dataFolder,
  type Environment,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import type { TelegramSettings } from "./telegram.ts";

export type NotifySettings = {
  /** undefined: nothing is sent, everything goes to the outbox. */
  telegram: TelegramSettings | undefined;
  defaultChat: string | undefined;
  dataFolder: string;
};

const variables = z.object({
  TELEGRAM_BOT_TOKEN: z.string().optional(),
  TELEGRAM_CHAT_ID: z.string().optional(),
  TELEGRAM_API_ROOT: address("https:", "http:").default("https://api.telegram.org"),
  REGENTE_DATA: dataFolder("notify"),
});

/** Errors: ContractError naming the variable; the token is never quoted */
export function readSettings(env: Environment): NotifySettings {
  const read = readVariables("notify", env, variables);
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: apiRoot } = read;
  return {
    telegram: token === undefined ? undefined : { token, apiRoot },
    defaultChat: read.TELEGRAM_CHAT_ID,
    dataFolder: read.REGENTE_DATA,
  };
}
