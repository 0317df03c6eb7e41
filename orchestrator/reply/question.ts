import type { PendingView } from "#shared/contracts/doors.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { phrases } from "./phrases.ts";

/** The question as every channel may show it: options numbered from 1, as they can be answered. */
export function viewPending(pending: PendingAction): PendingView {
  return {
    kind: pending.kind,
    question: pending.question,
    options: pending.options.map(({ label }, at) => ({ id: String(at + 1), label })),
  };
}

/** The question in plain text, for channels that only have text. */
export function askInWords(pending: PendingAction, locale: Locale): string {
  if (pending.options.length === 0) return pending.question;
  const options = pending.options.map(({ label }, at) => `${at + 1}. ${label}`);
  return [pending.question, ...options, phrases(locale).answerWithOption].join("\n");
}
