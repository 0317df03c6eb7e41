import { expect, it } from "vitest";
import { catalogue } from "./understand.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const understanding = buildUnderstanding(catalogue);
const GATE = 0.94;
const intentOf = (text: string) => understanding.understand(text, { lastFrame: null }).intent;
/** Certain enough to act, and not in doubt. */
function isClear(text: string): boolean {
  const { confidence, doubts = [] } = intentOf(text);
  return confidence >= GATE && doubts.length === 0;
}

it("two requests in one sentence become two goals, and lend each other what one lacks", () => {
  const intent = intentOf("previsão de Recife e as cidades mais frias do Sul");
  expect(intent).toMatchObject({ goal: "FORECAST", entities: { place_text: "Recife" } });
  expect(intent.also).toMatchObject([
    { goal: "EXTREMES", entities: { kind: "COLD", region_text: "Sul" } },
  ]);
});

it("three requests in one sentence become three goals, also where the last one is a message", () => {
  const intent = intentOf(
    "previsão de Recife e as cidades mais frias do Sul e manda uma carta dizendo que chego amanhã",
  );
  expect([intent, ...intent.also].map(({ goal }) => goal)).toEqual([
    "FORECAST",
    "EXTREMES",
    "SEND_LETTER",
  ]);
});

it.each(["Oslo e as cidades mais quentes da Europa", "my loans and Oslo"])(
  "%s: a value that no request has a place for is asked about, never dropped",
  (text) => expect(isClear(text)).toBe(false),
);

it.each([
  "what's the postage deadline, and which books do I have on loan",
  "what's the returns deadline, and what is the forecast for Oslo",
  "qual o prazo de troca, e quais livros eu tenho emprestados",
])("%s: the first question is no talk beside the second", (text) =>
  expect(isClear(text)).toBe(false),
);

it.each([
  "my sister is out, what is the forecast for Oslo",
  "how nice that is, what is the forecast for Oslo",
])("%s: talk beside a question holds nothing back", (text) => expect(isClear(text)).toBe(true));

it("requests that were joined are as certain as the least certain of them", () => {
  for (const text of [
    "previsão de Oslo e meus empréstimos",
    "tempo em Recife e quais livros tenho",
  ]) {
    const { confidence, also } = intentOf(text);
    for (const other of also) expect(other.confidence).toBe(confidence);
  }
});

it.each([
  "quais livros eu tenho emprestados e chama um táxi",
  "chama um táxi e quais livros eu tenho emprestados",
  "do I still have borrowed books and how old are you",
])("%s: what is asked for besides is not passed over in silence", (text) =>
  expect(isClear(text)).toBe(false),
);

it.each([
  "which books do I have and when did I take them",
  "previsão de Recife e me diz ela agora",
])("%s: what refers back goes on with the same request", (text) =>
  expect(intentOf(text).confidence).toBeGreaterThanOrEqual(GATE),
);

it("what may be two requests is asked about as two", () => {
  const intent = intentOf("tenho algum livro atrasado e onde chove mais");
  expect([intent, ...intent.also].map(({ goal }) => goal)).toEqual(["FIND_BOOK", "EXTREMES"]);
  for (const { doubts } of [intent, ...intent.also])
    expect(doubts?.map(({ reason }) => reason)).toContain("compound");
});

it("what lies between two places is one request", () => {
  const { goal, also, doubts = [] } = intentOf("what is the weather between Recife and Oslo");
  expect([goal, also, doubts.map(({ reason }) => reason)]).toEqual(["FORECAST", [], []]);
});

it("a deed that a read does not do is not left undone in silence", () =>
  expect(isClear("the forecast for Oslo and share it with Lars")).toBe(false));
