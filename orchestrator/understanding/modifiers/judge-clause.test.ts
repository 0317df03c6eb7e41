import { describe, expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

// A goal that is about a day and an hour: words of time belong to it, and put nothing off.
const catalogue = testCatalogue({
  domain: "barber",
  lists: {},
  goals: [
    {
      goal: "BOOK_CUT",
      description: { "pt-BR": "Marcar um corte", en: "Book a haircut" },
      capability: "book_cut",
      entities_schema: {
        day_text: { type: "string", required: true, question: { en: "Which day?" } },
        day: { type: "period", leaning: "coming" },
        at: { type: "time", required: true, question: { en: "At what time?" } },
      },
      hints: {
        examples: {
          "pt-BR": [
            "marca um corte [amanhã](day_text) às [10h](at)",
            "quero cortar o cabelo [sexta](day_text) às [15h](at)",
            "agenda um corte pra [segunda](day_text) às [9h30](at)",
            "dá pra cortar [quinta que vem](day_text) às [11h](at)?",
            "reserva um horário de corte [hoje](day_text) às [18h](at)",
            "corte de cabelo [dia 20](day_text) às [14h](at)",
          ],
          en: [
            "book a haircut [tomorrow](day_text) at [10am](at)",
            "I want a haircut on [friday](day_text) at [3pm](at)",
            "can I get a cut [next monday](day_text) at [9:30](at)?",
            "put me down for a haircut [today](day_text) at [6pm](at)",
            "haircut on [the 20th](day_text) at [2pm](at)",
            "reserve a cut for [thursday](day_text) at [11am](at)",
          ],
        },
      },
    },
    {
      goal: "STOP_SELLING",
      description: { "pt-BR": "Tirar produtos da venda", en: "Stop selling products" },
      capability: "stop_selling",
      entities_schema: {
        products: {
          type: "enum",
          values: ["WAX", "COMB", "OIL"],
          synonyms: {
            WAX: ["wax", "pomada"],
            COMB: ["comb", "pente"],
            OIL: ["beard oil", "óleo de barba"],
          },
          multiple: true,
          required: true,
          question: { en: "Which ones?" },
        },
      },
      hints: {
        examples: {
          "pt-BR": [
            "acabou [o pente](products=COMB), tira da venda",
            "tira [a pomada](products=WAX) da venda",
            "para de vender [o óleo de barba](products=OIL)",
          ],
          en: [
            "[the comb](products=COMB) is sold out, take it off",
            "stop selling [wax](products=WAX)",
            "we are out of [beard oil](products=OIL), stop selling it",
          ],
        },
      },
    },
    {
      goal: "PRICES",
      description: { "pt-BR": "Ver os preços", en: "See the prices" },
      capability: "prices",
      entities_schema: {},
      hints: {
        examples: {
          "pt-BR": ["quanto custa um corte?", "qual o preço da barba?", "mostra os preços"],
          en: ["how much is a haircut?", "what does a shave cost?", "show me the prices"],
        },
      },
    },
  ],
  capabilities: [
    { capability: "book_cut", effect: "write", repeat: "keyed" },
    { capability: "stop_selling", effect: "write", repeat: "keyed" },
    { capability: "prices", effect: "read" },
  ],
});
const understanding = buildUnderstanding(catalogue);
understanding.calibrate();

const NOW = Date.parse("2027-03-10T12:20:00Z");
const heard = (text: string) =>
  understanding.understand(text, { lastFrame: null, now: NOW, timezone: "America/Sao_Paulo" })
    .intent;

/** It is sure enough to be done, and nothing stands against it. */
const isClear = (text: string): boolean => {
  const { confidence, doubts = [] } = heard(text);
  return confidence >= 0.94 && doubts.length === 0;
};

describe("the day and the hour of a goal put nothing off", () => {
  it.each([
    ["marca um corte sexta às 16h", "2027-03-12"],
    ["quero cortar o cabelo amanhã às 9h", "2027-03-11"],
    ["agenda um corte pra quarta que vem às 10h", "2027-03-17"],
    ["reserva um horário de corte dia 25 às 17h", "2027-03-25"],
    ["amanhã às 8h marca um corte", "2027-03-11"],
    ["book a haircut on saturday at 9am", "2027-03-13"],
    ["put me down for a haircut tomorrow at 4pm", "2027-03-11"],
    ["can I get a cut friday at 11:15?", "2027-03-12"],
    ["on monday at 5pm book a haircut", "2027-03-15"],
    ["reserve a cut for the 22nd at noon", "2027-03-22"],
  ])("%s", (text, day) => {
    const { goal, entities, doubts = [] } = heard(text);
    expect({ goal, day: entities["day"] }).toEqual({ goal: "BOOK_CUT", day });
    expect(doubts.map(({ reason }) => reason)).not.toContain("deferred");
  });

  it("what is read beside the words is as certain as it is, and may act", () =>
    expect(isClear("book a haircut tomorrow at 4pm")).toBe(true));
});

describe("what is to happen again, or only if something is so, is no value of the goal", () => {
  it.each([
    "book a haircut every friday at 9am",
    "marca um corte toda sexta às 9h",
    "book a haircut tomorrow at 10am if it rains",
    "marca um corte amanhã às 10h se chover",
    "don't book a haircut tomorrow at 10am",
    "não marca um corte amanhã às 10h",
    "should I book a haircut tomorrow at 10am?",
  ])("%s", (text) => expect(isClear(text)).toBe(false));
});

describe("what is put right between two names of a list is not done for both", () => {
  it("both are meant", () => expect(isClear("stop selling wax and beard oil")).toBe(true));
  it.each([
    "stop selling wax, wait no, beard oil",
    "stop selling wax... sorry, the comb",
    "para de vender a pomada, quer dizer, o pente",
  ])("%s: one of them, or nothing at once", (text) => {
    const { entities } = heard(text);
    expect(isClear(text) && Array.isArray(entities["products"])).toBe(false);
  });
});

it("of a goal that takes no time, the time says when", () =>
  expect(heard("show me the prices tomorrow at 9am").modifiers?.map(({ kind }) => kind)).toContain(
    "time",
  ));
