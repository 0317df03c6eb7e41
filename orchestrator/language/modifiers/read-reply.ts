import type { Locale } from "#shared/contracts/names.ts";
import { tokens } from "../text.ts";
import { readModifiers } from "./read-modifiers.ts";

/** What a short reply says around its words. */
export type Reply = {
  /** It is not wanted: "não desfaz", "desfaz não". */
  readonly refuses: boolean;
  /** The words without what stands around them: "desfaz". */
  readonly core: string;
  /** What it is not simply: "sim, *mas não manda*", "sim, *amanhã*". */
  readonly restrictions: readonly string[];
};

/**
 * A control word or an answer with what stands around it. Pure.
 */
export function readReply(text: string, locale: Locale): Reply {
  const words = tokens(text);
  const marks = readModifiers({ text, words, locale, today: () => undefined });
  const said = marks.filter(({ kind }) => kind !== "courtesy");
  const isApart = (start: number) => marks.some((mark) => start >= mark.start && start < mark.end);
  const kept = words.filter(({ start }) => !isApart(start));
  return {
    refuses: said.some(({ value }) => value === "negated"),
    core: kept.map(({ start, end }) => text.slice(start, end)).join(" "),
    restrictions: said
      .filter(({ value }) => value !== "negated")
      .map(({ start, end }) => text.slice(start, end)),
  };
}
