import type { IsoDate } from "#shared/calendar/days.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { loadMessages } from "#shared/domain-kit/load-messages.ts";
import type { SourceOfData } from "./data/market-data.ts";

export const words = loadMessages<typeof import("./messages/values.json")>(
  new URL("./messages/", import.meta.url),
);

/** Intl separates with spaces that do not break; people search and copy with plain ones. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format costs 50 us, using one costs 1. */
function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** "38,2" with so many decimals. */
export const decimal = (value: number, locale: Locale, decimals = 2): string =>
  plain(
    numberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value),
  );

/** "R$ 38,20", "$38.20", "SEK 112,50"; a currency that is no ISO code is written before the number. */
export function money(value: number, currency: string, locale: Locale): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${currency} ${decimal(value, locale)}`.trim();
  // Fractions of a cent matter for what costs less than one.
  const decimals = value !== 0 && Math.abs(value) < 0.1 ? 4 : 2;
  return plain(
    numberFormat(locale, {
      style: "currency",
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value),
  );
}

/** "30/10/2026" is how Brazilians write a day; "10/30/2026" would be read as either by people who write English. */
const DAY_STYLE: Readonly<Record<Locale, "short" | "medium">> = { "pt-BR": "short", en: "medium" };

/** A price as it is said: an index counts points, a share costs money. */
export function price(
  value: number,
  of: { symbol: string; currency: string },
  locale: Locale,
): string {
  if (!of.symbol.startsWith("^")) return money(value, of.currency, locale);
  return `${decimal(value, locale)} ${words(locale)("points")}`;
}

/** 12.3456 gives "12,35%"; `value` is in per cent. */
export const percent = (value: number, locale: Locale): string => `${decimal(value, locale)}%`;

/** "+1,23%", "-0,40%", "0,00%" */
export const signedPercent = (value: number, locale: Locale): string =>
  `${plain(numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" }).format(value))}%`;

/** "30/10/2026", "Oct 30, 2026" */
export const day = (date: IsoDate, locale: Locale): string =>
  plain(
    new Intl.DateTimeFormat(locale, {
      dateStyle: DAY_STYLE[locale],
      timeZone: "UTC",
    }).format(Date.parse(date)),
  );

/** An instant where the exchange is: "20/11/2026, 15:42", "Nov 20, 2026, 3:42 PM" */
export const moment = (instant: string, timezone: string, locale: Locale): string =>
  plain(
    new Intl.DateTimeFormat(locale, {
      dateStyle: DAY_STYLE[locale],
      timeStyle: "short",
      timeZone: timezone,
    }).format(Date.parse(instant)),
  );

/** "a, b e c", "a, b, and c" */
export const list = (parts: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(locale, { type: "conjunction" }).format(parts);

/** Less than half of what two decimals can show. */
const isFlat = (value: number): boolean => Math.abs(value) < 0.005;

/** "alta de 1,23%", "down 0.40%", "estável"; `value` is in per cent. */
export const move = (value: number, locale: Locale): string => toldAs("move", value, locale);

/** "subiu 1,23%", "fell 0.40%", "ficou estável" */
export const moved = (value: number, locale: Locale): string => toldAs("moved", value, locale);

function toldAs(how: "move" | "moved", value: number, locale: Locale): string {
  const say = words(locale);
  if (isFlat(value)) return say(`${how}.flat`);
  return say(`${how}.${value > 0 ? "up" : "down"}`, { size: percent(Math.abs(value), locale) });
}

/** Every answer from the sample carries this; undefined for real data. */
export function sampleWarning(source: SourceOfData, locale: Locale): string | undefined {
  if (!source.sample) return undefined;
  return words(locale)("sample", { day: day(source.as_of, locale) });
}

/** The sentence or lines with the warning behind, where there is one: "... (dados de exemplo de ...)" */
export function withWarning(text: string, source: SourceOfData, locale: Locale): string {
  const warning = sampleWarning(source, locale);
  if (warning === undefined) return text;
  // Below a list, a line of its own.
  return `${text}${text.includes("\n") ? "\n" : " "}(${warning})`;
}
