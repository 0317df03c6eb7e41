import { z } from "zod";
import { type Fault, faultsOf } from "../contracts/errors.ts";

/** A sentence for authors of either language. */
export const bothLanguages = (en: string, pt: string): string => (en === pt ? en : `${en} / ${pt}`);

const portuguese = z.locales.pt().localeError;

/** A schema's faults with each sentence in English and in Portuguese; a schema's own sentences stay as they are. */
export function faultsInBothLanguages(schema: z.ZodType, value: unknown): Fault[] {
  const english = schema.safeParse(value);
  if (english.success) return [];
  const translated = schema.safeParse(value, { error: portuguese });
  const inPortuguese = translated.success ? [] : faultsOf(translated.error);
  return faultsOf(english.error).map(({ path, message }, at) => ({
    path,
    message:
      message === "unknown field"
        ? bothLanguages(message, "campo desconhecido")
        : bothLanguages(message, inPortuguese[at]?.message ?? message),
  }));
}
