import { expect, it } from "vitest";
import { catalogue } from "./understand.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const understanding = buildUnderstanding(catalogue);
const intentOf = (text: string) => understanding.understand(text, { lastFrame: null }).intent;

it.each([
  "previsão de Oslo, e por favor não me manda por carta",
  "previsão de Oslo, e por favor não manda por carta para mim",
  "previsão de Oslo, mas nem precisa mandar por carta",
  "previsão de Oslo, e nada de mandar por carta",
  "forecast for Oslo, and please don't send it by letter",
  "forecast for Oslo, and please never send it by letter",
])("%s: nothing follows", (text) => {
  const { goal, followups, also } = intentOf(text);
  expect({ goal, followups, also }).toEqual({ goal: "FORECAST", followups: [], also: [] });
});

it.each([
  "manda uma carta dizendo que a visita é dia 14, quer dizer, dia 16",
  "manda uma carta dizendo que a visita é na terça, quer dizer, na quarta",
  "send a letter saying the visit is on the 14th, make that the 16th",
  "manda uma carta dizendo que custa 1.350, não, peraí, 1.530, estou com a nota na mão",
  "send a letter saying you owe me 40 crowns, no, 30",
])("%s: what was put right in a text is asked about", (text) =>
  expect(intentOf(text).doubts).toMatchObject([{ reason: "corrected" }]),
);

it.each([
  "send a letter saying the visit is on Monday. oh, Tuesday of course, not Monday",
  "manda uma carta dizendo que a visita é na terça. Na quarta, não na terça",
])("%s: a day that is denied behind another one is asked about", (text) =>
  expect(intentOf(text).doubts).toMatchObject([{ reason: "excepted" }]),
);

it.each([
  "manda uma carta dizendo que isso quer dizer, no fundo, que ele vem",
  "manda uma carta dizendo que chego dia 14, quer dizer, se tiver ônibus",
  "send a letter saying I have 3 children, no, 2 dogs live here",
  "send a letter saying he comes on Tuesday, not Monday",
])("%s: words that put nothing of the same kind right belong to the text", (text) =>
  expect(intentOf(text).doubts ?? []).not.toContainEqual(
    expect.objectContaining({ reason: "corrected" }),
  ),
);

it.each([
  [
    "previsão de Oslo para 2027-03-11, não, para 2027-03-12",
    { place_text: "Oslo", day: "2027-03-12" },
  ],
  [
    "how much rain will we get in Oslo on 2027-03-11, sorry, on 2027-03-12",
    { place_text: "Oslo", day: "2027-03-12" },
  ],
])("%s: what begins alike is put in its place", (text, entities) =>
  expect(intentOf(text)).toMatchObject({ goal: "FORECAST", entities }),
);

it.each(["manda uma carta dizendo algo", "send a letter saying something"])(
  "%s: what is not named is no text, and is asked for",
  (text) => expect(intentOf(text)).toMatchObject({ goal: "SEND_LETTER", entities: {} }),
);

it.each([
  ["manda uma carta de: cheguei bem", "cheguei bem"],
  ["send a letter of this: I arrived", "I arrived"],
])("%s: small words before a colon are none of the text", (text, body) =>
  expect(intentOf(text)).toMatchObject({ goal: "SEND_LETTER", entities: { body } }),
);

it.each([
  ["previsão de Oslo e manda por carta, obrigado", 1],
  ["previsão de Oslo e manda por carta: obrigado", 0],
  ["previsão de Oslo. Manda por carta: já comprei", 0],
])("%s: behind a colon thanks are what is to be sent", (text, follow) =>
  expect(intentOf(text).followups).toHaveLength(follow),
);
