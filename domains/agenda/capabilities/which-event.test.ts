import { beforeEach, describe, expect, it } from "vitest";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { calendarOfEachTest } from "../agenda-domain.fixture.ts";

const { tell, textOf, all, make } = calendarOfEachTest();
const choicesOf = ({ result }: DomainOutput) =>
  (result as { candidates: { label: string; id: string }[] }).candidates;

describe("which one is meant", () => {
  beforeEach(async () => {
    await make("Reunião com o doutor Marcelo", "2026-11-20", { start_time: "15:00" });
    await make("Dentista", "2026-11-21", { start_time: "10:00" });
  });

  it("what comes close to a name is asked about, and taken where that is said", async () => {
    const question = await tell("move_event", {
      title_text: "meeting with Marcelo",
      start_time: "16:00",
    });
    expect(question).toMatchObject({
      status: "clarification",
      explanation: "Não encontrei “meeting with Marcelo” na agenda. Seria este?",
    });
    const [only] = choicesOf(question);
    expect(only?.label).toBe("Reunião com o doutor Marcelo, sexta-feira, 20/11, 15:00–16:00");
    expect(
      await textOf("move_event", {
        title_text: "meeting with Marcelo",
        id: only?.id ?? "",
        start_time: "16:00",
      }),
    ).toContain("16:00–17:00");
    expect(await textOf("cancel_event", { title_text: "ginástica" })).toBe(
      "Não encontrei “ginástica” na agenda.",
    );
  });

  it("a day or an hour that was said counts more than what was shown last", async () => {
    const [, shown] = await all();
    const cancelled = await textOf("cancel_event", {
      id: shown?.name ?? "",
      from_day: "2026-11-20",
      at_time: "3",
    });
    expect(cancelled).toContain("Cancelado: Reunião com o doutor Marcelo");
    expect(await textOf("cancel_event", { from_day: "2026-11-21", at_time: "20:00" })).toBe(
      "Não encontrei esse compromisso na agenda.",
    );
  });

  it("when something is, of a day that was said, or of what comes close to its name", async () => {
    expect(await textOf("next_event", { title_text: "dentista", from_day: "2026-11-21" })).toBe(
      "Próximo: Dentista, sábado, 21/11, 10:00–11:00.",
    );
    expect(await textOf("next_event", { title_text: "dentista da Ana" })).toBe(
      "Não encontrei “dentista da Ana” na agenda; parecido com isso há: Dentista, sábado, 21/11, 10:00–11:00.",
    );
  });
});
