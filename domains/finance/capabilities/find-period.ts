import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask } from "#shared/domain-kit/answers.ts";
import type { Call } from "#shared/domain-kit/define-domain.ts";
import { parsePeriod } from "../periods/parse-period.ts";
import type { Period } from "../periods/period.ts";
import { periodInSentence } from "../periods/period-in-sentence.ts";
import { say } from "../words/format.ts";
import { textParam } from "./finance.ts";

/** A period, and whether it was taken because none was said; or what has to be answered instead. */
export type FoundPeriod = { period: Period; isUsual: boolean } | { answer: DomainOutput };

const offers = {
  "pt-BR": ["último mês", "últimos 6 meses", "último ano", "este ano"],
  en: ["past month", "last 6 months", "past year", "this year"],
} as const;

/** The period of `period_text`, read where it stands in the sentence; `usual` when there is none. */
export function findPeriod(
  params: Record<string, unknown>,
  { locale, intent }: Call,
  usual: Period,
): FoundPeriod {
  const text = textParam(params, "period_text");
  if (text === undefined) return { period: usual, isUsual: true };
  const period = periodInSentence(text, intent.original_query, locale) ?? periodAtEnd(text, locale);
  if (period !== undefined) return { period, isUsual: false };
  return {
    answer: ask({
      missing_param: "period_text",
      explanation: say(locale, {
        "pt-BR": `Não entendi o período “${text}”. Qual destes?`,
        en: `I did not understand the period “${text}”. Which of these?`,
      }),
      candidates: offers[locale].map((offer) => ({ label: offer, period_text: offer })),
      metadata: { resolution: "unknown_period" },
    }),
  };
}

/** The period that the words end in: "history last yr" is one with a word before it. */
function periodAtEnd(text: string, locale: Locale): Period | undefined {
  const words = text.split(/\s+/);
  return words
    .map((_, from) => parsePeriod(words.slice(from).join(" "), locale))
    .find((period) => period !== undefined);
}
