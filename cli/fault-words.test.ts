import { expect, it } from "vitest";
import { ContractError, faultsOf } from "#shared/contracts/errors.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { faultIn } from "./fault-words.ts";

it.each([
  [
    "What carries runs on does not answer, so nothing that changes something was begun. Reads go on. Try again.",
    "Quem cuida das execuções não responde, então nada que mude algo foi iniciado. Leituras continuam. Tente de novo.",
  ],
  [
    "Too much is under way; ask again in a second.",
    "Há pedidos demais agora; tente de novo em um segundo.",
  ],
  ["plan: steps.0.capability: there is no domain garden", "não existe o domínio garden"],
  ["plan: steps.0.capability: garden has no capability water", "garden não tem a capability water"],
  ['There is no capability "water" in a domain "garden".', 'Não existe a capability "water" num'],
  ["/proc/x cannot be used: nothing can be made there", "não pode ser usado: nada pode ser criado"],
])("what is refused is told in Portuguese: %s", (said, shown) => {
  expect(faultIn("pt-BR", said)).toContain(shown);
  expect(faultIn("en", said)).toBe(said);
});

/** Words that only an English sentence has; names of fields are no words. */
const ENGLISH = /\b(?:must|is|are|the|of|not|an|needs|unknown|which|one|only|for|twice|has)\b/;

const goal = { goal: "WATER", description: { en: "x" }, capability: "water" };
const water = { capability: "water", effect: "write", params_schema: { type: "object" } };
const whole = {
  ...{ manifest_version: "1", domain: "garden", version: "1.0.0", description: { en: "x" } },
  ...{ goals: [goal], capabilities: [water] },
};

it.each<[string, object]>([
  ["a goal twice", { goals: [goal, goal] }],
  ["a capability that is not there", { goals: [{ ...goal, capability: "dig" }] }],
  ["a goal that leads nowhere", { goals: [{ ...goal, capability: undefined }] }],
  ["an enum of nothing", { goals: [{ ...goal, entities_schema: { what: { type: "enum" } } }] }],
  ["a list that is not there", { goals: [{ ...goal, entities_schema: { a: { list: "b" } } }] }],
  ["values of no enum", { goals: [{ ...goal, entities_schema: { a: { values: ["b"] } } }] }],
  ["a question with another's name", { goals: [{ ...goal, question: { en: "Which {a}?" } }] }],
  ["a plan for no model", { goals: [{ ...goal, plan: { may_use: ["water"] } }] }],
  ["an agent without one", { capabilities: [{ ...water, kind: "agent" }] }],
  ["a prompt without one", { capabilities: [{ ...water, kind: "reasoning", effect: "read" }] }],
  ["a question without words", { capabilities: [{ ...water, kind: "question", effect: "read" }] }],
  ["no version", { version: "one" }],
  ["a field that is none", { colour: "green" }],
])("a manifest with %s is told in Portuguese alone", (_what, change) => {
  const { error } = manifestSchema.safeParse({ ...whole, ...change });
  if (error === undefined) throw new Error("it is taken");
  const { message } = new ContractError("manifest in /garden", faultsOf(error));
  expect(faultIn("pt-BR", message)).not.toMatch(ENGLISH);
});
