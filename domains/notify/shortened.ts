/** A text in one line of at most `most` characters; what was cut off is shown as "…". */
export function shortened(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .trimEnd()
        .toWellFormed()}…`;
}
