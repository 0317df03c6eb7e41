import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { without } from "../event/new-event.ts";
import { answering, type CalendarDeps, shownEvent } from "./deps.ts";
import { edit, keepForUndo } from "./edit.ts";
import { whichEvent } from "./which-event.ts";

/** `{id?, title_text?, from_day?, at_time?, scope?}`: one event, one occurrence, or all of them. */
export const cancelEvent = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone } = asked;
    const meant = await whichEvent(params, asked, say.cancelWhat);
    if ("answer" in meant) return meant.answer;
    const { event, scope } = meant;
    const { recurrence } = event;
    const now = deps.now();
    const done = await edit(asked, event.name, (ics) =>
      recurrence === undefined || scope === "ALL" ? null : without(ics, recurrence, { now }),
    );
    if (done === undefined)
      return failure({ code: "NOT_FOUND", explanation: say.notFound(event.title) });
    const title = event.title || say.untitled;
    const isSeries = recurrence !== undefined && scope === "ALL";
    const told = isSeries ? say.cancelledAll(title) : say.cancelled(title, as.when(event));
    return success({
      result: { event: shownEvent(event, zone), undo_token: keepForUndo(deps, asked, [done]) },
      explanation: event.invited ? `${told} ${say.guestsNotTold}` : told,
    });
  });
