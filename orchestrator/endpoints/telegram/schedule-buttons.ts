import type { InlineKeyboardMarkup } from "grammy/types";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { scheduleDigest, type TapAction, tapActions } from "../../turn/standing/tap-schedule.ts";
import { words } from "./words.ts";

const DATA = /^sch\.([\w-]{16})\.(later|pause|cancel)$/;

/** The buttons under an occurrence that is told: put it off, and for what goes on also pause and cancel it. */
export function buttonsOf(schedule: Schedule): InlineKeyboardMarkup | undefined {
  const isOnce = schedule.timing.kind === "at" || schedule.timing.kind === "after";
  const actions: TapAction[] = isOnce
    ? schedule.action.do === "tell"
      ? ["later"]
      : []
    : schedule.status === "active"
      ? [...(schedule.timing.kind === "every" ? ["later" as const] : []), "pause", "cancel"]
      : [];
  if (actions.length === 0) return undefined;
  const say = words(schedule.locale);
  const labels: Record<TapAction, string> = {
    later: say.tapLater,
    pause: say.tapPause,
    cancel: say.tapCancel,
  };
  const start = `sch.${scheduleDigest(schedule)}.`;
  return {
    inline_keyboard: [
      actions.map((action) => ({ text: labels[action], callback_data: `${start}${action}` })),
    ],
  };
}

export function readScheduleTap(
  data: string | undefined,
): { digest: string; action: TapAction } | undefined {
  const [, digest, said] = DATA.exec(data ?? "") ?? [];
  const action = tapActions.find((each) => each === said);
  return digest === undefined || action === undefined ? undefined : { digest, action };
}
