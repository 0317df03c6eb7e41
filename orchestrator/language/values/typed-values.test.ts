import fc from "fast-check";
import { expect, it } from "vitest";
import type { IsoDate } from "#shared/calendar/days.ts";
import type { TypedEntity } from "#shared/contracts/goal.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { tokens } from "../text.ts";
import type { Sentence } from "./recogniser.ts";
import { recognise } from "./typed-values.ts";

/** A Friday. */
const FRIDAY: IsoDate = "2026-11-20";

const sentence = (text: string, locale: Locale, today: IsoDate | undefined = FRIDAY): Sentence => ({
  text,
  words: tokens(text),
  locale,
  today: () => today,
});

/** The first value in a text, as [value, the words it took]. */
function first(type: TypedEntity, text: string, locale: Locale, today?: IsoDate) {
  const said = sentence(text, locale, today);
  for (let at = 0; at < said.words.length; at++) {
    const found = recognise(type, said, at);
    if (found !== undefined)
      return [
        found.value,
        said.words
          .slice(at, found.to)
          .map(({ word }) => word)
          .join(" "),
      ];
  }
  return undefined;
}

it.each([
  ["dia 19", "pt-BR", "2026-12-19"],
  ["dia 20", "pt-BR", "2026-11-20"],
  ["10 de março", "pt-BR", "2027-03-10"],
  ["10 de março de 2025", "pt-BR", "2025-03-10"],
  ["on the 19th", "en", "2026-12-19"],
  ["to the 25th", "en", "2026-11-25"],
  ["yesterday", "en", "2026-11-19"],
] as const)("a date that leans to what is to come, %s: %s %s", (text, locale, date) => {
  const said = sentence(text, locale);
  const found = said.words.map((_, at) => recognise("date", said, at, "coming"));
  expect(found.find((each) => each !== undefined)?.value).toBe(date);
});

it.each([
  ["dia 5 do mês que vem", "pt-BR", "2026-12-05"],
  ["20th of next month", "en", "2026-12-20"],
  ["semana que vem na quinta", "pt-BR", "2026-11-26"],
  ["next week on Friday", "en", "2026-11-27"],
  ["two days after tomorrow", "en", "2026-11-23"],
  ["a week on Monday", "en", "2026-11-30"],
  ["1 month and 21 days ago", "en", "2026-09-29"],
  ["2 meses e 3 dias atrás", "pt-BR", "2026-09-17"],
  ["in 2 years and 21 days", "en", "2028-12-11"],
  ["no dia das mães", "pt-BR", "2027-05-09"],
  ["on christmas", "en", "2026-12-25"],
  ["natal de 2027", "pt-BR", "2027-12-25"],
  ["two days before easter 2027", "en", "2027-03-26"],
  ["no fim do mês", "pt-BR", "2026-11-30"],
  ["end of April", "en", "2027-04-30"],
  ["esta tarde", "pt-BR", "2026-11-20"],
  ["31/10/74", "pt-BR", "1974-10-31"],
  ["2027-sep-1", "en", "2027-09-01"],
] as const)("a day that is said by others, %s: %s %s", (text, locale, date) => {
  const said = sentence(text, locale);
  const found = said.words.map((_, at) => recognise("date", said, at, "coming"));
  expect(found.find((each) => each !== undefined)?.value).toBe(date);
});

it.each([
  ["31 de fevereiro", "pt-BR"],
  ["31 de novembro", "pt-BR"],
  ["Feb 30", "en"],
  ["check out 3", "en"],
  ["fim de semana", "pt-BR"],
] as const)("no day: %s", (text, locale) => {
  const said = sentence(text, locale);
  expect(said.words.map((_, at) => recognise("date", said, at, "coming")?.value)).toEqual(
    said.words.map(() => undefined),
  );
});

it.each([
  ["3 minutos para as oito", "pt-BR", "07:57"],
  ["20 min depois das seis da tarde", "pt-BR", "18:20"],
  ["cinco para meio dia", "pt-BR", "11:55"],
  ["esta noite às 8", "pt-BR", "20:00"],
  ["20 min past eight in the evening", "en", "20:20"],
  ["8 tonight", "en", "20:00"],
  ["twenty after 3pm", "en", "15:20"],
  ["2027-01-02T12:23:59", "en", undefined],
] as const)("a time of day, %s: %s %s", (text, locale, time) =>
  expect(first("time", text, locale)?.[0]).toBe(time),
);

it("a day that the next month has not is one of the month after it", () => {
  const said = sentence("no dia 30", "pt-BR", "2027-01-31");
  const found = said.words.map((_, at) => recognise("date", said, at, "coming"));
  expect(found.find((each) => each !== undefined)?.value).toBe("2027-03-30");
});

