const CONTEXT = 3;

type Line = { sign: " " | "+"; text: string };

/**
 * What a text has more than the one before it, as a unified diff that `patch` takes; empty where there is nothing.
 * Errors: none; every line of `before` must stand in `after`, in the same order
 * Cost:   one pass over the lines
 */
export function addedLines(file: string, before: string, after: string): string {
  const old = before.split("\n");
  let at = 0;
  const lines = after.split("\n").map((text): Line => {
    if (old[at] !== text) return { sign: "+", text };
    at += 1;
    return { sign: " ", text };
  });
  const hunks: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  let from = 0;
  while (from < lines.length) {
    const first = lines.findIndex(({ sign }, place) => place >= from && sign === "+");
    if (first === -1) break;
    const start = Math.max(from, first - CONTEXT);
    oldLine += start - from;
    newLine += start - from;
    let end = first;
    for (let place = first; place < lines.length && place <= end + 2 * CONTEXT; place += 1)
      if (lines[place]?.sign === "+") end = place;
    const hunk = lines.slice(start, end + 1 + CONTEXT);
    const kept = hunk.filter(({ sign }) => sign === " ").length;
    hunks.push(`@@ -${oldLine},${kept} +${newLine},${hunk.length} @@`);
    hunks.push(...hunk.map(({ sign, text }) => `${sign}${text}`));
    oldLine += kept;
    newLine += hunk.length;
    from = start + hunk.length;
  }
  return hunks.length === 0 ? "" : `${[`--- ${file}`, `+++ ${file}`, ...hunks].join("\n")}\n`;
}
