import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { CallOptions } from "#shared/testing/call-domain.ts";
import { startCalendar, weeklyYoga } from "./agenda-domain.fixture.ts";

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
const undo = ({ result }: DomainOutput) => {
  const { undo_token } = result as { undo_token: string };
  return tell("restore_events", { undo_token });
};
const list = (period: string, said?: CallOptions) => textOf("list_events", { period }, said);
const choicesOf = ({ result }: DomainOutput) =>
  (result as { candidates: { label: string }[] }).candidates;

describe("making", () => {
  it("puts an event of an hour on the calendar, in the person's zone, and shows it there", async () => {
    const made = await tell("make_event", dentist);
    expect(made).toMatchObject({
      status: "success",
      explanation: "Marcado: Dentista, sexta-feira, 20/11, 15:00–16:00.",
      result: {
        event: {
          start: "2026-11-20T15:00:00-03:00",
          end: "2026-11-20T16:00:00-03:00",
          all_day: false,
        },
      },
    });
    expect(await list("2026-11-20")).toBe(
      "1 compromisso:\nsexta-feira, 20/11:\n• 15:00–16:00 Dentista",
    );
    expect(await list("2026-11-20", { timezone: "Europe/Lisbon", locale: "en" })).toBe(
      "1 event:\nFriday, Nov 20:\n• 6:00 PM–7:00 PM Dentista",
    );
    const [stored] = await calendar.all();
    expect(stored?.ics).toContain("DTSTART;TZID=America/Sao_Paulo:20261120T150000");
    expect(stored?.ics).toContain("BEGIN:VTIMEZONE");
  });

  it.each<[string, Record<string, Json>, string]>([
    ["a length", { duration: "PT30M" }, "sexta-feira, 20/11, 15:00–15:30"],
    ["an end", { end_time: "17:15" }, "sexta-feira, 20/11, 15:00–17:15"],
    [
      "an end past midnight",
      { end_time: "01:00" },
      "sexta-feira, 20/11, 15:00–sábado, 21/11 01:00",
    ],
  ])("with %s", async (_what, more, when) => {
    expect(await textOf("make_event", { ...dentist, ...more })).toBe(`Marcado: Dentista, ${when}.`);
  });

  it("in another year says which", async () => {
    const later = { ...dentist, day: "2027-11-01" };
    expect(await textOf("make_event", later)).toBe(
      "Marcado: Dentista, segunda-feira, 01/11/2027, 15:00–16:00.",
    );
    expect(await textOf("next_event", {}, { locale: "en" })).toBe(
      "Next: Dentista, Monday, Nov 1, 2027, 3:00 PM–4:00 PM.",
    );
  });

  it.each([
    "viagem de 10 a",
    "academia segunda, quarta e",
    "almoço com",
    "ligar para",
    "trip from 10 to",
    "lunch with",
    "gym and",
  ])("asks again about %j, which stops halfway", async (title_text) => {
    expect(await tell("make_event", { ...dentist, title_text })).toMatchObject({
      status: "clarification",
      metadata: { missing_param: "title_text" },
      explanation: expect.stringContaining(`“${title_text}”`) as string,
    });
    expect(await calendar.all()).toEqual([]);
  });

  it.each(["Vitamina E", "plano a", "check in", "aula 3"])("takes %j as whole", async (title) => {
    const made = await tell("make_event", { ...dentist, title_text: title });
    expect(made).toMatchObject({ status: "success", result: { event: { title } } });
  });

  it("without a time it is the whole day, wherever the person is", async () => {
    await tell("make_event", { title_text: "Férias", day: "2026-12-20" });
    for (const timezone of ["America/Sao_Paulo", "Asia/Tokyo"])
      expect(await list("2026-12-20", { timezone })).toBe(
        "1 compromisso:\ndomingo, 20/12:\n• dia inteiro Férias",
      );
    expect(await list("2026-12-21")).toBe("Nada na agenda: segunda-feira, 21/12.");
  });

  it("of every week it is made once, and listed each week", async () => {
    const weekly = { ...dentist, title_text: "Yoga", repeats: "FREQ=WEEKLY;BYDAY=FR" };
    expect(await textOf("make_event", weekly)).toBe(
      "Marcado, toda sexta: Yoga, a partir de sexta-feira, 20/11, 15:00–16:00.",
    );
    expect(await list("2026-11-18/2026-12-04")).toMatch(/^3 compromissos:/);
    expect(await calendar.all()).toHaveLength(1);
  });

  it("begins on the first of its days that is to come, and ends on its last", async () => {
    const now = { ...dentist, day: "2026-11-18", start_time: "09:00" };
    const lessons = { ...now, repeats: "FREQ=WEEKLY;BYDAY=WE,FR", until: "2026-12-02" };
    expect(await textOf("make_event", lessons)).toContain(
      "a partir de sexta-feira, 20/11, 09:00–10:00, até quarta-feira, 02/12.",
    );
    expect(await list("2026-11-18/2026-12-31")).toMatch(/^4 compromissos:/);
  });

  it.each([
    ["every other week", "FREQ=WEEKLY;INTERVAL=2", "2026-11-20/2026-12-18", 3],
    ["each month on a day", "FREQ=MONTHLY;BYMONTHDAY=20", "2026-11-20/2027-01-31", 3],
    ["a day of the week of each month", "FREQ=MONTHLY;BYDAY=3FR", "2026-11-20/2027-01-31", 3],
  ])("%s is listed as often as it comes", async (_often, repeats, period, times) => {
    await tell("make_event", { ...dentist, repeats });
    expect(await list(period)).toMatch(new RegExp(`^${times} compromissos:`));
  });

  it.each([
    { repeats: "FREQ=SECONDLY" },
    { repeats: "FREQ=WEEKLY;BYDAY=FR\r\nATTENDEE:mailto:x@y.z" },
    { repeats: "FREQ=WEEKLY;BYDAY=FR", until: "2026-11-19" },
  ])("makes nothing of %j, and says why", async (recurring) => {
    expect(await tell("make_event", { ...dentist, ...recurring })).toMatchObject({
      status: "failure",
      metadata: { code: "BAD_TIME" },
    });
    expect(await calendar.all()).toEqual([]);
  });

  it("tells its place, and what else is at that time", async () => {
    await tell("make_event", dentist);
    expect(
      await textOf("make_event", {
        ...dentist,
        title_text: "Café",
        start_time: "15:30",
        place_text: "padaria",
      }),
    ).toBe(
      "Marcado: Café (padaria), sexta-feira, 20/11, 15:30–16:30. Atenção, no mesmo horário: 15:00–16:00 Dentista.",
    );
    expect(await list("2026-11-20")).toContain("• 15:30–16:30 Café (padaria)");
  });

  it.each([
    ["a day that is over", { day: "2026-11-17" }],
    ["a time of today that is over", { day: "2026-11-18", start_time: "11:59" }],
  ])("refuses %s, and makes nothing", async (_what, when) => {
    expect(await tell("make_event", { ...dentist, ...when })).toMatchObject({
      status: "failure",
      metadata: { code: "IN_THE_PAST" },
      explanation: expect.stringContaining("já passou") as string,
    });
    expect(await calendar.all()).toEqual([]);
  });

  it.each<Record<string, Json>>([
    { start_time: "25:00" },
    { duration: "long" },
    { end_time: "9:5" },
  ])("refuses %j, and makes nothing", async (more) => {
    const said = await tell("make_event", { ...dentist, ...more });
    expect(said).toMatchObject({ status: "failure", metadata: { code: "BAD_TIME" } });
    expect(await calendar.all()).toEqual([]);
  });

  it("one call makes one event, also when its receipt is lost", async () => {
    await tell("make_event", dentist, { key: "k" });
    await tell("make_event", dentist, { key: "k" });
    // The same step of the same run under another key, as after a crash.
    await tell("make_event", dentist, { key: "l" });
    expect(await calendar.all()).toHaveLength(1);
  });

  it("undo removes it, unless it has changed since", async () => {
    const made = await tell("make_event", dentist);
    expect(await undo(made)).toMatchObject({
      status: "success",
      explanation: "Desfeito. Não está mais na agenda: Dentista, sexta-feira, 20/11, 15:00–16:00.",
    });
    expect(await calendar.all()).toEqual([]);
    expect(await undo(made)).toMatchObject({ metadata: { code: "NOTHING_TO_UNDO" } });
    const again = await tell("make_event", dentist);
    await tell("move_event", { title_text: "dentista", start_time: "17:00" });
    expect(await undo(again)).toMatchObject({ metadata: { code: "CHANGED_SINCE" } });
    expect(await calendar.all()).toHaveLength(1);
  });

  it("is that user's own", async () => {
    const made = await tell("make_event", dentist);
    const bia = { user_id: "bia" };
    expect(await list("2026-11-20", bia)).toContain("Nada na agenda");
    const { event, undo_token } = made.result as { event: { id: string }; undo_token: string };
    expect(await tell("cancel_event", { id: event.id }, bia)).toMatchObject({ status: "failure" });
    expect(await tell("restore_events", { undo_token }, bia)).toMatchObject({ status: "failure" });
    expect(await calendar.all()).toHaveLength(1);
  });
});

