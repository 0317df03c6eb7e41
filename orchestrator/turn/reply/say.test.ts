import { describe, expect, it } from "vitest";
import { locales } from "#shared/contracts/names.ts";
import { messagesOf } from "#shared/messages/messages.ts";
import { claimsEffect } from "../../engine/agents/claims-effect.fixture.ts";

/** Said only once it is so: the question, and the run that waited for it, have been dropped; the zone has been set. */
const TRUE_BY_ITSELF = new Set(["replies.cancelled", "replies.zone.set"]);

describe.each(locales)("our own sentences in %s", (locale) => {
  const all = [...messagesOf(locale)].flatMap(([key, message]) => {
    const isReply = key.startsWith("replies.") && !TRUE_BY_ITSELF.has(key);
    const forms = typeof message === "string" ? [message] : [...message.values()];
    return isReply ? forms.map((form) => [key, form.replace(/\{\w+\}/g, "x")]) : [];
  });
  it.each(all)("%s claims no effect: %s", (_key, text = "") => {
    expect(text.trim()).not.toBe("");
    expect(claimsEffect(text), text).toBe(false);
  });
});

it("the words that would claim one are known", () => {
  expect(["Enviei a mensagem.", "I have sent it.", "Pronto, cancelei."].map(claimsEffect)).toEqual([
    true,
    true,
    true,
  ]);
});
