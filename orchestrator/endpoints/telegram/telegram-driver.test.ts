import { afterEach, expect, it } from "vitest";
import { ownValue } from "#shared/contracts/json.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import { openProcessLease } from "../../engine/recovery/process-lease.ts";
import { type Started, startChannel } from "./telegram.fixture.ts";

let channel: Started;
const start = async (...changes: Parameters<typeof startChannel>) => {
  channel = await startChannel(...changes);
  return channel;
};
afterEach(() => channel.close());

const ACCOUNT = "telegram:123456789";

const leaseOf = (name: string) => {
  const { store, clock } = channel.room.turnDeps();
  return openProcessLease(store.channels, name, clock, () => false);
};
/** What a process that is gone has left in the store: a message, what question was open, and what run it led to. */
const leave = async (text: string, question?: { id: string }, ledTo?: TaskRun) => {
  const { store } = channel.room.turnDeps();
  const place = { channel: ACCOUNT, kind: "update", keptMs: 60_000 };
  const from = { id: 42, is_bot: false, language_code: "pt-br" };
  const chat = { id: 42, type: "private" };
  const message = { message_id: 1, from, chat, text };
  const said = { update_id: 500, message };
  const named = { id: "500", digest: "", run_id: "run_1", said };
  const taken = await store.messages.take(place, named, leaseOf("process-that-is-gone"));
  if (taken.is !== "ours") throw new Error("it is there already");
  if (question !== undefined) await taken.message.uses(question.id);
  const { run_id, updated_at: waited_at } = ledTo ?? {};
  if (run_id !== undefined && waited_at !== undefined)
    await taken.message.leadsTo({ run_id, waited_at });
};
const keepRun = async (changes: Partial<TaskRun>) => {
  const { store, clock } = channel.room.turnDeps();
  const step = {
    id: 1,
    domain: "archive",
    capability: "lend_book",
    params: { title_text: "Dune" },
    depends_on: [],
    required: true,
  };
  await store.runs.save({
    run_id: "run_1",
    user_id: "telegram:42",
    session_id: "telegram:42",
    status: "running",
    catalogue_digest: "d",
    intent: null,
    plan: { execution_mode: "dag", combine_mode: "last", max_concurrency: 1, steps: [step] },
    locale: "pt-BR",
    input_text: "empreste Dune",
    answer: "",
    created_at: clock.now(),
    updated_at: clock.now(),
    ...changes,
  });
};

it("what was begun is known with its run, before anything is done", async () => {
  const { telegram, hold, room, messages } = await start();
  const { arrived, letGo } = hold("Dune");
  await telegram.say("empreste Dune");
  await arrived;
  const { channels, runs } = room.turnDeps().store;
  const [left] = await channels.open({ channel: ACCOUNT, kind: "update" }, 0);
  const run_id = ownValue(left?.note, "run_id");
  const run = await runs.find({ user_id: "telegram:42" }, String(run_id));
  expect(run).toMatchObject({ status: "running", input_text: "empreste Dune" });
  letGo();
  await messages(1);
  await channel.stop();
  expect(await channels.open({ channel: ACCOUNT, kind: "update" }, 0)).toEqual([]);
});

it("a message of which nothing was done yet is answered", async () => {
  const { messages, done } = await start();
  await channel.stop();
  await leave("empreste Dune");
  await channel.restart();
  expect((await messages(1))[0]?.text).toBe("Emprestei Dune.");
  expect(done).toEqual(["lend Dune"]);
});

it("a message whose effect may have happened is not run again, and that is said", async () => {
  const { messages, done } = await start({ deps: () => ({ deadlineMs: 200 }) });
  await channel.stop();
  await leave("empreste Dune");
  await keepRun({ status: "running" });
  await channel.restart();
  expect((await messages(1))[0]?.text).toMatch(
    /^Fui interrompido enquanto cuidava de “empreste Dune”/,
  );
  expect(done).toEqual([]);
});

it("an answer that was ready is told", async () => {
  const { messages, done } = await start();
  await channel.stop();
  await leave("empreste Dune");
  await keepRun({ status: "success", answer: "Emprestei Dune." });
  await channel.restart();
  expect((await messages(1))[0]?.text).toBe("Emprestei Dune.");
  expect(done).toEqual([]);
});

it("an answer to a question that was taken is not taken for something else", async () => {
  const { telegram, messages, done } = await start();
  await telegram.say("empreste dom");
  await messages(1);
  await channel.stop();
  const { store, clock } = channel.room.turnDeps();
  const key = { user_id: "telegram:42", session_id: "telegram:42" };
  const open = await store.pending.find(key, clock.now());
  if (open?.resume.at !== "step") throw new Error("nothing was asked");
  await leave("1", open);
  await store.pending.take(key, open.id);
  await channel.restart();
  expect((await messages(2))[1]?.text).toMatch(/^Fui interrompido enquanto cuidava de “1”/);
  expect(done).toEqual([]);
});

it("an answer to a question is told with what its run came to", async () => {
  const { telegram, messages, done } = await start();
  await telegram.say("empreste dom");
  await messages(1);
  await channel.stop();
  const deps = channel.room.turnDeps();
  const { pending, runs } = deps.store;
  const key = { user_id: "telegram:42", session_id: "telegram:42" };
  const open = await pending.find(key, deps.clock.now());
  if (open?.resume.at !== "step") throw new Error("nothing was asked");
  const run = await runs.find(key, open.resume.run_id);
  if (run === undefined) throw new Error("nothing waits");
  await leave("1", open, run);
  await pending.take(key, open.id);
  const answer = "Emprestei Dom Casmurro.";
  await runs.save({ ...run, status: "success", answer, updated_at: run.updated_at + 1 });
  await channel.restart();
  expect((await messages(2))[1]?.text).toBe(answer);
  expect(done).toEqual([]);
});

it("what another process is still busy with is left to it", async () => {
  let looks = 0;
  let lookedOften = Promise.withResolvers<void>();
  const { messages, telegram, done, room } = await start({
    deps: ({ sleep, store }) => ({
      sleep: (ms, signal) => sleep(ms === 5000 ? 5 : ms, signal),
      store: {
        ...store,
        messages: {
          ...store.messages,
          takeOver: (...asked) => {
            if (++looks === 4) lookedOften.resolve();
            return store.messages.takeOver(...asked);
          },
        },
      },
    }),
  });
  await channel.stop();
  await leave("empreste Dune");
  await leaseOf("process-that-is-gone").beat();
  await channel.restart();
  looks = 0;
  lookedOften = Promise.withResolvers();
  await lookedOften.promise;
  for (const title of ["Emma", "Ulysses"]) {
    await telegram.say(`leia ${title}`);
    await messages(title === "Emma" ? 1 : 2);
  }
  await channel.stop();
  expect(done).toEqual(["read Emma", "read Ulysses"]);
  room.pass(16_000);
  await channel.restart();
  expect((await messages(3))[2]?.text).toBe("Emprestei Dune.");
  expect(done).toEqual(["read Emma", "read Ulysses", "lend Dune"]);
});
