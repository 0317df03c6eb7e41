import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownItem } from "#shared/contracts/pending.ts";
import { showValue } from "../catalogue/show-params.ts";
import { framesOf } from "../planning/frames.ts";
import { resolveGoal } from "../planning/resolve-goal.ts";
import { type Outcome, words } from "./outcome.ts";
import { askAgain } from "./questions.ts";
import { questionOfGoal } from "./reply/goal-question.ts";
import { phrases } from "./reply/phrases.ts";
import { askInWords } from "./reply/question.ts";
import type { Turn } from "./turn.ts";

/** Of more things the first are named. */
const MOST_NAMED = 20;

/**
 * What destroys several things that were pointed at together, and named by no one ("delete them"), is asked about by their
 * names and number. undefined: it destroys nothing, is about one thing, or asks of each by itself.
 */
export function askOfAll(
  turn: Turn,
  intent: IntentOutput,
  items: readonly ShownItem[],
): Outcome | undefined {
  const { locale, snapshot } = turn;
  const { catalogue } = snapshot;
  const does = framesOf(intent).flatMap((frame) => resolveGoal(frame, catalogue));
  const destroying = does.find(({ domain, capability }) => {
    const found = catalogue.capability(domain, capability);
    return found?.effect === "destructive" && found.spec.confirm === "never";
  });
  if (destroying === undefined || items.length < 2) return undefined;
  const say = phrases(locale);
  const named = items.slice(0, MOST_NAMED).map(({ label }) => `- ${showValue(label)}`);
  const more = items.length - named.length;
  const [frame] = framesOf(intent);
  const deed = frame && questionOfGoal({ ...frame, entities: {} }, catalogue, locale);
  const question = [
    ...(deed === undefined ? [] : [deed]),
    say.hits(items.length),
    ...named,
    ...(more > 0 ? [say.andMore(more)] : []),
  ].join("\n");
  const pending = askAgain(turn, intent, question);
  return { ...words("clarification", askInWords(pending, locale), intent), pending };
}
