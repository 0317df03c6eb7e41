import { expect, it } from "vitest";
import { locales } from "#shared/contracts/names.ts";
import { EN_PHRASES } from "./phrases-en.fixture.ts";
import { PT_BR_PHRASES } from "./phrases-pt-BR.fixture.ts";
import { readTime } from "./read-time.ts";
import type { TimeReading } from "./reading.ts";

const TIME_PHRASES = { "pt-BR": PT_BR_PHRASES, en: EN_PHRASES };
const NOW = Date.parse("2026-11-18T13:10:00Z");
const ZONE = "America/Sao_Paulo";
const local = (instant: number): string =>
  new Intl.DateTimeFormat("sv-SE", {
    timeZone: ZONE,
    dateStyle: "short",
    timeStyle: "short",
  }).format(instant);

function told({ kind, asks, instants, until, condition }: TimeReading): string {
  const compared = condition?.comparison;
  const { is, value = "", percent, text = "", since } = compared ?? {};
  return [
    `${kind}${asks === undefined ? "" : ` ${asks}`}`,
    ...instants.slice(0, kind === "every" ? 3 : 2).map(local),
    ...(until === undefined ? [] : [`until ${local(until)}`]),
    ...(compared === undefined
      ? []
      : [
          `${condition?.subject}: ${is} ${value}${percent === undefined ? "" : `${percent}%`}${text}${since === "day" ? " in a day" : ""}`.trim(),
        ]),
  ].join(" | ");
}

const table = locales.flatMap((locale) =>
  TIME_PHRASES[locale]
    .trim()
    .split("\n")
    .map((line): [typeof locale, string, string] => {
      const [text = "", expected = ""] = line.split(" => ");
      return [locale, text, expected];
    }),
);
it.each(table)("%s: %s", (locale, text, expected) => {
  expect(told(readTime(text, NOW, ZONE, locale))).toBe(expected);
});

it.each([
  [
    "pt-BR",
    "todo dia útil às 9 me manda as maiores altas no telegram",
    "me manda as maiores altas no telegram",
  ],
  ["pt-BR", "me lembra de ligar pro dentista amanhã às 15h", "me lembra de ligar pro dentista"],
  ["pt-BR", "me avisa, quando a PETR4 passar de 40, no telegram", "me avisa, no telegram"],
  ["en", "every monday and thursday at 6pm, send me the top gainers", "send me the top gainers"],
  ["en", "if Apple drops 5 % telegram me", "telegram me"],
] as const)("%s: what is left of %s is the request", (locale, text, rest) => {
  expect(readTime(text, NOW, ZONE, locale).rest).toBe(rest);
});

it("reads no time in what is quoted or follows a colon", () => {
  expect(readTime('manda "chego amanhã às 9" no telegram', NOW, ZONE, "pt-BR").kind).toBe("none");
  const reading = readTime(
    "me lembra amanhã às 9h: pagar o boleto do dia 30 às 18h",
    NOW,
    ZONE,
    "pt-BR",
  );
  expect(reading.instants.map(local)).toEqual(["2026-11-19 09:00"]);
});

it("asks which day is meant by amanhã after midnight, and by a weekday on that day", () => {
  const night = Date.parse("2026-11-18T04:30:00Z");
  const reading = readTime("amanhã às 9h", night, ZONE, "pt-BR");
  expect([reading.kind, reading.asks, reading.instants.map(local)]).toEqual([
    "ask",
    "unclear_day",
    ["2026-11-18 09:00", "2026-11-19 09:00"],
  ]);
});

it.each<[now: string, locale: "pt-BR" | "en", text: string, offered: readonly string[]]>([
  ["2026-12-31T20:50", "pt-BR", "no último dia do mês às 18h", ["2027-01-31 18:00"]],
  ["2027-01-31T20:50", "pt-BR", "no último dia do mês às 18h", ["2027-02-28 18:00"]],
  ["2028-01-31T20:50", "en", "on the last day of the month at 6pm", ["2028-02-29 18:00"]],
  ["2026-11-29T12:00", "pt-BR", "dia 29 às 9h", ["2026-12-29 09:00"]],
  ["2027-01-29T12:00", "en", "on the 29th at 9am", ["2027-03-29 09:00"]],
  ["2026-12-25T12:00", "pt-BR", "25 de dezembro às 9h", ["2027-12-25 09:00"]],
  ["2026-12-25T12:00", "en", "on christmas day at 9am", ["2027-12-25 09:00"]],
  ["2027-03-28T12:00", "pt-BR", "no domingo de páscoa às 9h", ["2028-04-16 09:00"]],
  ["2026-11-02T12:00", "en", "on the first monday of november at 9am", ["2027-11-01 09:00"]],
  ["2026-12-31T23:59", "pt-BR", "no último dia do ano às 18h", ["2027-12-31 18:00"]],
  ["2028-02-29T12:00", "pt-BR", "29 de fevereiro às 9h", ["2032-02-29 09:00"]],
  ["2026-11-27T12:00", "pt-BR", "27/11/2026 às 9h", []],
  ["2026-11-27T12:00", "pt-BR", "sexta dia 27 às 9h", []],
  ["2026-11-29T12:00", "pt-BR", "hoje às 9h", ["2026-11-30 09:00"]],
  ["2026-11-29T12:00", "pt-BR", "às 9h", ["2026-11-30 09:00"]],
])(
  "at %s, %s: “%s”, whose hour has passed, offers the next such day and no other",
  (now, locale, text, offered) => {
    const reading = readTime(text, Date.parse(`${now}:00-03:00`), ZONE, locale);
    expect([reading.kind, reading.asks]).toEqual(["ask", offered.length > 0 ? "passed" : "over"]);
    expect(reading.instants.map(local)).toEqual(offered);
  },
);

it.each<[text: string, locale: "pt-BR" | "en"]>([
  ["me lembra da água às 23h não amanhã", "pt-BR"],
  ["me lembra da água não hoje às 23h mas amanhã", "pt-BR"],
  ["me lembra da água em 31/12/9999 às 23h", "pt-BR"],
  ["me lembra da água dia 45 às 23h", "pt-BR"],
  ["me lembra da água em 2027 às 23h", "pt-BR"],
  ["me lembra da água na sexta passada às 23h", "pt-BR"],
  ["me lembra da água às 23h UTC", "pt-BR"],
  ["me lembra da água às 23h (horário de Tóquio)", "pt-BR"],
  ["remind me at 11pm PST of the water", "en"],
  ["remind me at 11pm london time of the water", "en"],
])("what says more of a time than was read asks: %s", (text, locale) => {
  const now = Date.parse("2026-11-24T10:00:00-03:00");
  expect(readTime(text, now, "America/Sao_Paulo", locale).kind).toBe("ask");
});
