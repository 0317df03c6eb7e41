import type { Locale } from "#shared/contracts/names.ts";
import { cleanText } from "#shared/plain-text/clean-text.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";
import { phrases } from "./phrases.ts";

/** So much of a message shows which one is meant. */
const SHOWN_CHARS = 80;
/** So much of it is looked at: a file may stand there. */
const READ_CHARS = 2000;

/** An answer, and that messages which came before the last one were not read. A front end may have written them. */
export function withUnread(answer: string, unread: readonly string[], locale: Locale): string {
  const last = unread.at(-1);
  if (last === undefined) return answer;
  const words = cleanText(withoutLinks(last.slice(0, READ_CHARS)))
    .replace(/\s+/g, " ")
    .trim();
  const shown = Array.from(words).slice(0, SHOWN_CHARS).join("").trimEnd();
  const quoted = shown.length < words.length ? `${shown}…` : shown;
  return `${answer}\n\n${phrases(locale).unread(unread.length, quoted)}`;
}
