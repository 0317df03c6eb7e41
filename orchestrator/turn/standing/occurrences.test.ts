import { afterEach, beforeEach, expect, it } from "vitest";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { answer } from "../answer.ts";
import { gardenDomain } from "../garden.fixture.ts";
import type { TurnDeps, TurnOptions } from "../turn-deps.ts";
import { openStandingTurns } from "./standing-turns.fixture.ts";
import { scheduleDigest, type TapAction, tapSchedule } from "./tap-schedule.ts";

const MINUTE = 60_000;
type Opened = Awaited<ReturnType<typeof openStandingTurns>>;
let opened: Opened;
let deps: TurnDeps;
let brought: string[];
beforeEach(async () => {
  opened = await openStandingTurns([gardenDomain([])]);
  ({ deps, brought } = opened);
});
afterEach(() => opened.close());

const key = { user_id: "ana", session_id: "s1" };
const say: Opened["say"] = (text) => opened.say(text);
const newest: Opened["newest"] = () => opened.newest();
const ticks: Opened["ticks"] = () => opened.ticks();
const pass: Opened["pass"] = (ms) => opened.pass(ms);

it("a read happens in time, and its answer is told", async () => {
  expect(await say("a cada 10 minutos veja o jardim")).toMatch(/^Combinado/);
  await pass(10 * MINUTE);
  expect(await ticks()).toMatchObject([{ status: "fired" }]);
  expect(brought).toHaveLength(1);
});

it("what changes something is kept after a yes, and is done once for each occurrence", async () => {
  expect(await say("a cada 10 minutos regue a rosa")).toMatch(/^Confirma\?/);
  expect(await newest()).toBeUndefined();
  expect(await say("sim")).toMatch(/^Combinado/);
  await pass(10 * MINUTE);
  await pass(0);
  expect(await ticks()).toMatchObject([
    { status: "fired", run_id: `${(await newest())?.id}.${(await ticks())[0]?.at}` },
  ]);
});

it("a right that was taken away pauses it, and that is told", async () => {
  await say("a cada 10 minutos veja o jardim");
  opened.setRights("gone");
  await pass(10 * MINUTE);
  expect(await newest()).toMatchObject({ status: "paused", paused: { why: "rights" } });
  expect(await ticks()).toMatchObject([{ status: "skipped", reason: "rights" }]);
  expect(brought[0]).toMatch(/^Pausei .* permissão/);
});

it("of a request for once as well: it is over, and its owner is told why nothing was done", async () => {
  await say("em 10 minutos regue a rosa");
  await say("sim");
  const { id, next_at: at } = (await newest()) ?? {};
  opened.setRights("gone");
  await pass(10 * MINUTE);
  const text: unknown = expect.stringMatching(
    /^Pulei “em 10 minutos regue a rosa” .* a sua permissão não vale/,
  );
  expect(await ticks()).toMatchObject([
    { schedule_id: id, status: "skipped", reason: "rights", text },
  ]);
  expect(brought).toEqual([text]);
  expect(opened.stopped).toEqual([[at, "rights"]]);
  opened.setRights({ mayUse: undefined });
  expect(await say("por que não disparou?")).toMatch(/a permissão não vale mais/);
});

