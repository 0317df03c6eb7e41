import { isZone, type Locale, locales } from "#shared/contracts/names.ts";
import { byLocale, wordList, wordMap, wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { phrasesOf } from "./templates/phrases.ts";
import { joined, normalised, slice, tokens } from "./text.ts";

type Asked = "ask" | "forget" | "tell_time";

/** What a sentence says of its user's time zone, or asks of the clock. `place` is as it was said. */
export type ZoneSentence = { readonly locale: Locale } & (
  | { readonly does: "set"; readonly place: string }
  | { readonly does: Asked }
);

const PLACE = "#place";
const MOST_WORDS = 14;
const MOST_CHARS = 160;

type Pattern = { readonly before: string; readonly behind: string };
type Read = {
  readonly locale: Locale;
  readonly whole: ReadonlyMap<string, Asked>;
  /** The longest words before the place first. */
  readonly sets: readonly Pattern[];
};

const written = (lines: readonly string[]): string[] =>
  lines.flatMap(phrasesOf).map((line) => line.trim().replace(/\s+/g, " "));

const READ: readonly Read[] = locales.map((locale) => {
  const lines = (name: string) => written(wordList(`zones.${name}`, locale));
  return {
    locale,
    whole: new Map([
      ...lines("asks").map((line) => [line, "ask"] as const),
      ...lines("forgets").map((line) => [line, "forget"] as const),
      ...lines("asks-time").map((line) => [line, "tell_time"] as const),
    ]),
    sets: lines("sets")
      .map((line): Pattern => {
        const [before = "", behind = ""] = line.split(PLACE);
        return { before, behind };
      })
      .toSorted((a, b) => b.before.length + b.behind.length - a.before.length - a.behind.length),
  };
});

/**
 * The whole sentence, without its courtesy. Pure.
 * Cost: some hundred comparisons of short texts
 */
export function readZoneSentence(text: string): ZoneSentence | undefined {
  if (text.length > MOST_CHARS) return undefined;
  const said = tokens(text);
  const { from, to } = withoutCourtesy(said);
  if (to - from > MOST_WORDS) return undefined;
  const words = said.slice(from, to);
  const line = joined(words);
  for (const { locale, whole, sets } of READ) {
    const does = whole.get(line);
    if (does !== undefined) return { locale, does };
    const set = sets.find(
      ({ before, behind }) =>
        line.startsWith(before) &&
        line.endsWith(behind) &&
        line.length > before.length + behind.length,
    );
    if (set === undefined) continue;
    const first = set.before.trim().split(" ").length;
    const last = set.behind.trim() === "" ? 0 : set.behind.trim().split(" ").length;
    return { locale, does: "set", place: slice(text, words, first, words.length - last) };
  }
  return undefined;
}

const BESIDE = byLocale((locale) => wordSet("zones.beside", locale));
const CALLED = wordMap("zones.called");

let known: ReadonlyMap<string, string> | undefined;

/**
 * The zone of a place, by its own name, its city, or what people and the system's calendar data call it.
 * undefined: none, or several.
 */
export function zoneNamed(place: string): string | undefined {
  const name = place.trim();
  if (name.includes("/") && isZone(name)) return name;
  known ??= zonesByName();
  const words = normalised(name).split(" ");
  const bare = words.filter((word) => locales.every((each) => !BESIDE[each].has(word))).join(" ");
  return known.get(words.join(" ")) ?? known.get(bare);
}

function zonesByName(): Map<string, string> {
  const found = new Map<string, string>();
  const several = new Set<string>();
  const add = (name: string, zone: string) => {
    if (found.has(name) && found.get(name) !== zone) several.add(name);
    else found.set(name, zone);
  };
  const zones = Intl.supportedValuesOf("timeZone");
  for (const zone of zones)
    for (const locale of locales) {
      const form = { timeZone: zone, timeZoneName: "shortGeneric" } as const;
      const parts = new Intl.DateTimeFormat(locale, form).formatToParts(0);
      const called = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
      const words = normalised(called).split(" ");
      const place = words.filter((word) => !BESIDE[locale].has(word)).join(" ");
      if (place.length > MOST_OF_AN_ABBREVIATION) add(place, zone);
    }
  for (const name of several) found.delete(name);
  for (const zone of zones) {
    found.set(normalised(zone), zone);
    found.set(normalised(zone.split("/").at(-1) ?? zone), zone);
  }
  for (const [zone, names] of CALLED) for (const name of names) found.set(name, zone);
  return found;
}

/** Who says so means other zones in other places. */
const MOST_OF_AN_ABBREVIATION = 3;
