import { describe, expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const text = { type: "string", question: { en: "Which?" } } as const;
const catalogue = testCatalogue({
  domain: "kennel",
  lists: {},
  goals: [
    {
      goal: "TAKE_IN",
      description: { "pt-BR": "Receber um cachorro", en: "Take a dog in" },
      capability: "take_in",
      entities_schema: {
        dog_text: { ...text, required: true },
        owner_text: { ...text, required: true },
        care_text: text,
        days: { type: "integer" },
      },
      hints: {
        examples: {
          "pt-BR": [
            "recebe o cachorro [Thor](dog_text) por [3](days) dias, dono [Marcos](owner_text)",
            "hospeda um cachorro por [5](days) dias, nome [Mel](dog_text), dono [Rita Alves](owner_text)",
            "recebe o [Bob](dog_text), dono [seu Pedro](owner_text): [ração sem grãos](care_text)",
            "hospeda a [Lua](dog_text), dono [Tiago](owner_text): [remédio de manhã](care_text)",
            "quero hospedar um cachorro",
          ],
          en: [
            "take in the dog [Thor](dog_text) for [3](days) days, owner [Mark](owner_text)",
            "board a dog for [5](days) days, name [Honey](dog_text), owner [Rita Allen](owner_text)",
            "take in [Bob](dog_text), owner [old Peter](owner_text): [grain-free food](care_text)",
            "board [Luna](dog_text), owner [Ian](owner_text): [pill in the morning](care_text)",
            "I want to board a dog",
          ],
        },
        templates: {
          en: ["move {dog_text} to {owner_text}"],
        },
      },
    },
    {
      goal: "CALL_OFF",
      description: { "pt-BR": "Cancelar uma estadia", en: "Call a stay off" },
      capability: "call_off",
      entities_schema: { day: { type: "date" } },
      hints: {
        examples: {
          "pt-BR": ["cancela a estadia de [sexta](day)", "cancela a estadia", "desmarca a estadia"],
          en: ["cancel the stay on [Friday](day)", "cancel the stay", "call the stay off"],
        },
      },
    },
    {
      goal: "BILL",
      description: { "pt-BR": "Ver a conta", en: "See the bill" },
      capability: "bill",
      entities_schema: {},
      hints: {
        examples: {
          "pt-BR": ["quanto deu a conta?", "mostra a conta", "quando vence a conta?"],
          en: ["how much is the bill?", "show me the bill", "when is the bill due?"],
        },
      },
    },
  ],
  capabilities: [
    { capability: "take_in", effect: "external", repeat: "keyed" },
    { capability: "call_off", effect: "write", repeat: "keyed" },
    { capability: "bill", effect: "read" },
  ],
});
const understanding = buildUnderstanding(catalogue);
understanding.calibrate();
const heard = (said: string) => understanding.understand(said, { lastFrame: null }).intent;
const reasons = (said: string) => heard(said).doubts?.map(({ reason }) => reason) ?? [];

describe("a name that no example has stands behind the word that leads to it", () => {
  it.each([
    ["board a dog for 4 days, name Zuma, owner Ngozi", { dog_text: "Zuma", owner_text: "Ngozi" }],
    ["take in a dog 4 days name Zuma", { dog_text: "Zuma" }],
    ["hospeda um cachorro 2 dias dono ivone nome fubá", { dog_text: "fubá", owner_text: "ivone" }],
    ["hospeda um cachorro por 2 dias, nome Fubá, dono ivone", { owner_text: "ivone" }],
    ["take in the dog for 2 days, owner Fabiana Couto", { owner_text: "Fabiana Couto" }],
  ])("%s", (said, entities) => {
    const { entities: found, doubts = [] } = heard(said);
    expect(found).toMatchObject(entities);
    expect(doubts.filter(({ reason }) => reason === "unread")).toEqual([]);
  });

  it("what only follows later is not led to", () =>
    expect(heard("take in the dog for 2 days, owner will call").entities).not.toHaveProperty(
      "owner_text",
    ));
});

describe("around values of any domain", () => {
  it("what stands behind a colon, as in the examples, is no guess", () => {
    const { evidence } = heard("take in Bob, owner Mark: grain-free biscuits");
    expect(evidence.map(({ detail }) => detail)).toContain(
      'care_text: "grain-free biscuits" (context)',
    );
  });

  it("whom a template has a place for is not someone else", () =>
    expect(heard("move Bob to Okafor").doubts ?? []).toEqual([]));

  it("what the examples begin with asks for the goal, and takes nothing back", () =>
    expect(reasons("Cancel Saturday's stay")).not.toContain("negated"));
});
