import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { answering, type CalendarDeps } from "./deps.ts";
import { putBack } from "./edit.ts";

/** `{undo_token}`: takes one change back, whole, as long as its events are as it left them. */
export const restoreEvents = (deps: CalendarDeps): Handler =>
  answering(deps, async ({ undo_token }, asked) => {
    const { say, owner } = asked;
    const token = String(undo_token);
    const objects = deps.changes.find(owner, token);
    if (objects === undefined)
      return failure({ code: "NOTHING_TO_UNDO", explanation: say.nothingToUndo });
    if (!(await putBack(asked, objects)))
      return failure({ code: "CHANGED_SINCE", explanation: say.changedSince });
    deps.changes.forget(token);
    return success({
      result: { restored: objects.length },
      explanation: say.broughtBack(objects.length),
    });
  });
