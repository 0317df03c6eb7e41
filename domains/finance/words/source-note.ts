import type { Locale } from "#shared/contracts/names.ts";
import type { SourceOfData } from "../data/market-data.ts";
import { day, say } from "./format.ts";

/** Every answer from the sample carries this; undefined for real data. */
export function sampleWarning(source: SourceOfData, locale: Locale): string | undefined {
  if (!source.sample) return undefined;
  const on = day(source.as_of, locale);
  return say(locale, {
    "pt-BR": `dados de exemplo de ${on}, não são cotações reais`,
    en: `sample data of ${on}, not real quotes`,
  });
}

/** The sentence or lines with the warning behind, where there is one: "... (dados de exemplo de ...)" */
export function withWarning(text: string, source: SourceOfData, locale: Locale): string {
  const warning = sampleWarning(source, locale);
  if (warning === undefined) return text;
  // Below a list, a line of its own.
  return `${text}${text.includes("\n") ? "\n" : " "}(${warning})`;
}
