import { describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { followupClash, followupPhrases, saysTooLittle } from "./followup-phrases.ts";

const clash = (...asked: Parameters<typeof followupClash>) => {
  const why = followupClash(...asked);
  return why && inEnglish(why);
};

const carrier = (domain: string, ...hints: string[]) =>
  manifestSchema.parse({
    manifest_version: "1",
    domain,
    version: "1.0.0",
    description: { en: domain },
    capabilities: [
      {
        capability: `send_by_${domain}`,
        effect: "external",
        metadata: { followup: { hints: { en: hints } } },
      },
    ],
  } satisfies ManifestSource);
const asks = (domain: string, ...examples: string[]) =>
  manifestSchema.parse({
    manifest_version: "1",
    domain,
    version: "1.0.0",
    description: { en: domain },
    capabilities: [{ capability: `ask_${domain}`, effect: "read" }],
    goals: [
      {
        goal: "ASK",
        description: { en: "Ask" },
        capability: `ask_${domain}`,
        entities_schema: { what: {} },
        hints: { examples: { en: examples } },
      },
    ],
  } satisfies ManifestSource);

const weak = (phrase: string) => followupPhrases(carrier("owl", phrase)).some(saysTooLittle);

describe("a phrase that says too little to be a follow-up", () => {
  it.each([
    ["a greeting", "hello"],
    ["two greetings", "hi, good morning"],
    ["a greeting with a small word", "good morning to you"],
    ["thanks", "thank you very much"],
    ["a yes", "yes please"],
    ["a number", "the 2"],
    ["a word to the conversation", "cancel that"],
    ["the same, joined", "and undo it"],
    ["nothing but small words", "and then do it for me"],
    ["a bare verb", "send"],
    ["a bare verb, joined", "e manda"],
    ["a bare verb, with a courtesy", "please send"],
    ["small words in Portuguese", "faz isso para mim"],
  ])("%s", (_what, phrase) => {
    expect(weak(phrase)).toBe(true);
  });
  it.each([
    ["mail it"],
    ["and mail it to me"],
    ["em pdf"],
    ["resume para mim"],
    ["manda no telegram"],
  ])("but not %s", (phrase) => expect(weak(phrase)).toBe(false));
});

describe("a follow-up phrase clashes with another domain's", () => {
  const post = carrier("post", "mail it to me", "(send|carry) it by mail");
  it.each([
    ["that is the same", "mail it to me"],
    ["that is the same in other letters", "Mail it, to ME!"],
    ["that it goes on from", "and mail it to me"],
    ["that it goes on with", "mail it to me and my friends"],
    ["that holds something between", "send it right now by mail"],
    ["that it is a part of", "it by mail"],
    ["one of whose readings it is", "[please] carry it (by|with) mail"],
  ])("%s", (_what, phrase) => {
    expect(clash(carrier("owl", phrase), [post])).toMatch(
      /of "owl" overlaps ".*", which already belongs to "post"$/,
    );
  });
  it("and with another domain's example, whichever of them is new", () => {
    const zulu = asks("zulu", "please echo [hi](what)");
    const thief = carrier("owl", "and echo hi");
    expect(clash(thief, [zulu])).toBe(
      'follow-up phrase "and echo hi" of "owl" is an example of "zulu"',
    );
    expect(clash(zulu, [thief])).toBe(
      'an example of "zulu" is the follow-up phrase "and echo hi", which already belongs to "owl"',
    );
  });
  it.each([
    ["with other words", "send it by owl"],
    ["with the same words in another order", "to me it mail"],
  ])("but not %s", (_what, phrase) => {
    expect(clash(carrier("owl", phrase), [post])).toBeUndefined();
  });
  it("but not with its own", () => {
    expect(clash(carrier("post", "mail it to me now"), [post])).toBeUndefined();
  });
  it("and too many phrases are refused before they are compared", () => {
    const choice = `(${Array.from({ length: 170 }, (_, at) => `w${at}`).join("|")}) by owl`;
    const many = carrier("owl", ...Array.from({ length: 30 }, (_, at) => `line${at} ${choice}`));
    expect(clash(many, [post])).toBe("it has more than 5000 follow-up phrases");
  });
});

it.each(["sim", "ok", "o primeiro", "amanhã", "2"])(
  "a manifest that takes “%s” for a request cannot join, for open questions would lose their answers",
  (text) =>
    expect(clash(asks("thief", "where is it?", text), [])).toBe(
      `"${text}" of "thief" (goals.0.hints.examples.en.1) could be the answer to any question and is not a request`,
    ),
);
