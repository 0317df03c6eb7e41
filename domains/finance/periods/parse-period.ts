import type { Locale } from "#shared/contracts/names.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { parseDate } from "./parse-date.ts";
import { type Period, partialDate } from "./period.ts";
import { countOf, unitOf } from "./period-words.ts";

/** Longer than anyone speaks of a period; anything more is not one. */
const MAX_CHARS = 100;

const last = (count: number, word: string): Period | undefined => {
  const found = unitOf.get(word);
  if (found === undefined) return undefined;
  const { unit, factor } = found;
  const whole = count * factor;
  return whole >= 1 && whole <= 1500 ? { kind: "last", count: whole, unit } : undefined;
};

/** Words that start a period without changing it: "nos", "ao longo dos", "during the". */
const OPENING =
  /^(?:(?:n[oa]s?|d[oa]s?|de|em|pel[oa]s?|ao longo|durante|por|over|the|in|for|during|of|within|all|tod[oa]s?|period|periodo|:) )+/;

const SEVERAL = /^(?:dias|days|semanas|weeks|meses|months|anos|years)$/;
const VAGUE_COUNT = 3;
const PREFIX_LAST = /^(?:ultim[oa]s?|last|past|previous|trailing|recent|recentes) (.+)$/;
const SUFFIX_LAST = /^(.+?) (?:para ca|pra ca|atras|ago|passad[oa]s|anteriores|recentes|to date)$/;
const THIS =
  /^(?:este|esta|esse|essa|neste|nesta|nesse|nessa|deste|desta|desse|dessa|this|current)(?: mesm[oa])? (.+)$/;
const PREVIOUS = /^(?:(.+) (?:passad[oa]|anterior)|(?:last|previous|prior) (.+))$/;
const SINCE =
  /^(?:desde|a partir d[eo]|a partir|since|starting|starting in|from) (?:(?:o|a|the|de|do|da|em|in) )*(.+?)(?: (?:para ca|pra ca|ate hoje|ate agora|to date|to today|until now|until today|to now|onwards))?$/;
const START_OF =
  /^(?:comeco|inicio|start|beginning) (?:(?:do|da|de|deste|desta|of|the|this|current) )*(ano|mes|semana|year|month|week)$/;
const BETWEEN =
  /^(?:entre|between|de|from|desde|since)? ?(.+?) (?:e|and|a|ate|to|until|till|through|-|–) (.+)$/;

/**
 * The period that a person names, in Portuguese or English whatever the locale; the locale only decides how 03/04
 * is read. undefined when it cannot be understood.
 * Shape: "nos últimos 6 meses" and "last 6 months" give {kind: "last", count: 6, unit: "month"};
 *        "ano passado" and "last year" give the whole calendar year before this one
 */
export function parsePeriod(text: string, locale: Locale): Period | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const whole = fold(text).replace(/[.,;!?]+$/, "");
  // "da última semana" and "last week" differ by the article: with one, English too means the seven days up to now.
  const hadArticle = /^(?:\S+ )*the (?:last|past|previous) /.test(whole);
  const said = whole.replace(OPENING, "");
  return (
    fixed.get(said) ??
    parseCompact(said) ??
    parseThis(said) ??
    (hadArticle ? undefined : parsePrevious(said)) ??
    parseLast(said) ??
    parseSince(whole, locale) ??
    parseSince(said, locale) ??
    parseBetween(whole, locale) ??
    parseIn(said, locale)
  );
}

const fixed = new Map<string, Period>([
  ...["hoje", "today", "dia de hoje"].map(
    (word) => [word, { kind: "last", count: 1, unit: "day" }] as const,
  ),
  ...["ontem", "yesterday"].map((word) => [word, { kind: "last", count: 2, unit: "day" }] as const),
  ...["anteontem", "antes de ontem", "day before yesterday"].map(
    (word) => [word, { kind: "last", count: 3, unit: "day" }] as const,
  ),
  ...[
    "ytd",
    "year to date",
    "ano",
    "year so far",
    "ano ate agora",
    "ano ate hoje",
    "acumulado do ano",
  ].map((word) => [word, { kind: "this", unit: "year" }] as const),
  ...["mtd", "month to date", "mes", "mes ate agora"].map(
    (word) => [word, { kind: "this", unit: "month" }] as const,
  ),
  ...["semana"].map((word) => [word, { kind: "this", unit: "week" }] as const),
  ...[
    "max",
    "maximo",
    "tudo",
    "historico completo",
    "historico todo",
    "sempre",
    "desde sempre",
    "desde o inicio",
    "all",
    "all time",
    "everything",
    "time",
    "since inception",
    "since the beginning",
    "full history",
    "whole history",
  ].map((word) => [word, { kind: "max" }] as const),
  ...["meio ano", "half a year", "half year", "half-year", "ultimo meio ano"].map(
    (word) => [word, { kind: "last", count: 6, unit: "month" }] as const,
  ),
  ...["ano e meio", "um ano e meio", "1 ano e meio", "year and a half", "a year and a half"].map(
    (word) => [word, { kind: "last", count: 18, unit: "month" }] as const,
  ),
]);

