import { resolve } from "node:path";
import { z } from "zod";
import { MIN_SECRET_CHARS } from "#shared/domain-secret/domain-secret.ts";
import type { Rate } from "../endpoints/access/rate-limit.ts";
import type { EncoderSetting } from "../ports/sentence-encoder.ts";

export const whole = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not "${input}"`,
    })
    .transform(Number);
export const oneOf = <const T extends string>(...words: T[]) =>
  z.enum(words, { error: ({ input }) => `must be ${words.join(", ")}, not "${input}"` });
/** Addresses may hold logins, so a wrong one is not repeated. */
export const address = (...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ""), {
    error: `must be an address that begins with ${protocols.map((each) => `${each}//`).join(" or ")}`,
  });
export const word = z
  .string()
  .refine((text) => !/\s/.test(text), { error: "must not hold white space" });
export const secret = word.min(MIN_SECRET_CHARS, {
  error: `must have at least ${MIN_SECRET_CHARS} characters`,
});

export const listOf = (what: string, isOne: (word: string) => boolean) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((each) => each.trim())
        .filter((each) => each !== ""),
    )
    .refine((words) => words.every(isOne), {
      error: ({ input }) => `must be ${what}, separated by commas, not "${input}"`,
    });
export const hosts = listOf("names of hosts", (name) => /^[\w.:[\]-]{1,255}$/.test(name));
export const headers = listOf("names of headers", (name) =>
  /^[A-Za-z0-9-]{1,64}$/.test(name),
).transform((names) => names.map((name) => name.toLowerCase()));
const PERIODS_MS = { s: 1000, min: 60_000, h: 3_600_000, day: 86_400_000 } as const;
const RATE = /^([1-9]\d{0,8})\/(s|min|h|day)$/;
export const rates = listOf('rates like "600/min" (of s, min, h or day)', (text) =>
  RATE.test(text),
).transform((texts) =>
  texts.map((text): Rate => {
    const [, count, period] = RATE.exec(text) ?? [];
    return { count: Number(count), perMs: PERIODS_MS[period as keyof typeof PERIODS_MS] };
  }),
);

const ENCODER = /^(vectors|onnx):(.+)$/;
export const encoder = z
  .string()
  .refine((text) => ENCODER.test(text), {
    error: ({ input }) =>
      `must be "vectors:FILE" (word vectors) or "onnx:FOLDER" (a sentence model), not "${String(input)}"`,
  })
  .transform((text): EncoderSetting => {
    const [, kind, path = ""] = ENCODER.exec(text) ?? [];
    return { kind: kind === "onnx" ? "onnx" : "vectors", path: resolve(path) };
  });

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** Over the network keys come encrypted; names without a dot are this machine's or its containers'. */
export function isSafeKeyAddress(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || isLoopback(hostname) || /^[a-z0-9-]+$/.test(hostname);
}
