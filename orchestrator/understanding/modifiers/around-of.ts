import type { IntentOutput, Modifier, Unread } from "#shared/contracts/intent.ts";
import type { Part } from "../clause.ts";
import type { Placed } from "./cut-around.ts";

/**
 * What was said around the requests of a text, and what nothing accounts for, with places in the whole text.
 * Shape: keys are absent where there is nothing
 */
export function aroundOf(
  text: string,
  parts: readonly Part[],
  placed: readonly Placed[],
): Pick<IntentOutput, "modifiers" | "unread"> {
  const modifiers: Modifier[] = [];
  const unread: Unread[] = [];
  let cursor = 0;
  parts.forEach(({ sentence, clause }, at) => {
    const offset = Math.max(0, text.indexOf(sentence.text, cursor));
    cursor = offset + sentence.text.length;
    for (const { mark, whose } of clause.around ?? []) {
      if (whose === "payload") continue;
      const to = whose === "goal" ? "goal" : "request";
      modifiers.push(...modifierOf(text, mark, offset, { to, at }));
    }
    for (const { text: word, span } of clause.unread ?? [])
      unread.push({ text: word, span: { start: span.start + offset, end: span.end + offset } });
  });
  for (const { mark, to, at } of placed) modifiers.push(...modifierOf(text, mark, 0, { to, at }));
  return {
    ...(modifiers.length > 0 && { modifiers }),
    ...(unread.length > 0 && { unread }),
  };
}

function modifierOf(
  text: string,
  { kind, value, start, end, locale }: Placed["mark"],
  offset: number,
  belongs_to: Modifier["belongs_to"],
): Modifier[] {
  if (kind === "courtesy") return [];
  const span = { start: start + offset, end: end + offset };
  return [{ kind, value, text: text.slice(span.start, span.end), span, locale, belongs_to }];
}
