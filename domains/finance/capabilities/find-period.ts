import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask } from "#shared/domain-kit/answers.ts";
import type { Call } from "#shared/domain-kit/define-domain.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { speaksOfComing } from "../periods/coming.ts";
import { parsePeriod } from "../periods/parse-period.ts";
import type { Period } from "../periods/period.ts";
import { periodInSentence } from "../periods/period-in-sentence.ts";
import { say } from "../words/format.ts";
import { textParam } from "./finance.ts";

/** A period, and whether it was taken because none was said; or what has to be answered instead. */
export type FoundPeriod = { period: Period; isUsual: boolean } | { answer: DomainOutput };

const offers: Readonly<Record<Locale, readonly string[]>> = {
  "pt-BR": ["último mês", "últimos 6 meses", "último ano", "este ano"],
  en: ["past month", "last 6 months", "past year", "this year"],
};

/** The period of `period_text`, read where it stands in the sentence; `usual` when there is none. */
export function findPeriod(
  params: Record<string, unknown>,
  { locale, intent }: Call,
  usual: Period,
): FoundPeriod {
  const text = textParam(params, "period_text");
  const sentence = intent.original_query;
  // What was answered to the question below is not what the sentence had said.
  const isSaid = fold(sentence).includes(fold(text ?? ""));
  if (speaksOfComing(text ?? "") || (isSaid && speaksOfComing(sentence)))
    return { answer: askForPast(locale) };
  if (text === undefined) return { period: usual, isUsual: true };
  const period = periodInSentence(text, sentence, locale) ?? periodAtEnd(text, locale);
  if (period !== undefined) return { period, isUsual: false };
  const explanation = say(locale, {
    "pt-BR": `Não entendi o período “${text}”. Qual destes?`,
    en: `I did not understand the period “${text}”. Which of these?`,
  });
  return { answer: askForPeriod(explanation, "unknown_period", locale) };
}

function askForPast(locale: Locale): DomainOutput {
  const explanation = say(locale, {
    "pt-BR": "Só conheço preços que já aconteceram, não os que ainda vêm. Qual destes períodos?",
    en: "I only know prices of the past, not those to come. Which of these periods?",
  });
  return askForPeriod(explanation, "coming_period", locale);
}

const askForPeriod = (explanation: string, resolution: string, locale: Locale): DomainOutput =>
  ask({
    missing_param: "period_text",
    explanation,
    candidates: offers[locale].map((offer) => ({ label: offer, period_text: offer })),
    metadata: { resolution },
  });

/** The period that the words end in: "history last yr" is one with a word before it. */
function periodAtEnd(text: string, locale: Locale): Period | undefined {
  const words = text.split(/\s+/);
  return words
    .map((_, from) => parsePeriod(words.slice(from).join(" "), locale))
    .find((period) => period !== undefined);
}
