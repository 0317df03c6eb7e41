import type { Doubt } from "#shared/contracts/intent.ts";
import { wordSet } from "#shared/language/words.ts";
import { COMMAND_LEXICONS } from "../../language/commands/lexicon.ts";
import type { StandingCommand } from "../../language/commands/standing-command.ts";
import { type Mark, REASONS } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { tokens } from "../../language/text.ts";
import { endOf } from "../../language/time/phrases.ts";
import type { Turn } from "../turn.ts";

const KINDS: ReadonlySet<Mark["kind"]> = new Set(["polarity", "mood", "condition"] as const);
const OF = wordSet("words.of-or-to");
const ARTICLES = wordSet("words.articles");

/**
 * What is said around a command over standing requests, and no part of it: "cancela o das 9 *se chover*", "... ? *não*",
 * "... *brincadeira*". It holds for these as it does for goals. undefined: nothing
 */
export function standsAgainst(
  { entry, locale }: Pick<Turn, "entry" | "locale">,
  { does, rest, said }: StandingCommand,
): Pick<Doubt, "reason" | "detail"> | undefined {
  const text = said ?? entry.input_text;
  const words = tokens(text);
  const marks = readModifiers({ text, words, locale, today: () => undefined });
  const { openEnds } = COMMAND_LEXICONS[locale];
  // "cancel ..." takes something back itself: what counts stands behind the verb.
  const at = rest === "" ? -1 : text.lastIndexOf(rest);
  const behind = at < 0 ? text.length : at;
  const isOwn = ({ kind, value, from, start }: Mark) =>
    start < behind ||
    // "o *segundo*" is one of the list, and no one's words.
    (value === "reported" && ARTICLES.has(words[from - 1]?.word ?? "")) ||
    (does === "pause" && endOf(openEnds, tokens(text.slice(start)), 0) !== undefined) ||
    (kind === "condition" && (does === "change" || OF.has(words[from - 1]?.word ?? "")));
  const found = marks.find(
    (mark) => KINDS.has(mark.kind) && mark.value !== "partly" && !isOwn(mark),
  );
  if (found === undefined || found.value === "courtesy" || found.value === "plain")
    return undefined;
  return { reason: REASONS[found.value], detail: text.slice(found.start, found.end) };
}
