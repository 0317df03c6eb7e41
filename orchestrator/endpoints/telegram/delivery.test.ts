import { afterEach, describe, expect, it } from "vitest";
import type { MessageStore } from "../../ports/message-store.ts";
import { StoreError } from "../../ports/stores.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type Started, startChannel } from "./telegram.fixture.ts";

let channel: Started;
const start = async (...changes: Parameters<typeof startChannel>) => {
  channel = await startChannel(...changes);
  return channel;
};
afterEach(() => channel.close());

const bia = { id: 43, first_name: "Bia", language_code: "pt-br" };

/** Pauses of a loop that tries again take no time. */
const impatient = ({ sleep }: TurnDeps): Partial<TurnDeps> => ({
  sleep: (ms, signal) => sleep([1000, 2000, 4000, 10_000].includes(ms) ? 0 : ms, signal),
});
const withMessages =
  (change: (store: MessageStore) => Partial<MessageStore>) => (deps: TurnDeps) => ({
    ...impatient(deps),
    store: { ...deps.store, messages: { ...deps.store.messages, ...change(deps.store.messages) } },
  });

describe("an update", () => {
  it("that comes again is answered once, also after a restart", async () => {
    const { telegram, messages, done } = await start();
    const update = await telegram.say("empreste Dune");
    await messages(1);
    if (update !== undefined) await telegram.pushAgain(update);
    await channel.restart();
    if (update !== undefined) await telegram.pushAgain(update);
    await telegram.say("leia Emma");
    await messages(2);
    expect(done).toEqual(["lend Dune", "read Emma"]);
  });

  it("is forgotten after two days, not before one", async () => {
    const { telegram, messages, done, room } = await start();
    const update = await telegram.say("empreste Dune");
    await messages(1);
    room.pass(25 * 60 * 60 * 1000);
    await channel.restart();
    if (update !== undefined) await telegram.pushAgain(update);
    await telegram.say("leia Emma");
    await messages(2);
    expect(done).toEqual(["lend Dune", "read Emma"]);
  });

  it("is confirmed when it is durable here, and not before", async () => {
    const claimed = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    const { telegram, messages } = await start({
      deps: withMessages((store) => ({
        async take(...asked) {
          claimed.resolve();
          await open.promise;
          return store.take(...asked);
        },
      })),
    });
    await telegram.say("leia Dune");
    await claimed.promise;
    expect(telegram.unconfirmed()).toHaveLength(1);
    open.resolve();
    await messages(1);
    await telegram.until(() => telegram.unconfirmed().length === 0);
  });

  it("that the store does not take is asked for again, and answered once", async () => {
    let failures = 2;
    const { telegram, messages, done, logged } = await start({
      deps: withMessages((store) => ({
        take: async (...asked) => {
          if (failures-- > 0) throw new StoreError("disk full");
          return store.take(...asked);
        },
      })),
    });
    await telegram.say("empreste Dune");
    await messages(1);
    expect(done).toEqual(["lend Dune"]);
    expect(await logged("trouble with Telegram")).toMatchObject({
      fields: { reason: "disk full" },
    });
    await telegram.until(() => telegram.unconfirmed().length === 0);
  });

  it("of no kind that we know is passed by", async () => {
    const { telegram, messages } = await start();
    await telegram.pushAgain({ update_id: 998, message: { odd: true } });
    await telegram.pushAgain({ update_id: 999, poll: {} });
    await telegram.say("leia Dune");
    await messages(1);
    await telegram.until(() => telegram.unconfirmed().length === 0);
  });
});

describe("messages", () => {
  it("of one chat are answered one after the other, other chats do not wait", async () => {
    const { telegram, messages, hold, done } = await start();
    const { arrived, letGo } = hold("Dune");
    await telegram.say("leia Dune");
    await telegram.say("leia Emma");
    await arrived;
    await telegram.say("leia Ulysses", { from: bia });
    expect((await messages(1, 43))[0]?.text).toBe("Li Ulysses.");
    expect(done).toEqual(["read Ulysses"]);
    letGo();
    expect((await messages(2)).map(({ text }) => text)).toEqual(["Li Dune.", "Li Emma."]);
  });

  it("that come a hundred at once are all answered, each once and in order", async () => {
    const { telegram, messages, done } = await start();
    const titles = Array.from({ length: 100 }, (_, at) => `livro${at}`);
    await Promise.all(titles.map((title) => telegram.say(`leia ${title}`)));
    const told = await messages(100);
    expect(told.map(({ text }) => text)).toEqual(titles.map((title) => `Li ${title}.`));
    expect(done).toHaveLength(100);
  });

  it("get an honest answer when the store fails in between", async () => {
    let fails = false;
    const { telegram, messages, done } = await start({
      deps: (deps) => ({
        store: {
          ...deps.store,
          runs: {
            ...deps.store.runs,
            save: (run) =>
              fails ? Promise.reject(new StoreError("disk full")) : deps.store.runs.save(run),
          },
        },
      }),
    });
    fails = true;
    await telegram.say("empreste Dune");
    expect((await messages(1))[0]?.text).toMatch(/^Algo deu errado do meu lado; não fiz nada/);
    fails = false;
    await telegram.say("empreste Dune");
    await messages(2);
    expect(done).toEqual(["lend Dune"]);
  });
});

