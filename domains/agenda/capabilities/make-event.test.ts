import { describe, expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import { calendarOfEachTest } from "../agenda-domain.fixture.ts";

const { tell, textOf, all, list, make } = calendarOfEachTest();

describe("several days and whole days", () => {
  it("an event from one day to another takes all of them, and says until when where it is listed", async () => {
    expect(await make("Férias", "2026-12-21/2026-12-25")).toBe(
      "Marcado: Férias, de segunda-feira, 21/12 a sexta-feira, 25/12.",
    );
    expect(await list({ period: "2026-12-24" })).toContain(
      "• dia inteiro, até sexta-feira, 25/12: Férias",
    );
    expect(await list({ period: "2026-12-26" })).toContain("Nada na agenda");
    expect(await all()).toHaveLength(1);
  });

  it("of several days it takes no hour, and says so", async () => {
    expect(await make("Congresso", "2026-12-21/2026-12-23", { start_time: "09:00" })).toBe(
      "Nada foi marcado: de vários dias marco só dias inteiros, sem horário.",
    );
    expect(await all()).toEqual([]);
  });

  it.each(["2026-12-21/..", "P3D", "2026-12-25/2026-12-21"])(
    "asks for the day where %s is none",
    async (day) => {
      expect(await tell("make_event", { title_text: "Férias", day })).toMatchObject({
        status: "clarification",
        metadata: { missing_param: "day" },
        explanation: "Para que dia?",
      });
    },
  );

  it("a whole day stays one, whatever else was understood", async () => {
    expect(await make("Festa", "2026-11-21", { all_day: "ALL_DAY" })).toBe(
      "Marcado: Festa, sábado, 21/11, dia inteiro.",
    );
  });
});

describe("hours whose half of the day is open", () => {
  it.each<[string, Record<string, Json>, string]>([
    ["das 4 às 8 da noite", { start_time: "4", end_time: "20:00" }, "16:00–20:00"],
    ["das 4 às 8", { start_time: "4", end_time: "8" }, "16:00–20:00"],
    ["das 10 às 2", { start_time: "10", end_time: "2" }, "10:00–14:00"],
    ["das 7 às 19h", { start_time: "7", end_time: "19:00" }, "07:00–19:00"],
    ["from 8 to half 8 in the evening", { start_time: "8", end_time: "20:30" }, "08:00–20:30"],
    ["das 16h às 8", { start_time: "16:00", end_time: "8" }, "16:00–20:00"],
    ["às 3", { start_time: "3" }, "15:00–16:00"],
    ["half 1", { start_time: "1:30" }, "13:30–14:30"],
    ["às 9", { start_time: "9" }, "09:00–10:00"],
    ["à noite, às 8", { start_time: "08:00", part: "EVENING" }, "20:00–21:00"],
  ])("%s", async (_said, when, shown) => {
    expect(await make("Aula", "2026-11-21", when)).toBe(`Marcado: Aula, sábado, 21/11, ${shown}.`);
  });

  it("an evening without an hour is asked about", async () => {
    expect(
      await tell("make_event", { title_text: "Jantar", day: "2026-11-21", part: "EVENING" }),
    ).toMatchObject({ metadata: { missing_param: "start_time" }, explanation: "A que horas?" });
  });

  it("an event moves to the hour that is closer to its own", async () => {
    await make("Dentista", "2026-11-20", { start_time: "15:00" });
    const to = (more: Record<string, Json>) =>
      textOf("move_event", { title_text: "dentista", ...more });
    expect(await to({ start_time: "5" })).toContain("17:00–18:00");
    expect(await to({ start_time: "10" })).toContain("22:00–23:00");
    expect(await to({ start_time: "4", end_time: "6" })).toContain("16:00–18:00");
    expect(await to({ later: "PT1H" })).toContain("17:00–19:00");
    expect(await to({ earlier: "PT30M" })).toContain("16:30–18:30");
  });
});