it("one that fails on our side, perhaps after something was sent, is told as unknown", async () => {
  await say("em 10 minutos regue a rosa");
  await say("sim");
  const { runs } = deps.store;
  const burning = { ...runs, save: () => Promise.reject(new Error("disk on fire")) };
  Object.assign(deps.store, { runs: burning });
  await pass(10 * MINUTE);
  Object.assign(deps.store, { runs });
  const text: unknown = expect.stringMatching(
    /^Não sei o que houve com “em 10 minutos regue a rosa” \(/,
  );
  expect(await ticks()).toMatchObject([{ status: "failed", text }]);
  expect(brought).toEqual([text]);
});

it("a capability that promises something else pauses it", async () => {
  await say("a cada 10 minutos veja o jardim");
  const kept = await newest();
  if (kept === undefined) return;
  const digests = Object.fromEntries(Object.keys(kept.digests).map((name) => [name, "another"]));
  await deps.store.schedules.change({ ...kept, digests, version: 2 });
  await pass(10 * MINUTE);
  expect(await newest()).toMatchObject({ status: "paused", paused: { why: "changed" } });
});

it("a reminder is told late with its time, an effect that was missed is skipped and told", async () => {
  await say("me lembra em 10 minutos de fechar a porta");
  await say("em 10 minutos regue a rosa");
  await say("sim");
  await pass(3 * 60 * MINUTE);
  const states = (await ticks()).map(({ status, reason }) => [status, reason]);
  expect(states.toSorted()).toEqual([
    ["late", null],
    ["skipped", "missed"],
  ]);
  expect(brought.some((text) => text.startsWith("Lembrete atrasado"))).toBe(true);
  expect(brought.some((text) => text.startsWith("Não fiz “em 10 minutos regue a rosa”"))).toBe(
    true,
  );
});

it("what is looked at before a reminder is shown at once, and the reminder is kept", async () => {
  const told = await say("veja o jardim e me lembra em 10 minutos de fechar a porta");
  expect(told).toMatch(/fechar a porta/);
  expect(told).not.toMatch(/veja o jardim/);
  expect(await newest()).toMatchObject({ action: { do: "tell", text: "fechar a porta" } });
});

it("no more than fifty stand for one user", async () => {
  for (let at = 0; at < 50; at++) await say(`me lembra em ${at + 5} minutos de ${at}`);
  expect(await say("me lembra em 2 horas de mais uma coisa")).toMatch(/^Você já tem 50/);
});

it.each([
  "cancela o das 9 se chover",
  "cancela o das 9, brincadeira",
  "cancela o das 9? não",
  "“cancela o das 9”",
  "> cancela o das 9",
  "pausa o das 9, melhor não",
  "adia o das 9 -10 minutos",
])("a command that is taken back, quoted or on a condition changes nothing: %s", async (text) => {
  const say = (input_text: string) =>
    answer({ session_id: "s", user_id: "ana", input_text, channel: "test", metadata: {} }, deps);
  await say("me lembra da água todo dia às 9h");
  const [before] = await deps.store.schedules.list({ user_id: "ana" }, 10, true);
  expect(before?.status).toBe("active");
  await say(text);
  expect(await deps.store.schedules.list({ user_id: "ana" }, 10, true)).toEqual([before]);
});

it.each([
  "cancela todos os meus lembretes",
  "pausa todos os agendamentos",
  "adia 10 minutos",
  "muda para a cada 20 minutos",
  "cancela isso",
  "desfaz",
  "e a cada 30 minutos",
])("what a front end may have said changes nothing that stands before a yes: %s", async (words) => {
  await say("a cada 10 minutos veja o jardim");
  const before = await newest();
  const under = (input_text: string, digest: string) =>
    answer({ ...key, input_text, channel: "test", metadata: {} }, deps, {
      instruction: { digest, isTrusted: false },
    });
  const asked = await under(words, "theirs");
  expect(await newest()).toEqual(before);
  if (asked.pending === null) return;
  expect(asked.answer).toBe(`Confirma? “${words}”`);
  await under("sim", "another's");
  expect(await newest()).toEqual(before);
  await under("sim", "theirs");
  expect(await newest()).not.toEqual(before);
});

it.each(["não cancela não", "não mexe nisso", "don't touch it", "no, don't delete it please"])(
  "what is not to be touched stays, and is named: %s",
  async (words) => {
    await say("a cada 10 minutos veja o jardim");
    const before = await newest();
    expect(await say(words)).toMatch(/“a cada 10 minutos veja o jardim” (?:fica como está|stays)/);
    expect(await newest()).toEqual(before);
  },
);

it.each(["a cada lua cheia me diz o tempo", "every blue moon tell me the time"])(
  "how often is asked where no one can read it: %s",
  async (words) => {
    expect(await say(words)).toMatch(
      /^(?:Não entendi direito quando|I did not quite understand when)/,
    );
    expect(await newest()).toBeUndefined();
  },
);

it("a length of time with its direction moves what was made last, and a word for later puts off what rang", async () => {
  await say("me lembra em 3 horas de fechar a porta");
  const at = (await newest())?.next_at ?? 0;
  expect(await say("uma hora antes")).toMatch(/^Mudei “fechar a porta”/);
  expect((await newest())?.next_at).toBe(at - 60 * MINUTE);
  expect(await say("meia hora depois")).toMatch(/^Mudei “fechar a porta”/);
  expect((await newest())?.next_at).toBe(at - 30 * MINUTE);
  await pass(151 * MINUTE);
  expect(await say("você me lembrou da porta?")).toMatch(/^“fechar a porta” rodou/);
  expect(await say("agora não, daqui a pouco")).toMatch(/^Adiei “fechar a porta”/);
  expect(await say("não precisa mais, já fechei, cancela")).toMatch(/^Cancelei: “fechar a porta”/);
});

it("what its person has no right to is not kept for later, also where it only follows", async () => {
  const words = "a cada 10 minutos veja o jardim e toca o sino";
  const entry = { ...key, input_text: words, channel: "test", metadata: {} };
  const mayUse: TurnOptions["mayUse"] = ({ effect }) => effect === "read";
  expect((await answer(entry, deps, { mayUse })).answer).toContain("não tem permissão");
  expect(await newest()).toBeUndefined();
  expect((await answer(entry, deps)).answer).toMatch(/^Confirma\?/);
});

const tap = async (action: TapAction) => {
  const one = await newest();
  return one && tapSchedule(deps, key, scheduleDigest(one), action);
};

it("a button that is pressed twice does it once, and what was cancelled by one is not put off by another", async () => {
  await say("a cada 10 minutos me lembra de regar a rosa");
  await pass(10 * MINUTE);
  expect(await tap("later")).toMatch(/^Adiei/);
  const putOff = await newest();
  expect(await tap("later")).toMatch(/^Adiei/);
  expect(await newest()).toEqual(putOff);
  expect(await tap("cancel")).toMatch(/^Cancelei/);
  expect(await tap("cancel")).toMatch(/foi cancelado/);
  expect(await tap("later")).toMatch(/foi cancelado/);
  expect(await tap("pause")).toMatch(/foi cancelado/);
  expect(await say("adia 10 minutos")).toMatch(/foi cancelado/);
  expect(await newest()).toMatchObject({ status: "cancelled", next_at: null });
  expect(await say("desfaz")).toMatch(/está como antes/);
  expect(await newest()).toMatchObject({ status: "active" });
  expect(await tap("pause")).toMatch(/^Pausei/);
  expect(await tap("pause")).toMatch(/^Pausei/);
  expect(await say("desfaz")).toMatch(/está como antes/);
  expect(await newest()).toMatchObject({ status: "active" });
});

/** As if the scheduler wrote down a look at each of them between what a turn reads and what it writes, `most` times. */
function lookedAtMeanwhile(most: number): void {
  const { schedules } = deps.store;
  let looks = 0;
  const between =
    <Rest extends unknown[]>(write: (next: Schedule, ...rest: Rest) => Promise<boolean>) =>
    async (next: Schedule, ...rest: Rest) => {
      const stored = await schedules.find(key, next.id);
      if (stored !== undefined && looks++ < most)
        await schedules.change({ ...stored, version: stored.version + 1 });
      return write(next, ...rest);
    };
  const store = {
    ...deps.store,
    schedules: {
      ...schedules,
      change: between(schedules.change),
      claim: between(schedules.claim),
    },
  };
  deps = { ...deps, store };
}
const sayNow = async (input_text: string) =>
  (await answer({ ...key, input_text, channel: "test", metadata: {} }, deps)).answer;

it("what is cancelled while it is looked at is cancelled, each of them", async () => {
  await say("a cada 10 minutos veja o jardim");
  await say("a cada 20 minutos veja o jardim");
  await sayNow("cancela todos os agendamentos");
  lookedAtMeanwhile(3);
  const said = await sayNow("sim");
  expect(said).not.toContain("tente de novo");
  expect(said.match(/Cancelei/g)).toHaveLength(2);
  const all = await deps.store.schedules.list(key, 10, false);
  expect(all.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
});

it("a button does what it says while the watch is looked at", async () => {
  await say("a cada 10 minutos veja o jardim");
  const one = await newest();
  lookedAtMeanwhile(2);
  expect(await tapSchedule(deps, key, scheduleDigest(one ?? { id: "" }), "cancel")).toMatch(
    /^Cancelei/,
  );
  expect(await newest()).toMatchObject({ status: "cancelled" });
});

it("what is changed while it is looked at is changed", async () => {
  await say("a cada 10 minutos veja o jardim");
  lookedAtMeanwhile(2);
  expect(await sayNow("muda para a cada 20 minutos")).not.toContain("tente de novo");
  expect(await newest()).toMatchObject({ timing: { rule: { every_ms: 20 * MINUTE } } });
});

it("where it is written all the time, that is said, and nothing is claimed", async () => {
  await say("a cada 10 minutos veja o jardim");
  lookedAtMeanwhile(1000);
  expect(await sayNow("cancela todos os agendamentos")).toContain("tente de novo");
  expect(await newest()).toMatchObject({ status: "active" });
});
