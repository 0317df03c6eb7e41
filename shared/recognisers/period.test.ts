import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeOf } from "#shared/calendar/period.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Leaning } from "../language/time/resolve-period.ts";
import { periodsIn, readPeriod } from "./period.ts";
import {
  COMING,
  EN_PAST,
  EN_RANGES,
  PT_PAST,
  PT_RANGES,
  SENTENCES,
  TODAY,
} from "./phrases.fixture.ts";
import { wordsIn } from "./words.ts";

const read = (text: string, locale: Locale, leaning?: Leaning) =>
  readPeriod(text, { locale, today: () => TODAY, leaning }) ?? null;

describe("said on Wednesday 2026-11-18", () => {
  it.each([...PT_PAST, ...PT_RANGES])("%s is %s", (phrase, value) =>
    expect(read(phrase, "pt-BR")).toBe(value),
  );
  it.each([...EN_PAST, ...EN_RANGES])("%s is %s in English", (phrase, value) =>
    expect(read(phrase, "en")).toBe(value),
  );
  it.each([
    ["the week after next", "2026-11-30/2026-12-06"],
    ["end of last month", "2026-10-21/2026-10-31"],
    ["end of the week", "2026-11-20/2026-11-22"],
    ["beginning of 2025", "2025-01-01/2025-04-30"],
    ["between 4 and 22 of last month", "2026-10-04/2026-10-22"],
    ["2026 Q3", "2026-07-01/2026-09-30"],
    ["rest of the week", "2026-11-18/2026-11-22"],
    ["from Friday the 6th until Tuesday the 10th", "2026-11-06/2026-11-10"],
    ["thanksgiving 2025", "2025-11-27"],
  ])("part of a stretch, %s: %s", (phrase, value) => expect(read(phrase, "en")).toBe(value));
  it.each([
    ["meados de março", "2026-03-11/2026-03-20"],
    ["entre 4 e 22 do mês passado", "2026-10-04/2026-10-22"],
    ["resto do mês", "2026-11-18/2026-11-30"],
    ["entre o 3 e o 12 de setembro", "2026-09-03/2026-09-12"],
  ])("part of a stretch, %s: %s", (phrase, value) => expect(read(phrase, "pt-BR")).toBe(value));
  it.each(COMING)("%s is %s where what comes is meant", (phrase, value) =>
    expect(read(phrase, "pt-BR", "coming")).toBe(value),
  );
});

describe("in a sentence", () => {
  const phrasesIn = (sentence: string, locale: Locale) => {
    const said = wordsIn(sentence);
    return periodsIn(said, { locale, today: () => TODAY }).map(({ from, to, value }) => [
      sentence.slice(said.words[from]?.start, said.words[to - 1]?.end),
      value,
    ]);
  };

  it.each(
    SENTENCES.map(([locale, sentence, words, value]) => ({ locale, sentence, words, value })),
  )("$locale: $sentence says $words", ({ locale, sentence, words, value }) =>
    expect(phrasesIn(sentence, locale)).toEqual(words === null ? [] : [[words, value]]),
  );

  it.each([
    ["maiores altas da semana", [["semana", "2026-11-16/2026-11-22"]]],
    ["bom fim de semana", []],
    [
      "preço da vale em 10/03 e 12/03",
      [
        ["10/03", "2026-03-10"],
        ["12/03", "2026-03-12"],
      ],
    ],
    [
      "vale em 2024 e 2025",
      [
        ["2024", "2024"],
        ["2025", "2025"],
      ],
    ],
    ["vale hoje e amanhã", [["hoje e amanhã", "2026-11-18/2026-11-19"]]],
    [
      "vale hoje ou amanhã",
      [
        ["hoje", "2026-11-18"],
        ["amanhã", "2026-11-19"],
      ],
    ],
    ["petr4 em 30 de fevereiro", []],
    ["de 10 a 20 reais", []],
    ["vale de jan a mar", [["de jan a mar", "2026-01-01/2026-03-31"]]],
    ["até a próxima", []],
  ])("%s holds %j", (sentence, expected) => expect(phrasesIn(sentence, "pt-BR")).toEqual(expected));
});

it("today is asked for only where the words depend on it", () => {
  const never = () => {
    throw new Error("asked");
  };
  for (const text of [
    "10 de outubro de 2024",
    "2024",
    "entre 2020 e 2023",
    "6 meses",
    "desde 2020",
  ])
    expect(readPeriod(text, { locale: "pt-BR", today: never }), text).toBeDefined();
  expect(() => readPeriod("ontem", { locale: "pt-BR", today: never })).toThrow("asked");
  expect(readPeriod("ontem", { locale: "pt-BR", today: () => undefined })).toBeUndefined();
});

it("whatever is said, a period is in its canonical form and its days are in order", () => {
  const word = fc.constantFrom(
    ..."últimos próximos 6 31 0 meses semana desde janeiro fev de 2025 a até entre e last year que vem dias 31/12 the from 2026-02-30 passada há ago segunda , 1º trimestre - pra cá".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 9 }),
      fc.constantFrom("pt-BR" as const, "en" as const),
      fc.constantFrom("past" as const, "coming" as const),
      (words, locale, leaning) => {
        const said = readPeriod(words.join(" "), { locale, today: () => TODAY, leaning });
        if (said !== undefined) expect(rangeOf(said, TODAY), said).toBeDefined();
      },
    ),
    { numRuns: 2000 },
  );
});

it("long nonsense is no period, and costs little", () => {
  expect(
    readPeriod("de a ".repeat(50_000), { locale: "pt-BR", today: () => TODAY }),
  ).toBeUndefined();
  expect(
    periodsIn(wordsIn("de janeiro a ".repeat(50_000)), { locale: "pt-BR", today: () => TODAY }),
  ).toBeInstanceOf(Array);
});
