/**
 * A text of users or manifests as data for a prompt: one line, nothing that cannot be seen, at most `most`
 * characters. It goes into JSON, so that no quote in it ends anything.
 */
export function asData(text: string, most: number): string {
  const line = text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, " ")
    .trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
