import type { InlineKeyboardMarkup } from "grammy/types";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { words } from "./words.ts";

/** A button's data has 64 bytes at most; the turn is looked up among those of who touches it. */
const DATA = /^wrong\.([\w.-]{1,58})$/;

/** The button with which its user says that an answer was wrong; undefined where nothing was done or told that could be. */
export function wrongButton(
  { pending, run_id, trace }: Pick<TurnResponse, "pending" | "run_id" | "trace">,
  locale: Locale,
): InlineKeyboardMarkup | undefined {
  const callback_data = `wrong.${run_id}`;
  const isAnswer = trace.plan !== null || trace.schedules !== undefined;
  if (pending !== null || !isAnswer || !DATA.test(callback_data)) return undefined;
  return { inline_keyboard: [[{ text: words(locale).tapWrong, callback_data }]] };
}

/** The turn that is called wrong; undefined: the button is another one. */
export const readWrongTap = (data: string | undefined): string | undefined =>
  DATA.exec(data ?? "")?.[1];