it.each([
  ["1.234,56", 1234.56],
  ["1.234", 1234],
  ["0,5", 0.5],
  ["mil e duzentos", 1200],
  ["dois mil e quinhentos e três", 2503],
  ["mil novecentos e noventa", 1990],
  ["vinte e cinco", 25],
  ["cento e dez mil", 110_000],
  ["2,5 mi", 2_500_000],
  ["10k", 10_000],
  ["um milhão", 1_000_000],
  ["2 mil e 500", 2500],
  ["faz -3 graus", -3],
  ["vinte e trinta", 20],
  ["vinte, duas caixas", 20],
  ["mil, duzentos e um", 1201],
  ["cinco e meio", 5.5],
])("%s is the number %d", (text, value) => expect(first("number", text, "pt-BR")?.[0]).toBe(value));

it.each([
  ["1,234.5", 1234.5],
  ["1,234", 1234],
  ["one hundred and five", 105],
  ["two thousand and six", 2006],
  ["twenty five", 25],
  ["a hundred and four", 104],
  ["twenty one and a half", 21.5],
  ["2.5 million", 2_500_000],
])("%s is the number %d in English", (text, value) =>
  expect(first("number", text, "en")?.[0]).toBe(value),
);

it.each(["pt-BR", "en"] as const)("numbers are read as %s writes them", (locale) => {
  const write = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
      const value = cents / 100;
      expect(first("number", write.format(value), locale)?.[0]).toBe(value);
    }),
  );
});

it.each([
  ["R$ 10", 10],
  ["R$1.234,56", 1234.56],
  ["dez reais", 10],
  ["US$ 5", 5],
  ["10 reais e 50 centavos", 10.5],
  ["50 centavos", 0.5],
  ["2 milhões de reais", 2_000_000],
])("%s is the amount %d", (text, value) => expect(first("money", text, "pt-BR")?.[0]).toBe(value));

it.each([
  ["5%", 5],
  ["2,5 por cento", 2.5],
  ["dez por cento", 10],
])("%s is the percentage %d", (text, value) =>
  expect(first("percent", text, "pt-BR")?.[0]).toBe(value),
);

it.each([
  ["12/03/2025", "2025-03-12", "12 03 2025"],
  ["31/12", "2026-12-31", "31 12"],
  ["2025-01-31", "2025-01-31", "2025 01 31"],
  ["3 de março de 2025", "2025-03-03", "3 de marco de 2025"],
  ["dia 5", "2026-11-05", "dia 5"],
  ["março de 2024", "2024-03-01", "marco de 2024"],
  ["hoje", "2026-11-20", "hoje"],
  ["depois de amanhã", "2026-11-22", "depois de amanha"],
  ["há 3 dias", "2026-11-17", "ha 3 dias"],
  ["duas semanas atrás", "2026-11-06", "duas semanas atras"],
  ["daqui a 2 semanas", "2026-12-04", "daqui a 2 semanas"],
  ["semana passada", "2026-11-13", "semana passada"],
  ["mês que vem", "2026-12-20", "mes que vem"],
  ["próxima sexta-feira", "2026-11-27", "proxima sexta feira"],
  ["sexta passada", "2026-11-13", "sexta passada"],
  ["segunda", "2026-11-23", "segunda"],
])("%s is %s", (text, value, words) =>
  expect(first("date", text, "pt-BR")).toEqual([value, words]),
);

it.each([
  ["3/12/2025", "2025-03-12"],
  ["25/12/2025", "2025-12-25"],
  ["March 3rd, 2025", "2025-03-03"],
  ["the 4th of July 2025", "2025-07-04"],
  ["two days ago", "2026-11-18"],
  ["in 3 days", "2026-11-23"],
  ["a week ago", "2026-11-13"],
  ["next friday", "2026-11-27"],
  ["last month", "2026-10-20"],
  ["the day after tomorrow", "2026-11-22"],
])("%s is %s in English", (text, value) => expect(first("date", text, "en")?.[0]).toBe(value));

it.each(["30/02/2025", "may I", "3 gatos", "segunda vez que peço"])(
  "%s names no day, or only its weekday",
  (text) => expect(["2026-11-23", undefined]).toContain(first("date", text, "en")?.[0]),
);

it("without today, only a complete date is one", () => {
  const never = { ...sentence("", "pt-BR"), today: () => undefined };
  const read = (text: string) =>
    recognise("date", { ...never, text, words: tokens(text) }, 0)?.value;
  expect([read("amanhã"), read("12/03"), read("12/03/2025")]).toEqual([
    undefined,
    undefined,
    "2025-03-12",
  ]);
});

