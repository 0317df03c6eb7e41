import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import type { CallOptions } from "#shared/testing/call-domain.ts";
import { startCalendar, weeklyYoga } from "../agenda-domain.fixture.ts";

let calendar: ReturnType<typeof startCalendar>;
beforeEach(() => {
  calendar = startCalendar();
});
afterEach(() => calendar.remove());

const dentist = { title_text: "Dentista", day: "2026-11-20", start_time: "15:00" };
const tell = (capability: string, parameters: Record<string, Json>, said?: CallOptions) =>
  calendar.call(capability, parameters, said);
const textOf = async (capability: string, parameters: Record<string, Json>, said?: CallOptions) =>
  (await tell(capability, parameters, said)).explanation;
const list = (period: string) => textOf("list_events", { period });

describe("looking", () => {
  it("says which days a period has that has begun", async () => {
    await tell("make_event", { ...dentist, day: "2026-11-18" });
    calendar.clock.time = Date.parse("2026-11-22T15:00:00Z");
    expect(await list("2026-11-16/2026-11-22")).toBe(
      "1 compromisso, de segunda-feira, 16/11 a domingo, 22/11:\nquarta-feira, 18/11:\n• 15:00–16:00 Dentista",
    );
  });

  it("says what is at an hour of a day, and that there is nothing", async () => {
    await tell("make_event", dentist);
    const at = (at_time: string) => textOf("list_events", { period: dentist.day, at_time });
    expect(await at("15:30")).toBe(
      "1 compromisso, 15:30:\nsexta-feira, 20/11:\n• 15:00–16:00 Dentista",
    );
    // The likelier half of the day.
    expect(await at("3")).toContain("Dentista");
    expect(await at("16:00")).toBe("Nada na agenda: sexta-feira, 20/11, 16:00.");
  });

  it("says what is next, and when something is", async () => {
    expect(await textOf("next_event", {})).toBe("Não há mais nada na agenda.");
    await tell("make_event", dentist);
    await tell("make_event", { ...dentist, title_text: "Almoço com a Ana", day: "2026-11-19" });
    expect(await textOf("next_event", {})).toBe(
      "Próximo: Almoço com a Ana, quinta-feira, 19/11, 15:00–16:00.",
    );
    expect(await textOf("next_event", { title_text: "dentista?" }, { locale: "en" })).toBe(
      "Next: Dentista, Friday, Nov 20, 3:00 PM–4:00 PM.",
    );
    expect(await textOf("next_event", { title_text: "médico?" })).toBe(
      "Não encontrei “médico” na agenda daqui para a frente.",
    );
  });

  it("finds what is free within the working hours", async () => {
    await tell("make_event", dentist);
    await tell("make_event", { title_text: "Férias da Ana", day: "2026-11-20" });
    const found = await tell("free_times", { period: "2026-11-20" });
    expect(found.result).toEqual({
      days: [
        {
          day: "2026-11-20",
          free: [
            { from: "09:00", to: "15:00" },
            { from: "16:00", to: "18:00" },
          ],
        },
      ],
    });
    expect(found.explanation).toBe(
      "sexta-feira, 20/11: livre 09:00–15:00, 16:00–18:00\nO dia inteiro: Férias da Ana, sexta-feira, 20/11.",
    );
    expect(await textOf("free_times", { period: "2026-11-20", duration: "PT3H" })).toContain(
      "livre 09:00–15:00\n",
    );
  });

  it("of today only what is left, of a week no weekend, of a Saturday that day, of the past nothing", async () => {
    const daysOf = async (period: string) => {
      const { result } = await tell("free_times", { period });
      return (result as { days: { day: string; free: { from: string }[] }[] } | null)?.days;
    };
    expect((await daysOf("2026-11-18"))?.[0]?.free).toEqual([{ from: "12:00", to: "18:00" }]);
    expect((await daysOf("2026-11-20/2026-11-24"))?.map(({ day }) => day)).toEqual([
      "2026-11-20",
      "2026-11-23",
      "2026-11-24",
    ]);
    expect(await daysOf("2026-11-21")).toHaveLength(1);
    expect(await tell("free_times", { period: "2026-11-10" })).toMatchObject({ status: "failure" });
  });

  it("leaves out files that are no calendar, and what was called off", async () => {
    await calendar.put("broken", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT");
    await calendar.put("text", "hello");
    await calendar.put("off", weeklyYoga("STATUS:CANCELLED"));
    await tell("make_event", dentist);
    expect(await list("2026-11-18/2026-11-30")).toMatch(/^1 compromisso:/);
  });
});
