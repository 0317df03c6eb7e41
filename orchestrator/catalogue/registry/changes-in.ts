import { canonicalJson, isJsonObject, ownValue } from "#shared/contracts/json.ts";
import { visibleText } from "#shared/plain-text/visible-text.ts";

/** `ofWords`: it decides what people say to come here, not what is done then. */
export type Change = { told: string; ofWords: boolean };

/** Fields that hold words for people and models to read or to say. */
const WORDS: ReadonlySet<string> = new Set([
  "hints",
  "description",
  "question",
  "synonyms",
  "lists",
  "rules",
]);
/** What follows others by its words fires by them: these are no mere words. */
const FOLLOWUP = "followup";

const MOST_DEPTH = 8;
const MOST_NAMED = 2;
const MOST_CHARS = 60;

/**
 * Every difference between two values, by where it is.
 * Shape: `send_report: timeout_ms 5000 -> 100`, `ASK: hints.examples.en now has "a", "b" and 3 more`
 */
export function changesIn(before: unknown, after: unknown, of: string): Change[] {
  return differences(before, after, []).map(({ path, told }) => {
    const ofWords = path.some((key) => WORDS.has(key)) && !path.includes(FOLLOWUP);
    return { told: of === "" ? told : `${of}: ${told}`, ofWords };
  });
}

type Difference = { path: readonly string[]; told: string };

function differences(before: unknown, after: unknown, path: readonly string[]): Difference[] {
  if (isJsonObject(before) && isJsonObject(after) && path.length < MOST_DEPTH)
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(ownValue(before, key), ownValue(after, key), [...path, key]),
    );
  if (textOf(before) === textOf(after)) return [];
  return [{ path, told: `${path.map(shown).join(".")} ${describe(before, after)}` }];
}

function describe(before: unknown, after: unknown): string {
  if (after === undefined) return "is gone";
  if (Array.isArray(before) && Array.isArray(after)) {
    const known = new Set(before.map(textOf));
    const fresh = after.filter((each) => !known.has(textOf(each)));
    const named = fresh.slice(0, MOST_NAMED).map(quoted).join(", ");
    const more = fresh.length - MOST_NAMED;
    if (fresh.length > 0) return `now has ${named}${more > 0 ? ` and ${more} more` : ""}`;
    return before.length > after.length ? "has less" : "stands in another order";
  }
  return before === undefined
    ? `is new: ${quoted(after)}`
    : `${quoted(before)} -> ${quoted(after)}`;
}

/** A part of a manifest in one short line, without what no one can see. */
const quoted = (value: unknown): string => cut(visibleText(textOf(value)).replaceAll("\n", " "));
const shown = (key: string): string => (/^\w{1,60}(-\w+)?$/.test(key) ? key : quoted(key));
const cut = (text: string): string =>
  text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}...` : text;

const textOf = (value: unknown): string => (value === undefined ? "" : canonicalJson(value));
