import { afterEach, describe, expect, it } from "vitest";
import { migrateTo, tooMany } from "#shared/testing/fake-telegram.ts";
import { PNG } from "../channels/archive.fixture.ts";
import { GROUP, type Started, startChannel } from "./telegram.fixture.ts";

let channel: Started;
const start = async (...changes: Parameters<typeof startChannel>) => {
  channel = await startChannel(...changes);
  return channel;
};
afterEach(() => channel.close());

describe("what belongs to an answer", () => {
  it("is a photo with the words under it, and no SVG", async () => {
    const { telegram, messages } = await start();
    await telegram.say("desenhe gráfico");
    const told = await messages(1);
    await channel.stop();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ text: "Aqui está.", file: { kind: "photo" } });
    expect(told[0]?.file?.filename).toBe("gráfico_1.png");
    expect(told[0]?.file?.bytes.equals(PNG)).toBe(true);
  });

  it("is a photo before the words where they are too long to stand under it", async () => {
    const { telegram, messages } = await start();
    await telegram.say("desenhe tratado");
    const [photo, words] = await messages(2);
    expect(photo).toMatchObject({ text: "chart.png", file: { kind: "photo" } });
    expect(words?.text).toMatch(/^palavra palavra/);
    expect(words?.file).toBeUndefined();
  });

  it("is a document for a PDF", async () => {
    const { telegram, messages } = await start();
    await telegram.say("desenhe relatório");
    const [told] = await messages(1);
    expect(told).toMatchObject({
      text: "Aqui está.",
      file: { kind: "document", filename: "relatório.pdf" },
    });
  });

  it("is a document for a picture that Telegram does not take as one", async () => {
    const { telegram, messages } = await start();
    await telegram.say("desenhe rabisco");
    const [told] = await messages(1);
    expect(told).toMatchObject({ text: "Aqui está.", file: { kind: "document" } });
  });

  it("comes one by one before the words where there is more than one", async () => {
    const { telegram, messages } = await start();
    await telegram.say("desenhe tudo");
    const told = await messages(3);
    expect(told.map(({ file, text }) => file?.kind ?? text)).toEqual([
      "photo",
      "document",
      "Aqui está.",
    ]);
  });

  it("is told in words where it cannot be sent at all", async () => {
    const { telegram, messages } = await start();
    telegram.nextOf("sendDocument", { error: 400, description: "Bad Request: wrong file" });
    await telegram.say("desenhe relatório");
    const [told] = await messages(1);
    expect(told?.text).toBe("Aqui está.\n\n(Não consegui enviar o arquivo relatório.pdf.)");
    expect(told?.file).toBeUndefined();
  });
});

describe("typing", () => {
  it("is shown again and again for as long as it takes", async () => {
    let asleep = Promise.withResolvers<() => void>();
    const { telegram, hold, messages } = await start({
      deps: (deps) => ({
        sleep(ms, signal) {
          if (ms !== 4500) return deps.sleep(ms, signal);
          return new Promise((wake, reject) => {
            signal.addEventListener("abort", () => reject(new Error("done")), { once: true });
            asleep.resolve(wake);
          });
        },
      }),
    });
    const typed = () => telegram.calls.filter(({ method }) => method === "sendChatAction").length;
    const { arrived, letGo } = hold("Dune");
    await telegram.say("leia Dune");
    await arrived;
    for (const times of [1, 2, 3]) {
      const wake = await asleep.promise;
      expect(typed()).toBe(times);
      asleep = Promise.withResolvers();
      wake();
    }
    await asleep.promise;
    letGo();
    await messages(1);
    expect(typed()).toBe(4);
  });
});

