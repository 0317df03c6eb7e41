import type { Locale } from "#shared/contracts/names.ts";
import { success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Outbox } from "./outbox.ts";
import { reasonInWords, words } from "./words.ts";

/** A message is shown up to here; the whole of it is in the result. */
const PREVIEW_CHARS = 200;

/** `{limit}`, the user's own unsent messages, newest first, with date and reason. */
export function listOutbox(outbox: Outbox): Handler {
  return async ({ limit }, { context, locale }) => {
    const { total, messages } = outbox.list(context.user_id, Number(limit));
    const result = {
      total,
      messages: messages.map(({ id, message, reason, recipient_name, created_at }) => ({
        ...{ id, message, reason, ...(recipient_name !== "" && { recipient: recipient_name }) },
        created_at: new Date(created_at).toISOString(),
      })),
    };
    const say = words[locale];
    if (total === 0) return success({ result, explanation: say.emptyOutbox });
    const dates = dateFormat(locale, context.timezone);
    const lines = messages.map(
      ({ created_at, reason, message, recipient_name }, at) =>
        `${at + 1}. ${dates.format(created_at)}${say.toName(recipient_name)} - ${reasonInWords(reason, locale)}\n   ${oneLine(message, PREVIEW_CHARS)}`,
    );
    const explanation = [say.outbox(messages.length, total), ...lines].join("\n");
    return success({ result, explanation });
  };
}

function dateFormat(locale: Locale, timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: "short", timeStyle: "short" } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone });
  } catch {
    // A zone that no one knows must not hide the messages.
    return new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
  }
}
