import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { sceneIn } from "../../language/modifiers/scene.ts";
import { readGoals } from "../goal-model.ts";
import { edited } from "./edit.ts";
import { inOwnWords } from "./own-words.ts";

const goals = readGoals(
  testCatalogue({
    domain: "salon",
    goals: [
      {
        goal: "CANCEL_APPOINTMENT",
        description: { "pt-BR": "Cancelar um horário", en: "Cancel an appointment" },
        entities_schema: { name_text: { type: "string" } },
        capability: "cancel_appointment",
        hints: {
          examples: {
            "pt-BR": [
              "cancela a reserva de [Ana](name_text)",
              "cancelar a reserva do [Beto](name_text)",
            ],
            en: ["cancel the reservation of [Ann](name_text)", "cancel my reservation"],
          },
        },
      },
      {
        goal: "RELEASE_ROOM",
        description: { "pt-BR": "Liberar uma sala", en: "Release a room" },
        capability: "release_room",
        hints: {
          examples: {
            "pt-BR": ["libera a sala", "libera o salão"],
            en: ["release the room", "drop the room"],
          },
        },
      },
    ],
    capabilities: [
      { capability: "cancel_appointment", effect: "write" },
      { capability: "release_room", effect: "write" },
    ],
  }),
);
const [cancel, release] = goals;

const textsIn = (text: string, locale: Locale): string[] => {
  const scene = sceneIn(text, locale);
  if (cancel === undefined) return [];
  const { deeds, things } = inOwnWords(scene, cancel, goals);
  const all = deeds.length === 0 ? [things] : deeds.map((deed) => [...deed, ...things]);
  return all.map((edits) => edited(text, edits).text.replace(/ +/g, " ").trim());
};

it.each<[string, string, Locale]>([
  ["scrap the reservation of Zoe", "cancel the reservation of Zoe", "en"],
  ["call off the booking of Zoe", "cancel the reservation of Zoe", "en"],
  ["call off the booking of Miss Booking", "cancel the reservation of Miss Booking", "en"],
  ["call the booking of Zoe off", "cancel the reservation of Zoe", "en"],
  ["desmarca a reserva da Zoe", "cancela a reserva da Zoe", "pt-BR"],
])("%s: in the goal's own words it is %s", (text, own, locale) =>
  expect(textsIn(text, locale)).toContain(own),
);

it.each<[string, string, Locale]>([
  ["the thing is the goal's already", "cancel the reservations of Zoe", "en"],
  ["its particle belongs to another clause", "call the reservation desk, sign off", "en"],
  ["no word of it is of a family with the goal's", "paint the kitchen of Zoe", "en"],
  ["the text is kept as it was said", "cancel the reservation: booking of Zoe", "en"],
])("where %s nothing is said otherwise", (_, text, locale) =>
  expect(textsIn(text, locale)).toEqual([text]),
);

it("leaves a thing alone that another likely goal says itself", () => {
  const scene = sceneIn("cancel the room", "en");
  if (cancel === undefined || release === undefined) throw new Error("no goals");
  expect(inOwnWords(scene, cancel, [cancel, release]).things).toEqual([]);
});

it("a verb that is one of the goal's in another sense only is no sure one", () => {
  const goalsOf = readGoals(
    testCatalogue({
      domain: "shelf",
      goals: [
        {
          goal: "DELETE_BOOK",
          description: { "pt-BR": "Apagar um livro", en: "Delete a book" },
          capability: "delete_book",
          hints: {
            examples: {
              en: ["drop book 3", "remove book 3", "take off book 3", "get rid of book 3"],
            },
          },
        },
      ],
      capabilities: [{ capability: "delete_book", effect: "destructive" }],
    }),
  );
  const [remove] = goalsOf;
  if (remove === undefined) throw new Error("there is no goal");
  const isUnsure = (text: string) => inOwnWords(sceneIn(text, "en"), remove, goalsOf).isUnsure;
  expect(["leave book 4", "strike off book 4"].map(isUnsure)).toEqual([true, false]);
});
