import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answer } from "../answer.ts";
import { openDesk } from "./desk.fixture.ts";
import { gardenDomain } from "./garden.fixture.ts";

const ana = { user_id: "ana", session_id: "s" };

let done: string[];
let garden: Awaited<ReturnType<typeof openDesk>>;
beforeEach(async () => {
  done = [];
  garden = await openDesk([gardenDomain(done)]);
});
afterEach(() => garden.close());
const say = (input_text: string) =>
  answer({ ...ana, input_text, channel: "test", metadata: {} }, garden.desk());

describe.each(["não", "cancela"])("%s", (no) => {
  it("to an older question says which one, and claims nothing about what came since", async () => {
    await say("regue a rosa");
    await say("regue a samambaia");
    expect((await say(no)).answer).toBe(
      "Tudo bem, deixei de lado a pergunta em aberto: Qual canteiro?",
    );
    expect(done).toEqual(["water samambaia"]);
  });

  it("when part of the request is done does not say that nothing was", async () => {
    await say("regue samambaia e rosa");
    expect((await say(no)).answer).toContain("deixei de lado a pergunta em aberto");
    expect(done).toEqual(["water samambaia"]);
  });

  it("ends the run that waited", async () => {
    const { run_id } = await say("regue a rosa");
    await say(no);
    expect((await garden.desk().store.runs.find(ana, run_id))?.status).toBe("cancelled");
  });
});

it("a question that was given up ends the run that waited", async () => {
  const { run_id } = await say("regue a rosa");
  for (const text of ["talvez", "talvez", "talvez"]) await say(text);
  expect((await garden.desk().store.runs.find(ana, run_id))?.status).toBe("cancelled");
});
