import { expect, it } from "vitest";
import { capabilitySchema } from "./capability.ts";
import { faultsOf } from "./errors.ts";

const prompt = { template: { en: "Shorten {article_text}." } };
const reasoning = {
  capability: "shorten",
  kind: "reasoning",
  params_schema: { type: "object", properties: { article_text: { type: "string" } } },
  prompt,
};
const faults = (capability: object) => {
  const parsed = capabilitySchema.safeParse(capability);
  return parsed.success
    ? []
    : faultsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`);
};

it("a prompt capability is a template, what it may cost, and parameters", () => {
  expect(faults(reasoning)).toEqual([]);
  expect(capabilitySchema.parse(reasoning).prompt).toMatchObject({
    max_tokens: 500,
    model: "smart",
    context: false,
  });
});

it.each<[string, object, string]>([
  [
    "no prompt",
    { ...reasoning, prompt: undefined },
    'prompt: a capability of kind "reasoning" needs a prompt',
  ],
  ["a prompt of a service", { ...reasoning, kind: "service" }, 'prompt: only for kind "reasoning"'],
  [
    "a name that no parameter has",
    { ...reasoning, prompt: { template: { en: "Shorten {artcle_text}." } } },
    "prompt.template.en: {artcle_text} is not in the properties of params_schema",
  ],
  [
    "an effect",
    { ...reasoning, effect: "write" },
    'effect: kind "reasoning" changes nothing: use effect read',
  ],
])("%s is refused", (_what, capability, fault) => {
  expect(faults(capability)).toEqual([fault]);
});
