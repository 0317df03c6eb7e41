import { isJsonObject, ownValue } from "../contracts/json.ts";
import { inLocale, type Locale } from "../contracts/names.ts";
import { visibleText } from "../plain-text/visible-text.ts";
import type { Told } from "./x-regente.ts";

const MOST_VALUE = 300;
const MOST_LINES = 20;

const words: Readonly<
  Record<Locale, { done: string; none: string; more: (count: number) => string }>
> = {
  "pt-BR": { done: "Feito.", none: "Nada encontrado.", more: (count) => `... e mais ${count}` },
  en: { done: "Done.", none: "Nothing found.", more: (count) => `... and ${count} more` },
};

/** An answer of a service in words: by the overlay's, else its plain values line by line. All of it is outside text. */
export function sayAnswer(result: unknown, told: Told, locale: Locale): string {
  const say = words[locale];
  const text = told.text && inLocale(told.text, locale);
  const whole = text === undefined ? onlyListIn(result) : result;
  const list = told.items === undefined ? whole : into(result, told.items);
  const head = text === undefined ? [] : [filled(text, result)];
  if (!Array.isArray(list)) {
    if (head.length > 0) return head.join("\n");
    return plain(result).join("\n") || say.done;
  }
  if (list.length === 0) return (told.none && inLocale(told.none, locale)) ?? say.none;
  const line = told.line && inLocale(told.line, locale);
  const lines = list
    .slice(0, MOST_LINES)
    .map((item) => (line === undefined ? plain(item).join(", ") : filled(line, item)));
  const more = list.length - MOST_LINES;
  return [...head, ...lines, ...(more > 0 ? [say.more(more)] : [])].join("\n");
}

/** The list of an answer that holds one list and no plain value beside it; else the answer. */
function onlyListIn(result: unknown): unknown {
  if (!isJsonObject(result) || plain(result).length > 0) return result;
  const [list, ...others] = Object.values(result).filter(Array.isArray);
  return list?.length && others.length === 0 ? list : result;
}

/** The value at `data.items`; undefined where there is none. */
export const into = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>(ownValue, value);

/** A text with the values that it names. What is put in is never read again. */
const filled = (text: string, value: unknown): string =>
  text.replaceAll(/\{([\w-]+(?:\.[\w-]+)*)\}/g, (_name, path: string) => shown(into(value, path)));

/** A value as a few words on one line. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return visibleText(text.slice(0, MOST_VALUE)).replaceAll("\n", " ");
}

/** The plain values of an answer, each with its name. */
function plain(value: unknown): string[] {
  if (!isJsonObject(value)) return value === null || value === undefined ? [] : [shown(value)];
  return Object.entries(value)
    .filter(([, each]) => each !== null && typeof each !== "object")
    .slice(0, MOST_LINES)
    .map(([name, each]) => `${visibleText(name.slice(0, 64))}: ${shown(each)}`);
}
