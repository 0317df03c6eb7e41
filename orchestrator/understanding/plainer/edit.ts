/** A part of a text, and what is put in its place. */
export type Edit = { readonly start: number; readonly end: number; readonly put: string };

/** A text said otherwise, and how. */
export type Edited = { readonly text: string; readonly edits: readonly Edit[] };

/** The text with its edits; overlapping ones are left out. Pure. */
export function edited(text: string, wanted: readonly Edit[]): Edited {
  const edits: Edit[] = [];
  let out = "";
  let at = 0;
  for (const edit of wanted.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    out += text.slice(at, edit.start) + edit.put;
    edits.push(edit);
    at = edit.end;
  }
  return { text: out + text.slice(at), edits };
}

/** Where a place of the edited text stands in the text that was said. */
export function placeBefore(edits: readonly Edit[], place: number): number {
  let moved = 0;
  for (const { start, end, put } of edits) {
    if (place < start + moved) break;
    if (place < start + moved + put.length) return start;
    moved += put.length - (end - start);
  }
  return place - moved;
}
