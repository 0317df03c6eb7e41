/** The longest text that Telegram takes as one message, counted in UTF-16 units to be safe. */
export const MAX_PART_CHARS = 4096;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A text as messages of at most `limit` UTF-16 units, cut at the last paragraph, else line, else word,
 * else between two characters as people see them.
 * Shape:  parts without blanks at their ends, none empty; [] for a text of blanks
 * Cost:   one pass; each cut looks at one message's length of text
 */
export function splitMessage(text: string, limit = MAX_PART_CHARS): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    const end = endOfPart(rest, limit);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "") parts.push(rest);
  return parts;
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
  const cluster = graphemes.segment(text.slice(0, limit + 64)).containing(limit);
  if (cluster !== undefined && cluster.index > 0) return cluster.index;
  // One cluster longer than a message: at least no half of a surrogate pair.
  return /[\uDC00-\uDFFF]/.test(text.charAt(limit)) ? limit - 1 : limit;
}

function lastMatch(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index;
  return last;
}