describe("when Telegram does not take a message", () => {
  it("waits as long as it is asked to", async () => {
    const { telegram, messages } = await start();
    telegram.nextOf("sendMessage", tooMany(1));
    await telegram.say("leia Dune");
    expect((await messages(1))[0]?.text).toBe("Li Dune.");
    expect(telegram.calls.filter(({ method }) => method === "sendMessage")).toHaveLength(2);
  });

  it("waits again where it is asked to again, as everybody is in a rush", async () => {
    const { telegram, messages } = await start();
    telegram.nextOf("sendMessage", ...Array.from({ length: 5 }, () => tooMany(0)));
    await telegram.say("leia Dune");
    expect((await messages(1))[0]?.text).toBe("Li Dune.");
  });

  it("does not wait for longer than anyone would, and goes on with the next", async () => {
    const { telegram, messages, logged } = await start();
    telegram.nextOf("sendMessage", tooMany(3600));
    await telegram.say("leia Dune");
    await telegram.say("leia Emma");
    expect((await messages(1))[0]?.text).toBe("Li Emma.");
    expect(await logged("an answer could not be sent")).toMatchObject({ fields: { code: 429 } });
  });

  it("sends once more what got no answer, and says that it may arrive twice", async () => {
    const { telegram, messages, logged } = await start();
    telegram.nextOf("sendMessage", { take: "then_reset" });
    await telegram.say("leia Dune");
    expect((await messages(2)).map(({ text }) => text)).toEqual(["Li Dune.", "Li Dune."]);
    expect(await logged("it may arrive twice")).toMatchObject({ level: "warn" });
    telegram.nextOf("sendMessage", { take: "then_reset" }, { take: "then_reset" });
    await telegram.say("leia Emma");
    await logged("an answer could not be sent");
    expect(telegram.messages).toHaveLength(4);
  });

  it("tries again after trouble on their side", async () => {
    const { telegram, messages } = await start();
    telegram.nextOf("sendMessage", { error: 502 });
    await telegram.say("leia Dune");
    expect((await messages(1))[0]?.text).toBe("Li Dune.");
  });

  it("sends plain words where the marks are refused", async () => {
    const { telegram, messages } = await start();
    telegram.nextOf("sendMessage", {
      error: 400,
      description: "Bad Request: can't parse entities",
    });
    await telegram.say("leia Dune");
    const [told] = await messages(1);
    expect(told).toMatchObject({ text: "Li Dune." });
    expect(told?.entities).toBeUndefined();
  });

  it("follows a group that became a supergroup, and stays there", async () => {
    const { telegram, messages } = await start();
    telegram.nextOf("sendMessage", migrateTo(-1002));
    await telegram.say("@fake_bot leia Dune", { chat: GROUP });
    expect((await messages(1, -1002))[0]?.text).toBe("Li Dune.");
    await channel.restart();
    await telegram.say("@fake_bot leia Emma", { chat: GROUP });
    expect((await messages(2, -1002))[1]?.text).toBe("Li Emma.");
    const asked = telegram.calls.filter(({ method }) => method === "sendMessage");
    expect(asked.map(({ params }) => params["chat_id"])).toEqual([GROUP, -1002, -1002]);
  });

  it("stops in the middle of an answer when the bot is blocked", async () => {
    const { telegram, logged } = await start();
    telegram.nextOf("sendMessage", undefined, { error: 403 });
    await telegram.say("leia tomo");
    await logged("does not take messages");
    await channel.stop();
    const sent = telegram.calls.filter(({ method }) => method === "sendMessage");
    expect(sent).toHaveLength(2);
  });

  it("sends nothing to someone who blocked the bot, until they speak again", async () => {
    const { telegram, messages, logged, hold } = await start();
    const note = { channel: "telegram:123456789", kind: "chat", id: "42" };
    const { arrived, letGo } = hold("Dune");
    telegram.block(42);
    await telegram.say("leia Dune");
    await arrived;
    // That the bot is typing could not be shown; the answer is not even tried.
    await logged("does not take messages");
    letGo();
    await channel.restart();
    expect(telegram.calls.some(({ method }) => method === "sendMessage")).toBe(false);
    expect(await channel.room.turnDeps().store.channels.find(note, 0)).toEqual({ closed: true });
    telegram.block(42, false);
    await telegram.say("leia Emma");
    expect((await messages(1))[0]?.text).toBe("Li Emma.");
    expect(await channel.room.turnDeps().store.channels.find(note, 0)).toEqual({ closed: false });
  });

  it("does not try a chat that is not there again", async () => {
    const { telegram, logged } = await start();
    await telegram.say("leia Dune", { from: { id: 77, first_name: "Nobody" } });
    expect(await logged("an answer could not be sent")).toMatchObject({
      fields: { code: 400, reason: "Bad Request: chat not found" },
    });
    expect(telegram.calls.filter(({ method }) => method === "sendMessage")).toHaveLength(1);
  });
});
