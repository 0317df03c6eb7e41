import { z } from "zod";
import type { Fault } from "#shared/contracts/errors.ts";
import type {
  SlackSettings,
  WhatsappSettings,
  WidgetSettings,
} from "../endpoints/channels/settings.ts";
import { address, listOf, word } from "./values.ts";

/** The variables about channels that Meta, Slack or a web page brings. */
export const channelVariables = {
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,20}$/, { error: "106540352242922, the number's id" })
    .optional(),
  WHATSAPP_TOKEN: word.optional(),
  WHATSAPP_APP_SECRET: word.optional(),
  WHATSAPP_VERIFY_TOKEN: word.min(16, { error: "must have at least 16 characters" }).optional(),
  WHATSAPP_ALLOWED_NUMBERS: listOf("numbers, digits only", (one) =>
    /^\d{5,20}$/.test(one),
  ).optional(),
  WHATSAPP_API_ROOT: address("http:", "https:").optional(),
  SLACK_SIGNING_SECRET: word.optional(),
  SLACK_BOT_TOKEN: word
    .startsWith("xoxb-", { error: 'must begin with "xoxb-": the bot user\'s token' })
    .optional(),
  SLACK_ALLOWED: listOf("ids of people (U...) and channels (C...)", (one) =>
    /^[UWCG][A-Z0-9]{5,20}$/.test(one),
  ).optional(),
  SLACK_API_ROOT: address("http:", "https:").optional(),
  REGENTE_WIDGET_ORIGINS: listOf(
    'origins like "https://www.example.org"',
    (origin) => URL.parse(origin)?.origin === origin,
  ).default([]),
};
type Variables = z.infer<z.ZodObject<typeof channelVariables>> & {
  REGENTE_DEFAULT_SCOPES: readonly string[];
};

/** A channel needs all of its own, or none. */
const NEEDED = {
  WhatsApp: [
    "WHATSAPP_PHONE_NUMBER_ID",
    "WHATSAPP_TOKEN",
    "WHATSAPP_APP_SECRET",
    "WHATSAPP_VERIFY_TOKEN",
  ],
  Slack: ["SLACK_SIGNING_SECRET", "SLACK_BOT_TOKEN"],
} as const;

export function channelFaults(read: Variables): Fault[] {
  return Object.entries(NEEDED).flatMap(([channel, names]) => {
    const missing = names.filter((name) => read[name] === undefined);
    if (missing.length === names.length) return [];
    return missing.map((path) => ({ path, message: `${channel} needs ${names.join(", ")}` }));
  });
}

export function whatsappOf(read: Variables): WhatsappSettings | undefined {
  const {
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_TOKEN: token,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
  } = read;
  if (phoneNumberId === undefined || token === undefined) return undefined;
  if (appSecret === undefined || verifyToken === undefined) return undefined;
  const others = { apiRoot: read.WHATSAPP_API_ROOT, allowedNumbers: read.WHATSAPP_ALLOWED_NUMBERS };
  return { phoneNumberId, token, appSecret, verifyToken, ...others };
}

export function slackOf(read: Variables): SlackSettings | undefined {
  const { SLACK_SIGNING_SECRET: signingSecret, SLACK_BOT_TOKEN: botToken } = read;
  if (signingSecret === undefined || botToken === undefined) return undefined;
  return { signingSecret, botToken, apiRoot: read.SLACK_API_ROOT, allowed: read.SLACK_ALLOWED };
}

export const widgetOf = (read: Variables): WidgetSettings | undefined =>
  read.REGENTE_WIDGET_ORIGINS.length === 0
    ? undefined
    : { origins: read.REGENTE_WIDGET_ORIGINS, scopes: read.REGENTE_DEFAULT_SCOPES };
