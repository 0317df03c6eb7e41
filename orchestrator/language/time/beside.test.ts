import { expect, it } from "vitest";
import type { TimeBeside } from "./beside.ts";
import { readTime } from "./read-time.ts";

const NOW = Date.parse("2026-11-18T13:10:00Z");
const read = (text: string, beside: TimeBeside) =>
  readTime(text, NOW, "America/Sao_Paulo", "pt-BR", { beside });
const at = (text: string, beside: TimeBeside) =>
  read(text, beside).instants.map((instant) => new Date(instant).toISOString().slice(0, 16));

it.each<[habit: string, text: string, beside: TimeBeside, instant: string]>([
  ["a day is of the times that are known", "amanhã", { times: ["15:00"] }, "2026-11-19T18:00"],
  ["an hour is in the half that is known", "às 8", { half: "pm" }, "2026-11-18T23:00"],
  ["a number is an hour where one is asked for", "20", { is: "hour" }, "2026-11-18T23:00"],
  ["hour and minutes are one", "20 e 15", { is: "minutes" }, "2026-11-18T23:15"],
  ["a length is so long from now", "20 minutos", { is: "length" }, "2026-11-18T13:30"],
  ["a number is of minutes where a length is asked for", "5", { is: "length" }, "2026-11-18T13:15"],
])("%s", (_habit, text, beside, instant) => expect(at(text, beside)).toEqual([instant]));

it("an end alone is one of what recurs, and what is known is no word of the text", () => {
  expect(read("até sexta", {})).toMatchObject({ kind: "none" });
  const known = read("o aviso até sexta", { recurs: "minute" });
  expect(known).toMatchObject({ kind: "every", rest: "o aviso", words: "até sexta" });
  expect(new Date(known.until ?? 0).toISOString()).toBe("2026-11-21T02:59:59.999Z");
});
