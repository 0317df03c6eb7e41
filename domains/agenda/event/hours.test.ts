import { beforeEach, describe, expect, it } from "vitest";
import { calendarOfEachTest } from "../agenda-domain.fixture.ts";

const { textOf, list, make } = calendarOfEachTest();

describe("a part of the day", () => {
  beforeEach(async () => {
    await make("Café", "2026-11-20", { start_time: "10:00" });
    await make("Dentista", "2026-11-20", { start_time: "15:00" });
  });

  it("is all that is shown, that is free, and that is cancelled", async () => {
    const afternoon = { period: "2026-11-20", part: "AFTERNOON" };
    expect(await list(afternoon)).toBe(
      "1 compromisso, à tarde:\nsexta-feira, 20/11:\n• 15:00–16:00 Dentista",
    );
    expect(await list({ ...afternoon, part: "EVENING" })).toBe(
      "Nada na agenda: sexta-feira, 20/11, à noite.",
    );
    expect(await textOf("free_times", afternoon)).toBe(
      "sexta-feira, 20/11: livre 12:00–15:00, 16:00–18:00",
    );
    expect(await textOf("free_times", { ...afternoon, part: "EVENING" })).toBe(
      "sexta-feira, 20/11: livre 18:00–23:59",
    );
    expect(await textOf("count_events", afternoon)).toMatch(/^1 compromisso: Dentista/);
    expect(await textOf("cancel_events", afternoon)).toBe("Cancelado: 1 compromisso.");
    expect(await list({ period: "2026-11-20" })).toContain("Café");
  });
});