describe("stopping", () => {
  it("finishes what is under way and leaves the rest to the next process", async () => {
    const { telegram, messages, hold, done } = await start();
    const { arrived, letGo } = hold("Dune");
    await telegram.say("empreste Dune");
    await arrived;
    await telegram.say("leia Emma");
    await telegram.until(() => telegram.unconfirmed().length === 0);
    const stopped = channel.stop();
    letGo();
    await stopped;
    expect(telegram.messages.map(({ text }) => text)).toEqual(["Emprestei Dune."]);
    await channel.restart();
    expect((await messages(2))[1]?.text).toBe("Li Emma.");
    expect(done).toEqual(["lend Dune", "read Emma"]);
  });

  it("gives up on what takes too long", async () => {
    const { telegram, hold } = await start();
    const { arrived, letGo } = hold("Dune");
    await telegram.say("leia Dune");
    await arrived;
    await channel.stop(0);
    letGo();
    expect(telegram.messages.every(({ text }) => text !== "Li Dune.")).toBe(true);
  });
});

describe("trouble with Telegram", () => {
  it("that refuses the token is told in one clear line, and nothing else stops", async () => {
    const { telegram, logged, log, room } = await start({
      botToken: `987654321:${"A".repeat(35)}`,
    });
    const line = await logged("does not accept TELEGRAM_BOT_TOKEN");
    expect(line.level).toBe("error");
    expect(JSON.stringify(log)).not.toContain("AAAAA");
    expect(telegram.calls).toEqual([]);
    expect(room.turnDeps().current().catalogue.digest).toBeTruthy();
  });

  it("that is not a Bot API's address is told too", async () => {
    const { logged } = await start({ botToken: "x" });
    expect((await logged("does not accept TELEGRAM_BOT_TOKEN")).level).toBe("error");
  });

  it("that is not there is waited out", async () => {
    const { telegram, messages, log, logged } = await start({ deps: impatient });
    await telegram.say("leia Dune");
    await messages(1);
    telegram.nextOf("getUpdates", { error: 500 }, { take: "then_reset" }, { text: "<html>" });
    await telegram.say("leia Emma");
    await telegram.say("leia Ulysses");
    expect((await messages(3)).map(({ text }) => text)).toEqual([
      "Li Dune.",
      "Li Emma.",
      "Li Ulysses.",
    ]);
    await logged("no more trouble");
    expect(
      log.filter(({ message }) => message.includes("trouble with Telegram; trying")),
    ).toHaveLength(1);
  });

  it("because another process takes the messages is said loudly, each time", async () => {
    const { telegram, messages, logged, log } = await start({ deps: impatient });
    const conflict = {
      error: 409,
      description: "Conflict: terminated by other getUpdates request",
    };
    await telegram.say("leia Dune");
    await messages(1);
    telegram.nextOf("getUpdates", conflict, conflict);
    await telegram.say("leia Emma");
    await telegram.say("leia Ulysses");
    await messages(3);
    const line = await logged("another process takes this bot's messages");
    expect(line).toMatchObject({ level: "error", fields: { reason: conflict.description } });
    expect(log.filter(({ message }) => message.includes("another process takes"))).toHaveLength(2);
  });

  it("never brings the token into the log, whatever goes wrong", async () => {
    const { telegram, messages, log, logged } = await start({ deps: impatient });
    await telegram.say("leia Dune");
    await messages(1);
    telegram.nextOf("sendMessage", { take: "then_reset" }, { take: "then_reset" });
    telegram.nextOf("getUpdates", { take: "then_reset" }, { text: "x" });
    await telegram.say("leia Emma");
    await logged("an answer could not be sent");
    await telegram.say("leia tomo");
    telegram.nextOf("sendMessage", { error: 400, description: `Bad Request: ${telegram.token}` });
    await telegram.say("leia Ulysses");
    await channel.stop();
    await telegram.close();
    const { room } = channel;
    expect(room).toBeDefined();
    const [, secret = ""] = telegram.token.split(":");
    expect(log.length).toBeGreaterThan(3);
    expect(JSON.stringify(log)).not.toContain(secret);
  });
});
