import { z } from "zod";

/** Forms of settings; each says what is allowed, and what was given where that is no secret. */
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
export const word = z
  .string()
  .refine((text) => !/\s/.test(text), { error: "must not hold white space" });
