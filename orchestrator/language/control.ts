import { type Locale, locales } from "#shared/contracts/names.ts";
import { phraseList } from "#shared/language/words.ts";
import { beginsCourtesy, withoutCourtesy } from "./courtesy.ts";
import { readReply } from "./modifiers/read-modifiers.ts";
import { setApart } from "./set-apart.ts";
import { joined, normalised, tokens } from "./text.ts";

/** What a person says to the conversation itself, in any catalogue. */
const controls = [
  ...(["cancel", "help", "repeat", "again", "undo", "greet", "thank"] as const),
  ...(["redo", "recall", "done"] as const),
] as const;
export type Control = (typeof controls)[number];

type Entry = { control: Control; locale: Locale };

const CONTROLS: ReadonlyMap<string, Entry> = new Map(
  controls.flatMap((control) =>
    locales.flatMap((locale) =>
      phraseList(`control.${control}`, locale).map(
        (sentence) => [normalised(sentence), { control, locale }] as const,
      ),
    ),
  ),
);
/** What a control sentence begins with, when nothing courteous does: most requests are told apart by it. */
const FIRST_WORDS: ReadonlySet<string> = new Set(
  Array.from(CONTROLS.keys(), (sentence) => sentence.slice(0, `${sentence} `.indexOf(" "))),
);
/** The longest control sentence has fewer words; a longer text is a request. */
const MOST_WORDS = 12;
const MOST_CHARS = 120;

/**
 * The control that the whole sentence is, or undefined when it says anything more.
 * Cost:  a look at the first word; about 5 us where that may begin a control
 */
export function readControl(text: string): Control | undefined {
  const control = entryOf(text)?.control;
  return control !== undefined && isOnlyShown(control, text) ? undefined : control;
}

/** What is only shown or crossed out does nothing; to cancel cancels all the same. */
function isOnlyShown(control: Control, text: string): boolean {
  const apart = CHANGING.has(control) ? setApart(text) : undefined;
  return apart !== undefined && (control !== "cancel" || apart === "reported");
}

const CHANGING: ReadonlySet<Control> = new Set<Control>(["undo", "redo", "again", "cancel"]);

/** The control that a whole sentence refuses, or only shows. Cost: as readControl, twice */
export function refusedControl(text: string, locale: Locale): Control | undefined {
  if (text.length > MOST_CHARS) return undefined;
  const shown = entryOf(text)?.control;
  if (shown !== undefined && isOnlyShown(shown, text)) return shown;
  const { refuses, core, restrictions } = readReply(text, locale);
  return refuses && restrictions.length === 0 ? readControl(core) : undefined;
}

/** The language that a control sentence is said in; undefined for any other text. */
export const localeOfControl = (text: string): Locale | undefined => entryOf(text)?.locale;

function entryOf(text: string): Entry | undefined {
  if (text.length > MOST_CHARS) return undefined;
  const first = tokens(text, 1)[0]?.word;
  if (first === undefined || !(FIRST_WORDS.has(first) || beginsCourtesy(first))) return undefined;
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS) return undefined;
  const whole = CONTROLS.get(joined(words));
  if (whole !== undefined) return whole;
  const { from, to } = withoutCourtesy(words);
  return CONTROLS.get(joined(words.slice(from, to)));
}