describe("moving", () => {
  beforeEach(async () => void (await tell("make_event", { ...dentist, duration: "PT30M" })));

  it.each<[Record<string, Json>, string]>([
    [{ start_time: "16:00" }, "sexta-feira, 20/11, 16:00–16:30"],
    [{ day: "2026-11-23" }, "segunda-feira, 23/11, 15:00–15:30"],
    [
      { day: "2026-11-23", start_time: "09:00", duration: "PT2H" },
      "segunda-feira, 23/11, 09:00–11:00",
    ],
  ])("to %j, as long as it was unless it is said", async (to, when) => {
    const moved = await tell("move_event", { title_text: "o dentista", ...to });
    expect(moved.explanation).toBe(`Remarcado: Dentista, agora ${when}.`);
    expect(await calendar.all()).toHaveLength(1);
    expect((await undo(moved)).explanation).toBe(
      "Desfeito. De volta ao horário anterior: Dentista, sexta-feira, 20/11, 15:00–15:30.",
    );
    expect(await list("2026-11-20")).toContain("15:00–15:30 Dentista");
  });

  it("asks what, and where to", async () => {
    expect(await tell("move_event", { start_time: "16:00" })).toMatchObject({
      metadata: { missing_param: "title_text" },
    });
    expect(await tell("move_event", { title_text: "dentista" })).toMatchObject({
      metadata: { missing_param: "start_time" },
    });
  });

  it("refuses the past and what is not there", async () => {
    const past = await tell("move_event", { title_text: "dentista", day: "2026-11-16" });
    expect(past).toMatchObject({ metadata: { code: "IN_THE_PAST" } });
    expect(await textOf("move_event", { title_text: "médico", start_time: "16:00" })).toBe(
      "Não encontrei “médico” na agenda.",
    );
  });

  it("a whole day stays one on another day", async () => {
    await tell("make_event", { title_text: "Férias", day: "2026-12-20" });
    expect(await textOf("move_event", { title_text: "férias", day: "2026-12-22" })).toBe(
      "Remarcado: Férias, agora terça-feira, 22/12, dia inteiro.",
    );
  });
});

