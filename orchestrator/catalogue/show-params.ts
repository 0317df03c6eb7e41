import { isJsonObject, type Json, type JsonObject } from "#shared/contracts/json.ts";

/** Longer texts are cut, and it is said how much is not shown. */
const MOST_CHARS = 1000;
/** What is not seen, or turns the text around it: controls, marks of direction, other kinds of line ends. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** What people call a parameter and its values. */
export type ParamWords = {
  /** How the goal behind them is asked for, with {names} of theirs; undefined: it does not say. */
  question?: string | undefined;
  label(name: string): string;
  /** undefined: it is shown as it is. */
  value(name: string, value: Json): string | undefined;
};

const AS_THEY_ARE: ParamWords = { label: (name) => name, value: () => undefined };

/**
 * Parameters as someone is asked to agree to them: a line for each, and every value so that it cannot be
 * taken for anything else. A text is quoted, and what cannot be seen in it is spelled out, so that it can
 * neither end the question nor begin another. `words`: what the manifest calls them. What was said and what it means are
 * one line.
 */
export const showParams = (params: JsonObject, words: ParamWords = AS_THEY_ARE): string =>
  Object.entries(params)
    .filter(([name]) => !isMeaning(params, name, words))
    .map(([name, value]) => {
      const shown = words.value(name, value) ?? showValue(value);
      // No files at all are nothing to agree to.
      return shown === ""
        ? ""
        : `- ${words.label(name)}: ${withMeaning(shown, params, name, words)}`;
    })
    .filter((line) => line !== "")
    .join("\n");

/** A value in words, with what they mean behind them; undefined: it has none. */
export function shownIn(params: JsonObject, name: string, words: ParamWords): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  const said = words.value(name, value);
  if (said === undefined && typeof value !== "string") return undefined;
  return withMeaning(said ?? String(value), params, name, words);
}

function withMeaning(shown: string, params: JsonObject, name: string, words: ParamWords): string {
  const meaning = name.endsWith("_text") ? meaningOf(params, name.slice(0, -5), words) : undefined;
  return meaning === undefined ? shown : `${shown} (${meaning})`;
}

const meaningOf = (params: JsonObject, name: string, words: ParamWords): string | undefined =>
  Object.hasOwn(params, name) ? words.value(name, params[name] ?? null) : undefined;

/** True where it stands beside the words that it was read from. */
const isMeaning = (params: JsonObject, name: string, words: ParamWords): boolean =>
  Object.hasOwn(params, `${name}_text`) && meaningOf(params, name, words) !== undefined;

/** Values, as they are said, that a question leaves out; the words and what they mean are one. */
export const leftOf = (
  said: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
): (readonly [name: string, value: string])[] =>
  [...said].filter(
    ([name]) =>
      !said.has(`${name}_text`) && !used.has(name) && !used.has(name.replace(/_text$/, "")),
  );

/** A value as it stands in such a line. */
export function showValue(value: Json): string {
  const shown = spelledOut(JSON.stringify(isJsonObject(value) ? sorted(value) : value));
  if (shown.length <= MOST_CHARS) return shown;
  return `${shown.slice(0, MOST_CHARS)}… (+${shown.length - MOST_CHARS})`;
}

const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** JSON spells out what is below U+0020; the rest is left for us. */
const spelledOut = (text: string): string =>
  text.replace(UNSEEN, (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
