import { expect, it } from "vitest";
import { readZoneSentence, zoneNamed } from "./read-zone.ts";

it.each([
  ["meu fuso é São Paulo", "São Paulo", "America/Sao_Paulo"],
  ["meu fuso horário é o de Brasília", "Brasília", "America/Sao_Paulo"],
  ["usa o horário de Lisboa, por favor", "Lisboa", "Europe/Lisbon"],
  ["muda meu fuso para Nova York", "Nova York", "America/New_York"],
  ["estou no fuso de Manaus", "Manaus", "America/Manaus"],
  ["use New York time", "New York", "America/New_York"],
  ["my time zone is Europe/Lisbon", "Europe/Lisbon", "Europe/Lisbon"],
  ["please set my timezone to Tokyo", "Tokyo", "Asia/Tokyo"],
  ["I'm on Pacific time", "Pacific", "America/Los_Angeles"],
  ["switch to eastern time", "eastern", "America/New_York"],
  ["use the time zone of Japan", "Japan", "Asia/Tokyo"],
])("“%s” says a zone", (text, place, zone) => {
  expect(readZoneSentence(text)).toMatchObject({ does: "set", place });
  expect(zoneNamed(place)).toBe(zone);
});

it.each([
  ["qual é o meu fuso horário?", "ask", "pt-BR"],
  ["what's my time zone?", "ask", "en"],
  ["forget my time zone", "forget", "en"],
  ["que horas são?", "tell_time", "pt-BR"],
  ["what time is it?", "tell_time", "en"],
  ["oi, que horas são agora?", "tell_time", "pt-BR"],
  ["what day is it today?", "tell_time", "en"],
])("“%s” asks of it, or of the clock", (text, does, locale) =>
  expect(readZoneSentence(text)).toEqual({ does, locale }),
);

it.each([
  "que horas são as reuniões de amanhã?",
  "what time is it in the note about the dentist",
  "anota que meu fuso é São Paulo",
  "use telegram next time",
  "remind me at 9 New York time to call",
])("“%s” is something else", (text) => {
  const read = readZoneSentence(text);
  expect(read?.does === "set" ? zoneNamed(read.place) : read).toBeUndefined();
});

it("an unknown place is no zone, and an abbreviation that means several is none either", () => {
  expect(zoneNamed("Atlantis")).toBeUndefined();
  expect(zoneNamed("IST")).toBeUndefined();
});
