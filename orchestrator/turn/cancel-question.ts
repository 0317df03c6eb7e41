import type { PendingAction } from "#shared/contracts/pending.ts";
import { abandonRun } from "./expire-question.ts";
import { usePending } from "./held-question.ts";
import { phrases } from "./reply/phrases.ts";
import type { Turn } from "./turn.ts";

/** The user does not want it any more: the question closes, and the run that waited for it ends. False: someone else was quicker. */
export async function cancelQuestion(turn: Turn, question: PendingAction): Promise<boolean> {
  if (!(await usePending(turn, question))) return false;
  await abandonRun(turn.deps, question);
  return true;
}

/**
 * What is said of it. `plainly` would be heard as about the last thing that was done: where something has been done since
 * the question, or before it as part of the same request, it is named instead.
 */
export function cancellationText(
  { locale }: Pick<Turn, "locale">,
  question: PendingAction,
  plainly: string,
) {
  const { parked, resume } = question;
  const isPartDone = resume.at === "step" && resume.finished.length > 0;
  const [asked = ""] = question.question.split("\n");
  return parked || isPartDone ? phrases(locale).putAside(asked) : plainly;
}
