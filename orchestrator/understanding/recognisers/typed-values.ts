import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { recogniseEmail, recogniseUrl } from "./address.ts";
import { recogniseDate } from "./date.ts";
import { recogniseDuration } from "./duration.ts";
import { recogniseMoney } from "./money.ts";
import { recogniseNumber } from "./number.ts";
import { recognisePercent } from "./percent.ts";
import type { Recognised, Recogniser, Sentence } from "./recogniser.ts";
import { recogniseTime } from "./time.ts";

export type TypedEntity = Exclude<EntitySchema["type"], "string" | "enum" | "boolean">;

const recognisers: Readonly<Record<TypedEntity, Recogniser<string | number>>> = {
  number: recogniseNumber,
  integer: recogniseInteger,
  money: (sentence, at) => recogniseMoney(sentence, at) ?? recogniseNumber(sentence, at),
  percent: (sentence, at) => recognisePercent(sentence, at) ?? recogniseNumber(sentence, at),
  date: recogniseDate,
  time: recogniseTime,
  duration: recogniseDuration,
  url: recogniseUrl,
  email: recogniseEmail,
};

/** The value of an entity type that begins at a word, in its canonical form. */
export function recognise(
  type: TypedEntity,
  sentence: Sentence,
  at: number,
): Recognised<string | number> | undefined {
  return recognisers[type](sentence, at);
}

function recogniseInteger(sentence: Sentence, at: number): Recognised<number> | undefined {
  const number = recogniseNumber(sentence, at);
  return number !== undefined && Number.isInteger(number.value) ? number : undefined;
}
