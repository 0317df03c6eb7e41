import { describe, expect, it } from "vitest";
import { locales } from "#shared/contracts/names.ts";
import { claimsEffect } from "../../engine/agents/claims-effect.fixture.ts";
import { phrases } from "./phrases.ts";

/** Said only once the question, and the run that waited for it, have been dropped. */
const TRUE_BY_ITSELF = new Set(["cancelled"]);

const said = (phrase: unknown): string =>
  typeof phrase === "function"
    ? String((phrase as (...args: string[]) => string)("x", "y"))
    : String(phrase);

describe.each(locales)("our own sentences in %s", (locale) => {
  const all = Object.entries(phrases(locale)).filter(([name]) => !TRUE_BY_ITSELF.has(name));
  it.each(all)("%s claims no effect", (_name, phrase) => {
    const text = said(phrase);
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
