import { inLocale, type Locale, type LocalizedText } from "#shared/contracts/names.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";

const MOST_CHARS = 500;

/**
 * What a manifest says of itself or of a part of it, for people: one line of words, so that it is neither a link nor looks
 * like another part of the answer that it stands in. undefined: it says nothing.
 */
export function describedIn(
  description: LocalizedText | undefined,
  locale: Locale,
): string | undefined {
  const text = description && inLocale(description, locale);
  return text === undefined ? undefined : oneLine(withoutLinks(text), MOST_CHARS);
}
