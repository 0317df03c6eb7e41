/** The longest text that Telegram takes as one message, counted in UTF-16 units to be safe. */
export const MAX_PART_CHARS = 4096;
/** The longest text under a picture or a document, UTF-16 units. */
export const MAX_CAPTION_CHARS = 1024;

/** A stretch of a text in UTF-16 units, `end` exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A text as messages of at most `limit` UTF-16 units, cut at the last paragraph, else line, else word,
 * else between two characters as people see them.
 * Shape:  parts without blanks at their ends, none empty; [] for a text of blanks
 * Cost:   one pass; each cut looks at one message's length of text
 */
export const splitMessage = (text: string, limit = MAX_PART_CHARS): string[] =>
  splitAround(text, [], limit).map(({ start, end }) => text.slice(start, end));

/**
 * The same as stretches of the text. No cut falls inside a stretch of `whole` (a link, a block of code)
 * unless it is longer than a message by itself.
 */
export function splitAround(
  text: string,
  whole: readonly Stretch[],
  limit = MAX_PART_CHARS,
): Stretch[] {
  const parts: Stretch[] = [];
  const last = text.trimEnd().length;
  let start = afterBlanks(text, 0);
  while (last - start > limit) {
    const end = uncut(
      whole,
      start,
      start + endOfPart(text.slice(start, start + limit + 64), limit),
      limit,
    );
    parts.push({ start, end: start + text.slice(start, end).trimEnd().length });
    start = afterBlanks(text, end);
  }
  if (start < last) parts.push({ start, end: last });
  return parts;
}

const afterBlanks = (text: string, at: number): number =>
  text.length - text.slice(at).trimStart().length;

/** The cut, or the beginning of the stretch that it would fall into; its end, where the part begins with it. */
function uncut(whole: readonly Stretch[], start: number, cut: number, limit: number): number {
  const hit = whole.find((each) => each.start < cut && cut < each.end);
  if (hit === undefined) return cut;
  if (hit.start > start) return hit.start;
  return hit.end - start <= limit ? hit.end : cut;
}

/** Where the first part of `text`, which is longer than `limit` and begins with no blank, ends. */
function endOfPart(text: string, limit: number): number {
  // One unit more: a blank right behind the limit ends a part of full length.
  const window = text.slice(0, limit + 1);
  for (const border of [/\n\s*\n/g, /\n/g, /\s/g]) {
    const last = lastMatch(window, border);
    if (last > 0) return last;
  }
  // A cluster that ends behind the limit moves to the next part.
  const cluster = graphemes.segment(text).containing(limit);
  if (cluster !== undefined && cluster.index > 0) return cluster.index;
  // One cluster longer than a message: at least no half of a surrogate pair.
  return /[\uDC00-\uDFFF]/.test(text.charAt(limit)) ? limit - 1 : limit;
}

function lastMatch(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index;
  return last;
}
