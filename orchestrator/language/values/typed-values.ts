import type { TypedEntity } from "#shared/contracts/goal.ts";
import { currencyAt } from "#shared/recognisers/currency.ts";
import { type Leaning, type PeriodReading, periodFrom } from "#shared/recognisers/period.ts";
import { recogniseEmail, recogniseUrl } from "./address.ts";
import { isoDayOf } from "./calendar.ts";
import { recogniseDate } from "./date.ts";
import { recogniseDuration } from "./duration.ts";
import { recogniseMoney } from "./money.ts";
import { recogniseNumber } from "./number.ts";
import { recognisePercent } from "./percent.ts";
import type { Recognised, Recogniser, Sentence } from "./recogniser.ts";
import { recogniseTime } from "./time.ts";

const recognisers: Readonly<Record<Exclude<TypedEntity, "period">, Recogniser<string | number>>> = {
  number: recogniseNumber,
  integer: recogniseInteger,
  money: (sentence, at) => recogniseMoney(sentence, at) ?? recogniseNumber(sentence, at),
  percent: (sentence, at) => recognisePercent(sentence, at) ?? recogniseNumber(sentence, at),
  date: recogniseDate,
  time: recogniseTime,
  duration: recogniseDuration,
  currency: currencyAt,
  url: recogniseUrl,
  email: recogniseEmail,
};

/** The value of an entity type that begins at a word, in its canonical form. `leaning` decides for periods only. */
export function recognise(
  type: TypedEntity,
  sentence: Sentence,
  at: number,
  leaning?: Leaning,
): Recognised<string | number> | undefined {
  return type === "period"
    ? periodFrom(sentence, at, periodReading(sentence, leaning))
    : recognisers[type](sentence, at);
}

/** What the periods of a sentence are read with: the day of who speaks, asked for where words depend on it. */
export const periodReading = (
  { locale, today }: Sentence,
  leaning: Leaning | undefined,
): PeriodReading => ({
  locale,
  leaning,
  today() {
    const now = today();
    return now && isoDayOf(now);
  },
});

function recogniseInteger(sentence: Sentence, at: number): Recognised<number> | undefined {
  const number = recogniseNumber(sentence, at);
  return number !== undefined && Number.isInteger(number.value) ? number : undefined;
}
