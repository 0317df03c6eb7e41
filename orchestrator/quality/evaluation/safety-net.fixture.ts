import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";

const door = {
  goal: "OPEN_DOOR",
  description: { "pt-BR": "Abrir uma porta", en: "Open a door" },
  capability: "open_door",
  hints: {
    examples: {
      "pt-BR": [
        "abre a porta [3](number)",
        "destranca a porta [7](number)",
        "pode abrir a porta [4](number)?",
      ],
      en: ["open door [3](number)", "unlock door [7](number)", "I need door [4](number) open"],
    },
    templates: { en: ["open [the] door {number}"], "pt-BR": ["abre a porta {number}"] },
  },
  entities_schema: { number: { type: "integer" as const, required: true } },
};
const card = {
  goal: "WRITE_CARD",
  description: { "pt-BR": "Mandar um cartão", en: "Send a card" },
  capability: "write_card",
  hints: {
    examples: {
      en: [
        "write a card: [the garden is lovely this year](text)",
        "write a card saying [we are on our way to you](text)",
        "card to the club: [the boat is in the water again](text)",
        "print a card: [the roof is done and the house is dry](text)",
      ],
    },
    templates: { en: ["write a card: {text}", "write a card saying {text}"] },
  },
  entities_schema: { text: { required: true } },
};
const weather = {
  goal: "GET_WEATHER",
  description: { "pt-BR": "Ver o tempo", en: "See the weather" },
  capability: "get_weather",
  hints: {
    examples: {
      en: [
        "weather in [Recife](place)",
        "how is the weather in [Faro](place)?",
        "weather: [Porto](place)",
      ],
      "pt-BR": ["tempo em [Recife](place)", "como está o tempo em [Faro](place)?"],
    },
  },
  entities_schema: { place: {} },
};

/** A house: a door to open, cards to send, the weather to read and to hear of by pigeon. */
export const house = testCatalogue({
  domain: "house",
  goals: [door, card, weather],
  capabilities: [
    {
      capability: "open_door",
      effect: "external",
      params_schema: { type: "object", properties: { number: { type: "integer" } } },
    },
    {
      capability: "write_card",
      effect: "external",
      params_schema: { type: "object", properties: { text: { type: "string" } } },
    },
    {
      capability: "get_weather",
      effect: "read",
      params_schema: { type: "object", properties: { place: { type: "string" } } },
    },
    {
      capability: "send_pigeon",
      effect: "external",
      params_schema: { type: "object", properties: { text: { type: "string" } } },
      metadata: {
        roles: ["messenger"],
        followup: {
          hints: { en: ["send me a pigeon", "by pigeon"], "pt-BR": ["me manda um pombo"] },
        },
        composition: {
          followup_roles: ["messenger"],
          param_map: { text: { from_parameters: ["_step_explanation"] } },
        },
      },
    },
  ],
});
export const houseUnderstanding = buildUnderstanding(house);
