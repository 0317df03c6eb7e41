import { afterEach, describe, expect, it } from "vitest";
import { GROUP, type Started, startChannel } from "./telegram.fixture.ts";

let channel: Started;
const start = async (...changes: Parameters<typeof startChannel>) => {
  channel = await startChannel(...changes);
  return channel;
};
afterEach(() => channel.close());

const group = { chat: GROUP };
const bia = { id: 43, first_name: "Bia", language_code: "pt-br" };

describe("in a group", () => {
  it("talks only when it is named, answered or commanded", async () => {
    const { telegram, messages } = await start();
    await telegram.say("leia Dune", group);
    await telegram.say("/help@other_bot", group);
    await telegram.say("@fake_bot leia Emma", group);
    const [told] = await messages(1, GROUP);
    expect(told?.text).toBe("Li Emma.");
    const ours = { message_id: told?.message_id ?? 0, from: { id: 123456789 } };
    await telegram.say("leia Ulysses", { ...group, reply_to: ours });
    expect((await messages(2, GROUP))[1]?.text).toBe("Li Ulysses.");
    await telegram.say("/help", group);
    expect((await messages(3, GROUP))[2]?.text).toMatch(/^Posso ajudar/);
    expect(channel.done).toEqual(["read Emma", "read Ulysses"]);
  });

  it("answers the message that asked, in its topic", async () => {
    const { telegram, messages } = await start();
    const update = await telegram.say("@fake_bot leia Dune", { ...group, thread: 9 });
    const asked = update?.["message"] as { message_id: number };
    const [told] = await messages(1, GROUP);
    expect(told).toMatchObject({ reply_to: asked.message_id, thread: 9 });
  });

  it("keeps a question for the one who asked: no one else's touch or words answer it", async () => {
    const { telegram, messages, done } = await start();
    await telegram.say("@fake_bot empreste dom", group);
    const [asked] = await messages(1, GROUP);
    if (asked === undefined) throw new Error("nothing was asked");
    const tap = await telegram.tap(asked, "Dom Casmurro", bia);
    await telegram.until(() => telegram.toasts.has(tap));
    expect(telegram.toasts.get(tap)).toBe("Esta pergunta é para outra pessoa.");
    expect(asked.buttons).toHaveLength(2);
    await telegram.say("@fake_bot 1", { ...group, from: bia });
    await messages(2, GROUP);
    expect(done).toEqual([]);
    await telegram.tap(asked, "Dom Quixote");
    expect((await messages(3, GROUP))[2]?.text).toBe("Emprestei dom.");
    expect(done).toEqual(["lend dom cervantes"]);
  });

  it("keeps it for the chat too: the same person's words in private do not answer it", async () => {
    const { telegram, messages, done } = await start();
    await telegram.say("@fake_bot empreste dom", group);
    await messages(1, GROUP);
    await telegram.say("1");
    await messages(1);
    expect(done).toEqual([]);
  });

  it("opens the field for the answer when it asks for a word", async () => {
    const { telegram, messages } = await start();
    await telegram.say("@fake_bot leia", group);
    const [asked] = await messages(1, GROUP);
    expect(asked).toMatchObject({ text: "Qual livro?", asks_reply: true });
    const ours = { message_id: asked?.message_id ?? 0, from: { id: 123456789 } };
    await telegram.say("Dune", { ...group, reply_to: ours });
    expect((await messages(2, GROUP))[1]?.text).toBe("Li Dune.");
  });
});

describe("a bot for some chats", () => {
  it("answers those, and tells others once that it is private", async () => {
    const { telegram, messages, done } = await start({ allowedChats: ["42"] });
    await telegram.say("leia Dune", { from: bia });
    await telegram.say("leia Dune", { from: bia });
    await telegram.say("leia Emma");
    await messages(1);
    await channel.restart();
    await telegram.say("leia Dune", { from: bia });
    await telegram.say("leia Ulysses");
    await messages(2);
    const [told, ...more] = await messages(1, 43);
    expect(told?.text).toMatch(/^Este bot é particular/);
    expect(more).toEqual([]);
    expect(done).toEqual(["read Emma", "read Ulysses"]);
  });

  it("does not take their touches either", async () => {
    const { telegram, log } = await start({ allowedChats: ["42"] });
    const message = { message_id: 1, chat_id: 43, text: "" };
    const tap = await telegram.tap(message, "43.AAAAAAAAAAAAAAAA.0", bia);
    await telegram.until(() => telegram.toasts.has(tap));
    expect(telegram.toasts.get(tap)).toMatch(/^Este bot é particular/);
    expect(log.some(({ message: line }) => line.includes("everyone who finds"))).toBe(false);
  });

  it("knows an allowed group again when it became a supergroup", async () => {
    const { telegram, messages } = await start({ allowedChats: [String(GROUP)] });
    await telegram.say("@fake_bot leia Dune", group);
    await messages(1, GROUP);
    await telegram.say(undefined, { ...group, more: { migrate_to_chat_id: -1002 } });
    await telegram.say("@fake_bot leia Emma", { chat: -1002 });
    expect((await messages(1, -1002))[0]?.text).toBe("Li Emma.");
  });

  it("says at the start when it is for everyone", async () => {
    const { telegram, messages, logged } = await start();
    await telegram.say("leia Dune");
    await messages(1);
    expect(await logged("everyone who finds the bot")).toMatchObject({ level: "warn" });
  });
});
