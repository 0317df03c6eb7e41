import type { EntityValue } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { wordSet } from "#shared/language/words.ts";
import { gapBefore, slice } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { cutEnumeration } from "./enumeration.ts";
import type { FoundBy } from "./found.ts";
import type { Span } from "./spans.ts";

type Scalar = Extract<EntityValue, string | number>;

/**
 * The value of an entity that these parts of a sentence say.
 * Shape: one value, or a list of them where the entity takes several and several were said
 */
export function readValue(
  name: string,
  schema: EntitySchema,
  sentence: Sentence,
  parts: readonly Span[],
): { value: EntityValue; by: FoundBy } | undefined {
  const pieces = schema.multiple ? parts.flatMap((part) => piecesOf(sentence, part)) : parts;
  const values = pieces.map((piece) => ownValueOf(name, schema, sentence, piece));
  const first = values[0];
  const by = weakest(parts);
  if (first === undefined || by === undefined) return undefined;
  if (!schema.multiple) return { value: first, by };
  const several = values.filter(
    (value): value is Scalar => typeof value !== "boolean" && !Array.isArray(value),
  );
  const distinct = several.filter(
    (value, at) => several.findIndex((each) => same(each, value)) === at,
  );
  return distinct.length > 1 ? { value: distinct, by } : { value: first, by };
}

const same = (a: Scalar, b: Scalar): boolean => String(a).toLowerCase() === String(b).toLowerCase();

/** Free words of an entity that takes several values may hold several. */
function piecesOf(sentence: Sentence, span: Span): Span[] {
  if (span.by !== "free" && span.by !== "stranger") return [span];
  return cutEnumeration(sentence, span.from, span.to).map((piece) => ({ ...span, ...piece }));
}

/** `*_text` holds the person's own words, whatever they mean; other values are canonical where there is a form. */
function ownValueOf(
  name: string,
  schema: EntitySchema,
  sentence: Sentence,
  { from, to, value, by }: Span,
): EntityValue {
  const ownWords = schema.type === "string" && (value === undefined || name.endsWith("_text"));
  if (!ownWords && value !== undefined) return value;
  const said = slice(sentence.text, sentence.words, from, to);
  // A name may be typed in wide letters; a message is left as it is.
  if (by !== "open") return said.normalize("NFKC");
  const whole = opening(sentence, from) + said;
  return to === sentence.words.length ? whole + closing(sentence) : whole;
}

/** The signs that stand right before the first word and change what it says: "-5 degrees", "(only today", "#12", "🎂 cake". */
function opening({ text, words }: Sentence, from: number): string {
  const before = gapBefore({ text, words }, from);
  return OPENING_SIGNS.exec(before)?.[1] ?? "";
}
const OPENING_SIGNS =
  /(?:^|[\s:])([-+<([{#@*_~&=/\\]{1,20}|(?:\p{Extended_Pictographic}[\u200d\ufe0f]*\s?){1,20})$/u;

/**
 * The punctuation that ends the sentence, where it belongs to the words: "tudo bem?" does end in a
 * question, "can you say that it works?" is one.
 */
function closing({ text, words }: Sentence): string {
  const rest = text.slice(words.at(-1)?.end ?? text.length).trimEnd();
  if (POLITE_QUESTION.has(words[0]?.word ?? "") && rest.includes("?")) return "";
  return /^(?:[\s.!?…)\]}>%*_~+#/&=-]|\p{Extended_Pictographic}|\u200d|\ufe0f)+$/u.test(rest)
    ? rest
    : "";
}

const POLITE_QUESTION = wordSet("words.polite-questions");

const ORDER = ["stranger", "free", "likelier", "code", "open", "typed", "known"] as const;
function weakest(parts: readonly Span[]): Span["by"] | undefined {
  return ORDER.find((by) => parts.some((part) => part.by === by));
}
