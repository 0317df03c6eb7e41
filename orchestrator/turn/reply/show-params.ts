import { isJsonObject, type Json, type JsonObject } from "#shared/contracts/json.ts";

/** Longer texts are cut, and it is said how much is not shown. */
const MOST_CHARS = 1000;
/** What is not seen, or turns the text around it: controls, marks of direction, other kinds of line ends. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** What people call a parameter and its values. */
export type ParamWords = {
  label(name: string): string;
  /** undefined: it is shown as it is. */
  value(name: string, value: Json): string | undefined;
};

const AS_THEY_ARE: ParamWords = { label: (name) => name, value: () => undefined };

/**
 * Parameters as someone is asked to agree to them: a line for each, and every value so that it cannot be
 * taken for anything else. A text is quoted, and what cannot be seen in it is spelled out, so that it can
 * neither end the question nor begin another. `words`: what the manifest calls them.
 */
export const showParams = (params: JsonObject, words: ParamWords = AS_THEY_ARE): string =>
  Object.entries(params)
    .map(
      ([name, value]) => `- ${words.label(name)}: ${words.value(name, value) ?? showValue(value)}`,
    )
    .join("\n");

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