describe("cancelling", () => {
  it("cancels one, and undo brings it back as it was", async () => {
    await tell("make_event", dentist);
    const [before] = await calendar.all();
    const cancelled = await tell("cancel_event", { title_text: "dentista" });
    expect(cancelled.explanation).toBe("Cancelado: Dentista, sexta-feira, 20/11, 15:00–16:00.");
    expect(await calendar.all()).toEqual([]);
    expect((await undo(cancelled)).explanation).toBe(
      "Desfeito. De volta à agenda: Dentista, sexta-feira, 20/11, 15:00–16:00.",
    );
    expect(await calendar.all()).toEqual([before]);
  });

  it("asks which of several, and takes the choice", async () => {
    await tell("make_event", dentist);
    await tell("make_event", { ...dentist, title_text: "Dentista da Ana", day: "2026-11-23" });
    const question = await tell("cancel_event", { title_text: "dentista" });
    expect(question.status).toBe("clarification");
    const [, second] = choicesOf(question);
    expect(second?.label).toBe("Dentista da Ana, segunda-feira, 23/11, 15:00–16:00");
    const { label: _label, ...chosen } = second as { label: string; id: string };
    expect(await textOf("cancel_event", chosen)).toContain("Cancelado: Dentista da Ana");
    expect(await calendar.all()).toHaveLength(1);
  });

  it("a day or a time says which", async () => {
    await tell("make_event", dentist);
    await tell("make_event", { ...dentist, day: "2026-11-23", start_time: "09:00" });
    expect(
      await textOf("cancel_event", { title_text: "dentista", from_day: "2026-11-23" }),
    ).toContain("segunda-feira");
    expect(await textOf("cancel_event", { at_time: "15:00" })).toContain("sexta-feira");
  });

  it("counts everything of a day, cancels it, and brings all of it back", async () => {
    await tell("make_event", dentist);
    await tell("make_event", { ...dentist, title_text: "Café", start_time: "17:00" });
    await calendar.put(
      "yoga",
      weeklyYoga().replace("BYDAY=TU", "BYDAY=FR").replace("20261103", "20261106"),
    );
    expect(await tell("count_events", { period: "2026-11-20" })).toMatchObject({
      result: { total: 3 },
      explanation: expect.stringMatching(
        /^3 compromissos: Dentista, .*; Café, .*; Yoga, /,
      ) as string,
    });
    const cancelled = await tell("cancel_events", { period: "2026-11-20" });
    expect(cancelled).toMatchObject({ result: { cancelled: 3 } });
    expect(await list("2026-11-20")).toContain("Nada na agenda");
    expect(await list("2026-11-27")).toContain("Yoga");
    expect((await undo(cancelled)).explanation).toMatch(
      /^Desfeito. 3 compromissos de volta à agenda: Dentista, .*; Café, .*; Yoga, sexta-feira, 20\/11, /,
    );
    expect(await list("2026-11-20")).toContain("3 compromissos");
  });

  it("says that guests are not told", async () => {
    await calendar.put("yoga", weeklyYoga("ORGANIZER:mailto:a@example.com"));
    expect(await textOf("cancel_event", { title_text: "yoga", scope: "ALL" })).toBe(
      "Cancelado: Yoga, todas as vezes. Os convidados não são avisados.",
    );
  });
});

