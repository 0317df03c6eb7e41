import { afterEach, expect, it } from "vitest";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openStandingTurns } from "../../turn/standing/standing-turns.fixture.ts";
import { replayRun } from "./replay-run.ts";

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
afterEach(() => opened.close());

it.each([
  ["a read", ["veja o jardim a cada 10 minutos"]],
  ["an effect", ["regue a samambaia a cada 10 minutos", "sim"]],
  ["an effect and what follows it", ["a cada 10 minutos regue a samambaia e toca o sino", "sim"]],
])("%s that a schedule has done is identical, and nothing is done again", async (_what, said) => {
  const done: string[] = [];
  opened = await openStandingTurns([gardenDomain(done)]);
  for (const message of said) await opened.say(message);
  await opened.pass(600_000);
  const { runs } = opened.deps.store;
  const run = (await runs.list(opened.key, 9)).runs.find(({ run_id }) => run_id.startsWith("sch_"));
  if (run === undefined) throw new Error("the schedule has made no run");
  const before = [...done];
  const steps = await runs.steps(run, run.run_id);
  expect(await replayRun(run, steps, opened.deps.current())).toMatchObject({
    ...{ from: "plan", until: "answer", difference: null },
  });
  expect(done).toEqual(before);
});
