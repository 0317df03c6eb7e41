import { type Locale, locales } from "#shared/contracts/names.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { CONTROL_SENTENCES } from "./lexicons/control-sentences.ts";
import { tokens } from "./text.ts";

/** What a person says to the conversation itself, in any catalogue. */
export type Control = keyof typeof CONTROL_SENTENCES;

type Entry = { control: Control; locale: Locale };

const CONTROLS: ReadonlyMap<string, Entry> = new Map(
  (Object.keys(CONTROL_SENTENCES) as Control[]).flatMap((control) =>
    locales.flatMap((locale) =>
      CONTROL_SENTENCES[control][locale].map(
        (sentence) => [folded(sentence), { control, locale }] as const,
      ),
    ),
  ),
);
/** The longest control sentence has fewer words; a longer text is a request. */
const MOST_WORDS = 12;
const MOST_CHARS = 120;

/**
 * The control that the whole sentence is, or undefined when it says anything more.
 * Shape: "Deixa pra lá!" gives cancel, "cancela meu pedido 12" nothing
 * Cost:  a lookup
 */
export const readControl = (text: string): Control | undefined => entryOf(text)?.control;

/** The language that a control sentence is said in; undefined for any other text. */
export const localeOfControl = (text: string): Locale | undefined => entryOf(text)?.locale;

function entryOf(text: string): Entry | undefined {
  if (text.length > MOST_CHARS) return undefined;
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const whole = words.map(({ word }) => word).join(" ");
  const { from, to } = withoutCourtesy(words);
  return (
    CONTROLS.get(whole) ??
    CONTROLS.get(
      words
        .slice(from, to)
        .map(({ word }) => word)
        .join(" "),
    )
  );
}

function folded(sentence: string): string {
  return tokens(sentence)
    .map(({ word }) => word)
    .join(" ");
}
