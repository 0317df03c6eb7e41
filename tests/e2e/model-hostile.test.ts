import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  calls,
  finds,
  type ModelSystem,
  providers,
  responds,
  says,
  startModelSystem,
} from "./model-system.ts";

const names = ["Neptune", "Rigel", "Vega", "Mizar", "Deneb", "Algol", "Pollux", "Altair"];
let said = 0;
/** The words alone make it likely, and not certain; each time with another body, so that nothing is remembered. */
const likely = () => {
  said += 1;
  const body = `${names[said % names.length]}${said}`;
  return { body, text: `could ${body} be visible tonight` };
};

describe.each(providers)("with %s on loopback", (name) => {
  let system: ModelSystem;
  beforeAll(async () => {
    system = await startModelSystem(name);
  });
  afterAll(() => system.close());

  it("what the words leave open is settled, and repaired once", async () => {
    const { text, body } = likely();
    system.provider.plan(says("{not json"), finds("VISIBILITY", { body_text: body }));
    const told = await system.turn(text, "repair");
    expect(told).toMatchObject({ status: "success", usage: { llm_calls: 2 } });
    expect(system.called()).toEqual([`get_visibility ${body}`]);
  });

  it.each([
    ["429", { status: 429, retryAfter: "0" }],
    ["529", { status: 529, retryAfter: "0" }],
  ] as const)("a %s is tried again", async (_status, busy) => {
    const { text, body } = likely();
    system.provider.plan(busy, finds("VISIBILITY", { body_text: body }));
    expect((await system.turn(text, "busy")).status).toBe("success");
    expect(system.called()).toEqual([`get_visibility ${body}`]);
  });

  it.each([
    ["refuses", { does: "refuses" as const }],
    ["hangs", { does: "hangs" as const }],
    ["sends half of its JSON", { does: "sends half of its JSON" as const }],
    ["is cut off", { does: "hits the limit of tokens" as const, after: '{"goal":"obs' }],
    ["asks for a tool of its own", { does: "asks for a tool" as const }],
    ["names no such goal", finds("OPEN_ROOF")],
    ["makes an entity up", finds("VISIBILITY", { planet_text: "Pluto" })],
    ["says what nobody said", finds("VISIBILITY", { body_text: "Pluto" })],
  ])("a model that %s leads to a question, and to no call", async (_how, behaviour) => {
    system.provider.plan(behaviour);
    const told = await system.turn(likely().text, `hostile ${said}`);
    expect(told).toMatchObject({ status: "clarification", trace: { steps: [], receipts: [] } });
    expect(system.called()).toEqual([]);
    // It is heard again, so that it is not left alone.
    const { text, body } = likely();
    system.provider.plan(finds("VISIBILITY", { body_text: body }));
    expect((await system.turn(text, `fine ${said}`)).status).toBe("success");
    expect(system.called()).toEqual([`get_visibility ${body}`]);
  });

  it("an agent from <q:agent> looks before it answers, and gets no tool that is not its own", async () => {
    system.provider.plan(calls("look", { what: "Mars" }), responds("Mars stands high."));
    expect(await system.turn("clerk: where is Mars", "clerk")).toMatchObject({
      status: "success",
      answer: expect.stringContaining("Mars stands high.") as string,
    });
    expect(system.called()).toEqual(["get_visibility Mars"]);
    system.provider.plan(calls("open_roof"));
    expect((await system.turn("clerk: open the roof", "clerk")).trace.receipts).toEqual([]);
    expect(system.called()).toEqual([]);
  });

  it("an agent from YAML claims nothing that it has not done", async () => {
    system.provider.plan(responds("I have booked the dome for Ana."));
    const told = await system.turn("guide: book the dome for Ana", "guide");
    expect(told.answer).not.toContain("I have booked");
    expect([told.trace.receipts, system.called()]).toEqual([[], []]);
  });

  it("what is known costs nothing, whatever the model does", async () => {
    system.provider.plan({ does: "hangs" });
    expect(await system.turn("when is the next eclipse", "known")).toMatchObject({
      status: "success",
      usage: { llm_calls: 0 },
    });
    expect(system.called()).toEqual(["list_eclipses"]);
  });
});
