import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HeldMessage } from "../../ports/message-store.ts";
import type { MayUse } from "../../ports/principal.ts";
import { answer } from "../../turn/answer.ts";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openStandingTurns } from "../../turn/standing/standing-turns.fixture.ts";
import type { TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";
import { explainBy } from "./explain.ts";
import { doPlannedBy } from "./rehearse.ts";

const explain = explainBy(answer);
const doPlanned = doPlannedBy(answer);

let done: string[];
let garden: Awaited<ReturnType<typeof openStandingTurns>>;
beforeEach(async () => {
  done = [];
  garden = await openStandingTurns([gardenDomain(done)]);
});
afterEach(() => garden.close());

const entryOf = (input_text: string, user_id = "ana") => ({
  ...{ user_id, session_id: "s1", channel: "test", metadata: {} },
  input_text,
});
const say = (text: string, options: TurnOptions = {}) =>
  answer(entryOf(text), garden.deps, options);
async function tokenOf(text: string, options: TurnOptions = {}): Promise<string> {
  const { plan_token } = await explain(entryOf(text), garden.deps, options);
  if (plan_token === null) throw new Error(`“${text}” would change nothing`);
  return plan_token;
}
const carryOut = (
  plan_token: string,
  options: TurnOptions = {},
  { user_id = "ana", deps = garden.deps }: { user_id?: string; deps?: TurnDeps } = {},
) => doPlanned({ plan_token, user_id }, deps, options);
const nothing = async () => undefined;
const held = (again: boolean): HeldMessage => ({
  ...{ run_id: "run_one", again, question: undefined, ledTo: undefined },
  ...{ uses: nothing, leadsTo: nothing, answered: nothing, forget: nothing, letGo: nothing },
});
const refusal = (task: Promise<unknown>) =>
  task.then(
    () => "done",
    (error: unknown) => (error as { moved?: string }).moved ?? String(error),
  );

describe("what was explained is done", () => {
  it("with the very steps that were shown", async () => {
    const { plan, plan_token } = await explain(entryOf("regue a samambaia"), garden.deps);
    expect(done).toEqual([]);
    const told = await carryOut(plan_token ?? "");
    expect([told.status, told.trace.plan, done]).toEqual(["success", plan, ["water samambaia"]]);
  });

  it("at the time that was read then, also a while later", async () => {
    const { schedules, plan_token } = await explain(
      entryOf("me lembra em 2 horas de podar a rosa"),
      garden.deps,
    );
    expect(schedules).toMatchObject([{ change: "made", id: null }]);
    await garden.pass(5 * 60_000);
    const told = await carryOut(plan_token ?? "");
    expect(told.trace.schedules).toMatchObject([
      { change: "made", next_at: schedules[0]?.next_at },
    ]);
    expect((await garden.newest())?.next_at).toBe(schedules[0]?.next_at);
  });

  it("once: the same request again is told what became of it", async () => {
    const token = await tokenOf("regue a samambaia");
    const first = await carryOut(token, { message: held(false) });
    const again = await carryOut(token, { message: held(true) });
    expect([again.answer, again.run_id, done]).toEqual([
      first.answer,
      first.run_id,
      ["water samambaia"],
    ]);
  });

  it("once also where the process died before it kept what it had told of a schedule", async () => {
    const said = { tell: { channel: "test", session_id: "s1" } };
    const token = await tokenOf("me lembra em 2 horas de podar a rosa", said);
    await carryOut(token, { ...said, message: held(false) });
    const again = await carryOut(token, { ...said, message: held(true) });
    expect(again.trace.schedules).toMatchObject([{ change: "made", name: "podar a rosa" }]);
    const all = await garden.deps.store.schedules.list({ user_id: "ana" }, 10, true);
    expect(all.map(({ id }) => id)).toEqual(again.trace.schedules?.map(({ id }) => id));
    // Another message with the same words is another schedule.
    await say("me lembra em 2 horas de podar a rosa", said);
    expect(await garden.deps.store.schedules.list({ user_id: "ana" }, 10, true)).toHaveLength(2);
  });

  it("also what takes something back, and what sets something", async () => {
    await say("arranque a rosa");
    await say("sim");
    const undo = await explain(entryOf("desfaz"), garden.deps);
    expect(undo).toMatchObject({ takes_back: true, plan: { steps: [{ capability: "replant" }] } });
    await carryOut(undo.plan_token ?? "");
    expect(done).toEqual(["uproot rosa", "replant rosa"]);
    const zone = await explain(entryOf("meu fuso é Lisboa"), garden.deps);
    expect(zone.settings).toEqual({ timezone: "Europe/Lisbon" });
    expect(await garden.deps.store.settings.find({ user_id: "ana" })).toBeUndefined();
    await carryOut(zone.plan_token ?? "");
    expect(await garden.deps.store.settings.find({ user_id: "ana" })).toEqual({
      timezone: "Europe/Lisbon",
    });
  });

  it("and what asks first still asks", async () => {
    const told = await carryOut(await tokenOf("arranque a rosa"));
    expect([told.pending?.kind, done]).toEqual(["confirm", []]);
  });
});

it.each(["veja o jardim", "obrigado", "ajuda", "faz um café"])(
  "“%s” would change nothing, and there is no token",
  async (text) => {
    expect((await explain(entryOf(text), garden.deps)).plan_token).toBeNull();
  },
);

describe("nothing is begun", () => {
  afterEach(() => expect(done).toEqual([]));
  const nothing: MayUse = () => false;

  it("with another user's token, a changed one, or one for another session", async () => {
    const token = await tokenOf("regue a samambaia");
    expect(await refusal(carryOut(token, {}, { user_id: "bia" }))).toBe("token");
    expect(await refusal(carryOut(`${token}x`))).toBe("token");
    const elsewhere = { plan_token: token, user_id: "ana", session_id: "s2" };
    expect(await refusal(doPlanned(elsewhere, garden.deps))).toBe("token");
  });
  it("when its time is over", async () => {
    const token = await tokenOf("regue a samambaia");
    await garden.pass(11 * 60_000);
    expect(await refusal(carryOut(token))).toBe("time");
  });
  it("beyond the time of what would be scheduled", async () => {
    const token = await tokenOf("me lembra em 3 minutos de podar a rosa");
    await garden.pass(4 * 60_000);
    expect(await refusal(carryOut(token))).toBe("time");
    expect(await garden.newest()).toBeUndefined();
  });
  it("when the domains have changed", async () => {
    const token = await tokenOf("regue a samambaia");
    const { catalogue, understanding } = garden.deps.current();
    const changed = { catalogue: { ...catalogue, digest: "another" }, understanding };
    const deps = { ...garden.deps, current: () => changed };
    expect(await refusal(carryOut(token, {}, { deps }))).toBe("catalogue");
  });
  it("when the right to it is gone", async () => {
    const token = await tokenOf("regue a samambaia", { mayUse: () => true });
    expect(await refusal(carryOut(token, { mayUse: nothing }))).toBe("right");
  });
});

it("what it would be done to is another by now: nothing is done", async () => {
  await say("me lembra todo dia às 9 de regar a horta");
  const token = await tokenOf("cancela o lembrete");
  await say("cancela o lembrete");
  await say("me lembra todo dia às 10 de podar a rosa");
  expect(await refusal(carryOut(token))).toBe("target");
  expect((await garden.newest())?.status).toBe("active");
});

it("an explanation writes nothing, calls nothing and wakes nothing", async () => {
  const writes: string[] = [];
  const reading = /^(find|list|load|hasMade|holder|steps|durations|ticks?|spent|lastReached)/;
  const watched = (name: string, part: object): object =>
    new Proxy(part, {
      get(target, key: string) {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "function") return member;
        return (...given: unknown[]): unknown => {
          if (!reading.test(key)) writes.push(`${name}.${key}`);
          return Reflect.apply(member, target, given);
        };
      },
    });
  await say("regue a samambaia");
  await say("me lembra todo dia às 9 de regar a horta");
  await say("arranque a rosa");
  const before = [...done];
  const store = Object.fromEntries(
    Object.entries(garden.deps.store).map(([name, part]) => [
      name,
      typeof part === "object" ? watched(name, part as object) : part,
    ]),
  ) as unknown as TurnDeps["store"];
  const deps: TurnDeps = {
    ...garden.deps,
    store,
    client: watched("client", garden.deps.client) as TurnDeps["client"],
    events: watched("events", garden.deps.events) as TurnDeps["events"],
  };
  for (const text of [
    ...["sim", "não", "desfaz", "cancela o lembrete", "regue a horta e toca o sino", "obrigado"],
    ...["me lembra amanhã às 10 de podar", "meu fuso é Lisboa", "veja o jardim", "faz um café"],
    ...["muda o lembrete pras 8 da manhã", "o que está agendado?", "repete", "apare a roseira"],
  ])
    await explain(entryOf(text), deps);
  expect(writes).toEqual([]);
  expect(done).toEqual(before);
});