it("a month later keeps to the month's end", () => {
  expect(first("date", "mês que vem", "pt-BR", "2026-01-31")?.[0]).toBe("2026-02-28");
});

it.each([
  ["às 10h30", "10:30"],
  ["10:30", "10:30"],
  ["10h", "10:00"],
  ["às 8", "08:00"],
  ["8 e meia da noite", "20:30"],
  ["meio-dia", "12:00"],
  ["3 da tarde", "15:00"],
  ["3pm", "15:00"],
  ["12 am", "00:00"],
  ["half past three", "15:30"],
  ["half past three in the morning", "03:30"],
  ["às 3", "15:00"],
  ["at 03:30", "03:30"],
  ["at 8", "08:00"],
  ["10 o'clock", "10:00"],
  ["at eleven thirty, two boxes", "11:30"],
  ["at 11 30, two boxes", "11:00"],
  ["às onze e trinta, duas caixas", "11:30"],
])("%s is %s", (text, value) => expect(first("time", text, "pt-BR")?.[0]).toBe(value));

it.each(["3 horas de voo", "25h", "10 laranjas"])("%s is no time of day", (text) =>
  expect(first("time", text, "pt-BR")).toBeUndefined(),
);

it.each([
  ["últimos 6 meses", "P6M"],
  ["last 30 days", "P30D"],
  ["1 hora e 30 minutos", "PT1H30M"],
  ["2 anos e 3 meses", "P2Y3M"],
  ["meia hora", "PT30M"],
  ["último mês", "P1M"],
  ["past week", "P1W"],
])("%s lasts %s", (text, value) => expect(first("duration", text, "pt-BR")?.[0]).toBe(value));

it.each([
  ["url", "veja https://a.b/c?d=1, ok", "https://a.b/c?d=1"],
  ["email", "manda para ana@x.com.", "ana@x.com"],
  ["integer", "2,5 ou 3", 3],
] as const)("finds a value of type %s in %s", (type, text, value) =>
  expect(first(type, text, "pt-BR")?.[0]).toBe(value),
);

it.each([
  ["toda terça e quinta às 19h", "pt-BR", "FREQ=WEEKLY;BYDAY=TU,TH", "toda terca e quinta"],
  ["sexta sim sexta não", "pt-BR", "FREQ=WEEKLY;INTERVAL=2", "sexta sim sexta nao"],
  ["todo dia 5", "pt-BR", "FREQ=MONTHLY;BYMONTHDAY=5", "todo dia 5"],
  // The figures are those of an hour.
  ["todo dia 8h", "pt-BR", "FREQ=DAILY", "todo dia"],
  [
    "the first friday of every month",
    "en",
    "FREQ=MONTHLY;BYDAY=1FR",
    "the first friday of every month",
  ],
  ["every morning at 9", "en", "FREQ=DAILY", "every"],
  ["friday at 8, every week", "en", "FREQ=WEEKLY", "every week"],
] as const)("%s recurs as a rule of RFC 5545", (text, locale, value, words) =>
  expect(first("recurrence", text, locale, "2026-12-01")).toEqual([value, words]),
);

it("what is counted in hours, and one day alone, recur on no days", () => {
  for (const text of ["a cada duas horas", "segunda às 8h", "no quinto dia útil do mês"])
    expect(first("recurrence", text, "pt-BR", "2026-12-01")).toBeUndefined();
});

it("whatever is written, no recogniser throws or takes nothing", () => {
  const types: TypedEntity[] = [
    "number",
    "integer",
    "money",
    "percent",
    "date",
    "time",
    "duration",
    "recurrence",
    "url",
    "email",
  ];
  const word = fc.constantFrom(
    "mil",
    "e",
    "vinte",
    "2",
    "1.5",
    "%",
    "R$",
    "de",
    "dia",
    "março",
    "há",
    "às",
    "h30",
    "half",
    "past",
    "a",
    "um",
    "next",
    "todo",
    "sexta",
    "99999999999999999999",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.constantFrom(...types), (words, type) => {
      const said = sentence(words.join(" "), "pt-BR");
      said.words.forEach((_, at) => {
        const found = recognise(type, said, at);
        if (found === undefined) return;
        expect(found.to).toBeGreaterThan(at);
        expect(found.to).toBeLessThanOrEqual(said.words.length);
        if (typeof found.value === "number") expect(Number.isFinite(found.value)).toBe(true);
      });
    }),
  );
});
