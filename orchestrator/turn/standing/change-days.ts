import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { TIME_LEXICONS } from "../../standing/words/lexicons.ts";
import { endOf, phrasesOf } from "../../standing/words/phrases.ts";
import type { Said } from "../../standing/words/piece.ts";
import { weekdayNamed } from "../../standing/words/read-day.ts";
import { type Token, tokens } from "../../understanding/text.ts";

type Words = Readonly<Record<"more" | "less" | "leads", ReturnType<typeof phrasesOf>>>;
const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    leads: phrasesOf(
      "ah, e, ah e, entao, na verdade, alias, pode, agora, por favor, ok, bom, tambem",
    ),
    more: phrasesOf(
      "inclui, inclua, incluir, acrescenta, acrescente, adiciona, adicione, poe, ponha, coloca, coloque, bota, mais",
    ),
    less: phrasesOf(
      "tira, tire, tirar, remove, remova, exclui, exclua, menos, sem, pula, pule, corta, corte, nao quero",
    ),
  },
  en: {
    leads: phrasesOf("oh, and, then, actually, can you, please, now, ok, okay, well, also"),
    more: phrasesOf("add, include, put in, plus"),
    less: phrasesOf(
      "remove, drop, skip, take out, leave out, take off, except, without, cut, minus, not on",
    ),
  },
};
const SMALL = new Set(
  "o a os as na no nas nos aos e tambem de do da on the and too as well also to every all it".split(
    " ",
  ),
);
const MOST_WORDS = 10;

/** "inclui o sábado também", "tira a segunda, vou ficar só com a quarta": on more days of the week, or fewer. Pure. */
export function otherDays(
  text: string,
  { timing }: Pick<Schedule, "timing">,
  locale: Locale,
  here: Said["here"],
): RecurrenceRule | undefined {
  if (timing.kind !== "every" || timing.rule.by !== "calendar") return undefined;
  const [clause = ""] = text.split(/[,;](?=\s)/);
  const said = daysSaid(clause, locale, here) ?? daysSaid(text, locale, here);
  return said && ruleWith(timing.rule, said);
}

type DaysSaid = { readonly days: readonly number[]; readonly isMore: boolean };

function daysSaid(text: string, locale: Locale, here: Said["here"]): DaysSaid | undefined {
  let words: readonly Token[] = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS) return undefined;
  const lexicon = WORDS[locale];
  for (
    let to = endOf(lexicon.leads, words, 0);
    to !== undefined;
    to = endOf(lexicon.leads, words, 0)
  )
    words = words.slice(to);
  const more = endOf(lexicon.more, words, 0);
  const begin = more ?? endOf(lexicon.less, words, 0);
  if (begin === undefined) return undefined;
  const said: Said = {
    ...{ text, words, locale, here, today: () => undefined },
    lexicon: TIME_LEXICONS[locale],
  };
  const days: number[] = [];
  for (let at = begin; at < words.length; ) {
    const plural = said.lexicon.pluralWeekdays.get(words[at]?.word ?? "");
    const named = plural === undefined ? weekdayNamed(said, at) : undefined;
    const day = plural ?? named?.weekday;
    if (day !== undefined) days.push(day);
    else if (!SMALL.has(words[at]?.word ?? "")) return undefined;
    at = named?.to ?? at + 1;
  }
  return days.length === 0 ? undefined : { days, isMore: more !== undefined };
}

const sorted = (days: readonly number[]): number[] => [...new Set(days)].toSorted((a, b) => a - b);
const WORKING = [1, 2, 3, 4, 5];

/** undefined: it has them already, has none of them, or none would be left. */
function ruleWith(
  rule: Extract<RecurrenceRule, { by: "calendar" }>,
  { days, isMore }: DaysSaid,
): RecurrenceRule | undefined {
  const own = rule.days;
  const left = rule.not_on ?? { weekdays: [], holidays: false };
  if (own.on === "weekdays") {
    const now = isMore
      ? sorted([...own.days, ...days])
      : own.days.filter((day) => !days.includes(day));
    return now.length === 0 || now.length === own.days.length
      ? undefined
      : { ...rule, days: { on: "weekdays", days: now } };
  }
  if (own.on === "working_days" && isMore)
    return {
      ...rule,
      days: { on: "weekdays", days: sorted([...WORKING, ...days]) },
      not_on: { weekdays: left.weekdays.filter((day) => !days.includes(day)), holidays: true },
    };
  if (own.on !== "working_days" && own.on !== "every_day") return undefined;
  const weekdays = isMore
    ? left.weekdays.filter((day) => !days.includes(day))
    : sorted([...left.weekdays, ...days]);
  if (weekdays.length === left.weekdays.length || weekdays.length > 6) return undefined;
  const { not_on: _before, ...plain } = rule;
  return weekdays.length === 0 && !left.holidays
    ? plain
    : { ...plain, not_on: { ...left, weekdays } };
}
