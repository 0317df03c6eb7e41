import type { PendingView } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import { withoutPictures } from "#shared/plain-text/without-links.ts";

/** The question as every channel may show it: options numbered from 1, as they can be answered. */
export function viewPending(pending: PendingAction): PendingView {
  return {
    kind: pending.kind,
    question: withoutPictures(pending.question),
    options: pending.options
      .slice(0, SHOWN)
      .map(({ label }, at) => ({ id: String(at + 1), label })),
  };
}

/** More than this is a list no one reads; the rest can be named. */
const SHOWN = 20;

/** The question in plain text, for channels that only have text. */
export function askInWords(pending: PendingAction, locale: Locale): string {
  if (pending.options.length === 0) return pending.question;
  const say = sayIn("replies", locale);
  const [only, other] = pending.options;
  // The goal's own question says all that its label would.
  if (pending.kind === "choose_goal" && other === undefined) return pending.question;
  if (only !== undefined && other === undefined)
    return [pending.question, only.label, say("answer_yes_or_no")].join("\n");
  const options = pending.options.slice(0, SHOWN).map(({ label }, at) => `${at + 1}. ${label}`);
  const more = pending.options.length - SHOWN;
  return [
    pending.question,
    ...options,
    ...(more > 0 ? [say("more_options", { count: more })] : []),
    say("answer_with_option"),
  ].join("\n");
}
