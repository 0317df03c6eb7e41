import type { Schedule } from "#shared/contracts/schedule.ts";
import type { Choice } from "../../ports/channel.ts";
import { scheduleDigest, type TapAction, tapActions } from "../../turn/standing/tap-schedule.ts";
import { words } from "./words.ts";

const CHOICE = /^sch\.([\w-]{16})\.(later|pause|cancel)$/;

/** What can be chosen under an occurrence that is told: put it off, and for what goes on also pause and cancel it. */
export function scheduleChoices(schedule: Schedule): Choice[][] {
  const { timing, action, status } = schedule;
  const mayWait = timing.kind !== "when" && (timing.kind === "every" || action.do === "tell");
  const goesOn = status === "active" && (timing.kind === "every" || timing.kind === "when");
  // The last one of a recurrence may be put off like any other.
  const actions: TapAction[] = [
    ...(mayWait && (goesOn || action.do === "tell") ? ["later" as const] : []),
    ...(goesOn ? ["pause" as const, "cancel" as const] : []),
  ];
  if (actions.length === 0) return [];
  const say = words(schedule.locale);
  const labels: Record<TapAction, string> = {
    later: say.tapLater,
    pause: say.tapPause,
    cancel: say.tapCancel,
  };
  const start = `sch.${scheduleDigest(schedule)}.`;
  return [actions.map((action) => ({ label: labels[action], choice: `${start}${action}` }))];
}

export function readScheduleChoice(
  choice: string,
): { digest: string; action: TapAction } | undefined {
  const [, digest, said] = CHOICE.exec(choice) ?? [];
  const action = tapActions.find((each) => each === said);
  return digest === undefined || action === undefined ? undefined : { digest, action };
}