describe("what repeats", () => {
  beforeEach(async () => void (await calendar.put("yoga", weeklyYoga())));

  it("is listed by occurrence, each with an id of its own", async () => {
    const { result } = await tell("list_events", { period: "2026-11-18/2026-12-02" });
    expect(result).toMatchObject({
      total: 2,
      events: [
        { id: "yoga@2026-11-24T18:00:00", start: "2026-11-24T18:00:00-03:00", repeats: true },
        { id: "yoga@2026-12-01T18:00:00" },
      ],
    });
  });

  it("asks whether this one or all", async () => {
    const question = await tell("cancel_event", { title_text: "yoga" });
    expect(question.explanation).toBe("“Yoga” se repete. Só uma das vezes, ou todas?");
    expect(choicesOf(question)).toEqual([
      { label: "só terça-feira, 24/11, 18:00–19:00", id: "yoga@2026-11-24T18:00:00", scope: "ONE" },
      { label: "todas as vezes", id: "yoga@2026-11-24T18:00:00", scope: "ALL" },
    ]);
  });

  it("loses one occurrence, and undo brings it back", async () => {
    const cancelled = await tell("cancel_event", { id: "yoga@2026-11-24T18:00:00", scope: "ONE" });
    expect(await calendar.icsOf("yoga")).toContain("EXDATE;TZID=America/Sao_Paulo:20261124T180000");
    expect(await list("2026-11-24")).toContain("Nada na agenda");
    expect(await list("2026-12-01")).toContain("Yoga");
    expect((await undo(cancelled)).explanation).toBe(
      "Desfeito. De volta à agenda: Yoga, terça-feira, 24/11, 18:00–19:00.",
    );
    expect(await list("2026-11-24")).toContain("Yoga");
  });

  it("of all of them undo says that all are back, or where they were before", async () => {
    const cancelled = await tell("cancel_event", { title_text: "yoga", scope: "ALL" });
    expect((await undo(cancelled)).explanation).toBe(
      "Desfeito. De volta à agenda: Yoga, todas as vezes, a partir de terça-feira, 24/11, 18:00–19:00.",
    );
    const to = { title_text: "yoga", scope: "ALL", start_time: "19:30" };
    const { result } = await tell("move_event", to);
    const { undo_token } = result as { undo_token: string };
    expect(await textOf("restore_events", { undo_token }, { locale: "en" })).toBe(
      "Undone. Back at the previous time: Yoga, all occurrences from Tuesday, Nov 24, 6:00 PM–7:00 PM on.",
    );
  });

  it("one occurrence moves to another day, again, and is cancelled there", async () => {
    const id = "yoga@2026-11-24T18:00:00";
    await tell("move_event", { id, scope: "ONE", day: "2026-11-25", start_time: "10:00" });
    expect(await list("2026-11-24")).toContain("Nada na agenda");
    expect(await list("2026-11-25")).toContain("10:00–11:00 Yoga");
    await tell("move_event", { id, scope: "ONE", day: "2026-11-26" });
    expect(await list("2026-11-25")).toContain("Nada na agenda");
    expect(await list("2026-11-26")).toContain("10:00–11:00 Yoga");
    await tell("cancel_event", { id, scope: "ONE" });
    expect(await list("2026-11-18/2026-12-01")).toMatch(/^1 compromisso:\nterça-feira, 01\/12/);
  });

  it("all move to another time, without those that were cancelled", async () => {
    await tell("cancel_event", { id: "yoga@2026-11-24T18:00:00", scope: "ONE" });
    expect(
      await textOf("move_event", { title_text: "yoga", scope: "ALL", start_time: "19:30" }),
    ).toBe("Remarcado: Yoga, sempre às 19:30 a partir de agora.");
    expect(await list("2026-11-24/2026-12-08")).toBe(
      "2 compromissos:\nterça-feira, 01/12:\n• 19:30–20:30 Yoga\nterça-feira, 08/12:\n• 19:30–20:30 Yoga",
    );
  });

  it("keeps its days, and says so", async () => {
    const said = await tell("move_event", { title_text: "yoga", scope: "ALL", day: "2026-11-25" });
    expect(said).toMatchObject({ metadata: { code: "SERIES_KEEPS_ITS_DAYS" } });
    expect(await calendar.icsOf("yoga")).toBe(weeklyYoga());
  });
});
