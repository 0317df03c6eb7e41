import { quotesIn } from "../quotes.ts";
import { isAnnounced } from "./languages.ts";
import type { Mark } from "./mark.ts";
import { FEWEST_TOLD, toneOf } from "./only-tells.ts";
import { pauseBefore, type Scene } from "./scene.ts";

/** A longer clause tells a story, and may say anything. */
const MOST_WORDS = 12;
/** A request stands before it. */
const FEWEST_BEFORE = 2;

/**
 * Why something is asked for, told in a clause of its own at the end: "apaga a nota do dentista, *já fui na consulta*", "save the
 * movie Arrival, *a friend told me it's great*".
 * Shape: the mark; undefined where the clause might say whether, when, if or to whom
 */
export function reasonAtEnd(scene: Scene, marks: readonly Mark[]): Mark | undefined {
  const { words, text, locale, edges } = scene;
  let from = edges.to - 1;
  while (from > edges.from && !pauseBefore(scene, from)) from--;
  if (from < edges.from + FEWEST_BEFORE || !isReason(scene, marks, from)) return undefined;
  const start = words[from]?.start ?? 0;
  const end = words.at(-1)?.end ?? text.length;
  const place = { from, to: words.length, start, end, locale };
  return { kind: "courtesy", value: "courtesy", ...place, isReason: true };
}

function isReason(scene: Scene, marks: readonly Mark[], from: number): boolean {
  const { words, text, edges } = scene;
  const said = words.slice(from, edges.to);
  if (said.length < FEWEST_TOLD || said.length > MOST_WORDS || scene.asks) return false;
  if (/:(?!\/\/)/.test(text.slice(0, said[0]?.start)) || hasAnnounced(scene, from)) return false;
  if (quotesIn(scene).some((quote) => quote.to > from)) return false;
  const own = marks.filter((mark) => mark.to > from);
  if (own.some(({ value }) => !TELLS_OR_NOTHING.has(value))) return false;
  const marksIn = (_: string, start: number) =>
    own.map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }));
  return toneOf(scene, said, "behind", marksIn) === "any";
}

/** A text is announced before: it may go on. */
const hasAnnounced = ({ words }: Scene, from: number): boolean =>
  words.some((_, at) => at > 0 && at < from && isAnnounced(words, at));

const TELLS_OR_NOTHING: ReadonlySet<Mark["value"]> = new Set(["reported", "courtesy", "plain"]);
