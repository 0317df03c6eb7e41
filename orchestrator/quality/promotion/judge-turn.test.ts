import { afterEach, beforeEach, expect, it } from "vitest";
import { deleteSession } from "../../start/sessions.ts";
import { answer } from "../../turn/answer.ts";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openStandingTurns } from "../../turn/standing/standing-turns.fixture.ts";
import { judgeTurn } from "./judge-turn.ts";

const ana = { user_id: "ana", session_id: "s1" };
let garden: Awaited<ReturnType<typeof openStandingTurns>>;
beforeEach(async () => {
  garden = await openStandingTurns([gardenDomain([])]);
});
afterEach(() => garden.close());

const say = (input_text: string) =>
  answer({ ...ana, channel: "test", metadata: {}, input_text }, garden.deps);
const judge = (run_id: string, verdict: "right" | "wrong", comment?: string, user_id = "ana") =>
  judgeTurn(garden.deps, { user_id }, run_id, { verdict, ...(comment && { comment }) });
const inbox = () => garden.deps.store.proposals.wrong(10);
const newest = async () => (await garden.deps.store.usage.recent(ana, 1))[0];

it("what its user calls wrong waits for the operator with its reading, once", async () => {
  const { run_id } = await say("regue a samambaia");
  expect(await judge(run_id, "wrong", "era a horta")).toBe(true);
  expect(await judge(run_id, "wrong", "era a horta")).toBe(true);
  expect(await inbox()).toMatchObject([
    {
      ...{ ...ana, run_id, text: "regue a samambaia", outcome: "understood" },
      comment: "era a horta",
      goals: [{ domain: "garden", goal: "WATER", entities: { plant_text: "samambaia" } }],
    },
  ]);
  expect((await newest())?.verdict).toBe("wrong");
});

it.each([
  ["ilumine o jardim", "1"],
  ["arranque a rosa", "sim"],
])("an answer to a question is judged with what was asked for: %s, %s", async (asked, said) => {
  await say(asked);
  await judge((await say(said)).run_id, "wrong");
  expect((await inbox()).map(({ text }) => text)).toEqual([asked]);
});

it("the last word counts", async () => {
  const { run_id } = await say("regue a samambaia");
  await judge(run_id, "wrong");
  await judge(run_id, "right");
  expect([await inbox(), (await newest())?.verdict]).toEqual([[], "right"]);
});

it("a turn without a run can be wrong as well: a reminder, a question, a refusal", async () => {
  for (const text of ["me lembra todo dia às 9 de regar", "apare a roseira", "obrigado"])
    await judge((await say(text)).run_id, "wrong");
  expect((await inbox()).map(({ text }) => text).toSorted()).toEqual([
    "apare a roseira",
    "me lembra todo dia às 9 de regar",
    "obrigado",
  ]);
});

it("another's turn, and one that never was, are none", async () => {
  const { run_id } = await say("regue a samambaia");
  expect(await judge(run_id, "wrong", undefined, "bia")).toBe(false);
  expect(await judge("run_never", "wrong")).toBe(false);
  expect([await inbox(), (await newest())?.verdict]).toEqual([[], null]);
});

it("of a session that was deleted it is counted, and its words are not kept", async () => {
  const { run_id } = await say("regue a samambaia");
  await deleteSession(garden.deps, ana);
  expect(await judge(run_id, "wrong")).toBe(true);
  expect([await inbox(), (await newest())?.verdict]).toEqual([[], "wrong"]);
});

it("messages are counted by what they came to, and only what was understood has saved tokens", async () => {
  const { run_id } = await say("regue a samambaia");
  await say("me lembra todo dia às 9 de regar");
  await say("arranque a rosa");
  await say("não");
  await say("obrigado");
  await say("qual é a capital da França?");
  await judge(run_id, "wrong");
  const rows = await garden.deps.store.usage.recent(ana, 10);
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    ...["refused", "talk", "talk", "asked", "understood", "understood"],
  ]);
  expect(rows.map(({ tokens_counterfactual }) => tokens_counterfactual > 0)).toEqual([
    ...[false, false, false, false, true, true],
  ]);
  const totals = await garden.deps.store.usage.totals(ana, 0);
  const sum = (name: "understood" | "asked" | "refused" | "talk" | "wrong") =>
    totals.reduce((all, row) => all + row[name], 0);
  expect([sum("understood"), sum("asked"), sum("refused"), sum("talk"), sum("wrong")]).toEqual([
    ...[2, 1, 1, 2, 1],
  ]);
  expect(totals.find(({ goal }) => goal === "WATER")).toMatchObject({ understood: 1, wrong: 1 });
});
