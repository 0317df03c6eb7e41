import { z } from "zod";
import type { Fault } from "#shared/contracts/errors.ts";
import type { WhatsappSettings } from "../endpoints/whatsapp/settings.ts";
import type { WidgetSettings } from "../endpoints/widget/settings.ts";
import { address, listOf, word } from "./values.ts";

/** The variables about channels that Meta or a web page brings. */
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
  REGENTE_WIDGET_ORIGINS: listOf(
    'origins like "https://www.example.org"',
    (origin) => URL.parse(origin)?.origin === origin,
  ).default([]),
};
type Variables = z.infer<z.ZodObject<typeof channelVariables>> & {
  REGENTE_DEFAULT_SCOPES: readonly string[];
};

const NEEDED = [
  "WHATSAPP_PHONE_NUMBER_ID",
  "WHATSAPP_TOKEN",
  "WHATSAPP_APP_SECRET",
  "WHATSAPP_VERIFY_TOKEN",
] as const;

/** A number needs all four. */
export function channelFaults(read: Variables): Fault[] {
  const missing = NEEDED.filter((name) => read[name] === undefined);
  if (missing.length === NEEDED.length) return [];
  return missing.map((path) => ({ path, message: `WhatsApp needs ${NEEDED.join(", ")}` }));
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

export const widgetOf = (read: Variables): WidgetSettings | undefined =>
  read.REGENTE_WIDGET_ORIGINS.length === 0
    ? undefined
    : { origins: read.REGENTE_WIDGET_ORIGINS, scopes: read.REGENTE_DEFAULT_SCOPES };