/** "6m", "1y", "30d", "12 mo" */
function parseCompact(said: string): Period | undefined {
  const found = /^(\d{1,4}) ?-?([a-z]{1,3})$/.exec(said);
  return found ? last(Number(found[1]), found[2] ?? "") : undefined;
}

function parseThis(said: string): Period | undefined {
  const word = THIS.exec(said)?.[1] ?? /^(.+) (?:atual|corrente)$/.exec(said)?.[1];
  const found = word === undefined ? undefined : unitOf.get(word);
  if (found === undefined) return undefined;
  if (found.factor === 1) return { kind: "this", unit: found.unit };
  // "este semestre": the months up to now say it well enough.
  return { kind: "last", count: found.factor, unit: found.unit };
}

function parsePrevious(said: string): Period | undefined {
  const found = PREVIOUS.exec(said);
  const unit = unitOf.get(found?.[1] ?? found?.[2] ?? "");
  return unit?.factor === 1 && unit.unit !== "day"
    ? { kind: "previous", unit: unit.unit }
    : undefined;
}

/** "últimos 6 meses", "six months ago", "há 3 meses", "1 ano", "um semestre" */
function parseLast(said: string): Period | undefined {
  const bare = said.replace(/^(?:ha|faz|desde ha) /, "");
  const core = PREFIX_LAST.exec(bare)?.[1] ?? SUFFIX_LAST.exec(bare)?.[1] ?? bare;
  const inner = (
    PREFIX_LAST.exec(core)?.[1] ?? core.replace(/ (?:ultim[oa]s|passad[oa]s)$/, "")
  ).replace(/^(?:few|poucos|alguns) /, "");
  // "últimos meses", without a number: a few of them.
  const single = bare === core ? undefined : last(SEVERAL.test(inner) ? VAGUE_COUNT : 1, inner);
  if (single !== undefined) return single;
  const space = inner.lastIndexOf(" ");
  // "6 ultimos meses"
  const count = countOf(inner.slice(0, space).replace(/ (?:ultim[oa]s|last|past)$/, ""));
  return space === -1 || count === undefined ? undefined : last(count, inner.slice(space + 1));
}

function parseSince(said: string, locale: Locale): Period | undefined {
  const from = SINCE.exec(said)?.[1];
  if (from === undefined) return undefined;
  const start = START_OF.exec(from)?.[1];
  if (start !== undefined) return { kind: "this", unit: unitOf.get(start)?.unit ?? "year" };
  const ago = SUFFIX_LAST.exec(from) === null ? undefined : parseLast(from);
  if (ago !== undefined) return ago;
  const date = parseDate(from, locale);
  return date === undefined ? undefined : { kind: "since", from: date };
}

function parseBetween(said: string, locale: Locale): Period | undefined {
  const found = BETWEEN.exec(said);
  const [from, to] = [found?.[1], found?.[2]].map((part) =>
    part === undefined ? undefined : parseDate(part, locale),
  );
  if (from === undefined || to === undefined) return undefined;
  // "de janeiro a março de 2025": the year stands for both.
  const year =
    from.year ?? (from.month !== undefined && from.month <= (to.month ?? 0) ? to.year : undefined);
  return { kind: "between", from: partialDate.parse({ ...from, year }), to };
}

/** "2025", "março de 2026", "in March" */
function parseIn(said: string, locale: Locale): Period | undefined {
  const date = parseDate(said, locale);
  return date === undefined ? undefined : { kind: "between", from: date, to: date };
}
