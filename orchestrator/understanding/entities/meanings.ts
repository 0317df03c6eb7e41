import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { currencyFrom } from "#shared/recognisers/currency.ts";
import { periodsIn, readPeriod } from "#shared/recognisers/period.ts";
import { slice } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { recogniseRecurrence } from "../../language/values/recurrence.ts";
import { CONNECTIVES } from "../../language/words/connectives.ts";
import type { GoalModel } from "../goal-model.ts";
import type { FoundEntity } from "./found.ts";

type Meaning = { readonly from: number; readonly to: number; readonly value: string };

/** Entities of these types say what the words of another one mean: `period` beside `period_text`. */
export const isMeaning = ({ type }: EntitySchema): boolean =>
  type === "period" || type === "currency";

/** The entity that holds the words of such a value. */
export const wordsEntity = (name: string): string => `${name}_text`;

/** What was found, with the typed value of each period and currency beside its words. */
export function withMeanings(
  goal: GoalModel,
  sentence: Sentence,
  found: readonly FoundEntity[],
): FoundEntity[] {
  const all = [...found, ...firstDay(goal, sentence, found)];
  for (const [name, schema] of goal.entities) {
    if (!isMeaning(schema)) continue;
    const given = all.find(({ entity }) => entity === name);
    const words = all.find(({ entity }) => entity === wordsEntity(name));
    const meaning = given ?? meaningOf(schema, sentence, all, words);
    if (meaning === undefined) continue;
    const span = { from: meaning.from, to: meaning.to, by: "typed" } as const;
    if (given === undefined) all.push({ entity: name, value: meaning.value, ...span });
    const isWhole = words !== undefined && (words.to >= meaning.to || words.from >= meaning.to);
    if (isWhole || !goal.entities.has(wordsEntity(name))) continue;
    const said = slice(sentence.text, sentence.words, meaning.from, meaning.to);
    if (words !== undefined) all.splice(all.indexOf(words), 1);
    all.push({ entity: wordsEntity(name), value: said, ...span });
  }
  return all;
}

/** What recurs says its first day by itself. */
function firstDay(
  goal: GoalModel,
  sentence: Sentence,
  found: readonly FoundEntity[],
): FoundEntity[] {
  const rule = found.find(({ entity }) => goal.entities.get(entity)?.type === "recurrence");
  if (rule === undefined) return [];
  const value = recogniseRecurrence(sentence, rule.from)?.first;
  return [...goal.entities].flatMap(([entity, { type, required }]) =>
    type !== "date" ||
    !required ||
    value === undefined ||
    found.some((one) => one.entity === entity)
      ? []
      : [{ ...rule, entity, value }],
  );
}

function meaningOf(
  schema: EntitySchema,
  sentence: Sentence,
  found: readonly FoundEntity[],
  words: FoundEntity | undefined,
): Meaning | undefined {
  const isTaken = ({ from, to }: Meaning) =>
    found.some((each) => each !== words && each.from < to && each.to > from);
  const free = meaningsIn(schema, sentence).filter((each) => !isTaken(each));
  if (words === undefined) {
    const [first, ...others] = free;
    return others.every(({ value }) => value === first?.value) ? first : undefined;
  }
  const [around, other] = free.filter(({ from, to }) => from < words.to && to > words.from);
  // Of several that are not one, none is chosen in silence.
  if (around !== undefined) {
    const goesOn = around.to < words.to && CONNECTIVES.has(sentence.words[around.to]?.word ?? "");
    return other === undefined && !goesOn ? around : undefined;
  }
  if (schema.type !== "period" || typeof words.value !== "string") return undefined;
  const value = readPeriod(words.value, { ...sentence, leaning: schema.leaning });
  return value === undefined ? undefined : { from: words.from, to: words.to, value };
}

function meaningsIn({ type, leaning }: EntitySchema, sentence: Sentence): Meaning[] {
  if (type === "period") return periodsIn(sentence, { ...sentence, leaning });
  return sentence.words.flatMap((_, at) => {
    const currency = currencyFrom(sentence, at);
    return currency === undefined ? [] : [{ from: at, ...currency }];
  });
}
