import { isComing, type Period } from "#shared/calendar/period.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask } from "#shared/domain-kit/answers.ts";
import type { Call } from "#shared/domain-kit/define-domain.ts";
import { say } from "../words/format.ts";
import { textParam } from "./finance.ts";

/** A period, and whether it was taken because none was said; or what has to be answered instead. */
export type FoundPeriod = { period: Period; isUsual: boolean } | { answer: DomainOutput };

type Offer = { readonly period_text: string; readonly period: Period };

const names: Readonly<Record<Locale, readonly [string, string, string, string]>> = {
  "pt-BR": ["último mês", "últimos 6 meses", "último ano", "este ano"],
  en: ["past month", "last 6 months", "past year", "this year"],
};

function offers(locale: Locale, today: string): Offer[] {
  const [month, half, year, thisYear] = names[locale];
  return [
    { period_text: month, period: "P1M" },
    { period_text: half, period: "P6M" },
    { period_text: year, period: "P1Y" },
    { period_text: thisYear, period: today.slice(0, 4) },
  ];
}

/** The period that was said, `usual` when there is none; a question for one that is not understood or has not come. */
export function findPeriod(
  params: Record<string, unknown>,
  call: Call,
  usual: Period,
): FoundPeriod {
  const { locale } = call;
  const period = textParam(params, "period");
  const text = textParam(params, "period_text");
  if (period === undefined && text === undefined) return { period: usual, isUsual: true };
  if (period === undefined) {
    const explanation = say(locale, {
      "pt-BR": `Não entendi o período “${text}”. Qual destes?`,
      en: `I did not understand the period “${text}”. Which of these?`,
    });
    return { answer: askForPeriod(explanation, "unknown_period", call) };
  }
  if (!isComing(period, call.today())) return { period, isUsual: false };
  const explanation = say(locale, {
    "pt-BR": "Só conheço preços que já aconteceram, não os que ainda vêm. Qual destes períodos?",
    en: "I only know prices of the past, not those to come. Which of these periods?",
  });
  return { answer: askForPeriod(explanation, "coming_period", call) };
}

const askForPeriod = (explanation: string, resolution: string, call: Call): DomainOutput =>
  ask({
    missing_param: "period_text",
    explanation,
    candidates: offers(call.locale, call.today()).map((offer) => ({
      label: offer.period_text,
      ...offer,
    })),
    metadata: { resolution },
  });
