import { expect, it } from "vitest";
import { framesOf } from "../../orchestrator/planning/frames.ts";
import { shipped } from "./shipped.ts";

/** Each deed that is asked for, with what it is about. */
const asked = (text: string): string[] =>
  framesOf(shipped().understanding.understand(text, { lastFrame: null }).intent).map(
    ({ goal, entities }) => [goal, ...Object.values(entities)].join(" "),
  );

it.each([
  ["apaga o matrix e o avatar", "DELETE_ITEM matrix", "DELETE_ITEM avatar"],
  ["apaga o filme matrix e o filme avatar", "DELETE_ITEM matrix movie", "DELETE_ITEM avatar movie"],
  [
    "delete the film Matrix and the note about the key",
    "DELETE_ITEM Matrix movie",
    "DELETE_ITEM key note",
  ],
  ["delete all my notes and all my movies", "DELETE_ALL notes", "DELETE_ALL movies"],
  ["save the film Vertigo and the show Columbo", "SAVE_MOVIE Vertigo", "SAVE_TV_SHOW Columbo"],
  ["cadê o pedido 1001 e o 1003?", "GET_ORDER 1001", "GET_ORDER 1003"],
])("%s: what has no verb of its own takes the one before it", (text, ...deeds) =>
  expect(asked(text)).toEqual(deeds),
);

it.each([
  "cancela o almoço com o João e a Ana",
  "anota comprar o pão e o leite",
  "delete the note about the cat and the dog",
])("%s: what may go on with the same thing is one deed", (text) =>
  expect(asked(text)).toHaveLength(1),
);
