import { type Locale, locales } from "#shared/contracts/names.ts";
import { intentWithout } from "../../planning/frames.ts";
import { saysDone } from "../../standing/commands/read-command.ts";
import { standingWords } from "../../standing/say.ts";
import { type Outcome, words } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import { lastRang } from "./last-rang.ts";
import { nameOf } from "./show-schedule.ts";

/**
 * "Já tomei, valeu" to a reminder that rang: it is taken as done, and what was put off rings no more. undefined: nothing
 * rang, or the words say something else.
 */
export async function takeAsDone(
  turn: Turn,
  inOrder: readonly Locale[] = locales,
): Promise<Outcome | undefined> {
  const { deps, entry, key } = turn;
  const locale = inOrder.find((each) => saysDone(entry.input_text, each));
  const rang = locale === undefined ? undefined : await lastRang(turn);
  const one = rang && (await deps.store.schedules.find(key, rang.schedule_id));
  if (locale === undefined || rang === undefined || one === undefined) return undefined;
  if (one.action.do !== "tell" || one.action.text === null) return undefined;
  const intent = intentWithout(entry.input_text, "control", "standing requests: done");
  const told = inLanguage(turn, locale);
  const answer = standingWords(locale).done(nameOf(one));
  const isPutOff =
    (one.timing.kind === "at" || one.timing.kind === "after") && one.status === "active";
  if (!isPutOff) return { ...words("success", answer, intent), locale };
  const over = {
    ...one,
    status: "done" as const,
    next_at: null,
    version: one.version + 1,
    updated_at: told.startedAt,
  };
  if (!(await deps.store.schedules.change(over)))
    return { ...words("clarification", standingWords(locale).changedMeanwhile, intent), locale };
  return { ...words("success", answer, intent), standing: { id: one.id, before: one }, locale };
}
