import { expect, it, onTestFinished } from "vitest";
import { linkCodeDigest } from "../access/link-code.ts";
import { channelContract, type TestedChannel } from "../channels/channel.contract.ts";
import { CHANNEL, DIRECT, ME, startSlack } from "./slack.fixture.ts";
import { readText } from "./slack-channel.ts";

channelContract("Slack", async (): Promise<TestedChannel> => {
  const { web, told, say, ...rest } = await startSlack();
  return {
    ...{ ...rest, say, account: "slack:1", address: ME, user_id: `slack:${ME}` },
    cameOf: (id, text) => ({
      ...{ did: "write", channel: DIRECT, user: ME, ts: `${id}.000200`, text },
      ...{ hasFiles: false, isShared: false },
    }),
    link: (code) => say(`start ${code}`),
    stop: () => say("!stop"),
    heard: () => web.seen.map(({ text }) => text),
    told: async (count) =>
      (await told(count)).map(({ text, choices }) => ({ text, labels: [...choices.keys()] })),
    refuse: () => void web.refuse("not_in_channel"),
  };
});

const start = async (...changes: Parameters<typeof startSlack>) => {
  const slack = await startSlack(...changes);
  onTestFinished(() => slack.close());
  return slack;
};

it("the address is verified by an answer to its challenge, once it is signed", async () => {
  const { knock } = await start();
  const body = JSON.stringify({ type: "url_verification", token: "old", challenge: "3eZbrw1aB" });
  const right = await knock(body);
  expect([right.status, await right.text()]).toEqual([200, "3eZbrw1aB"]);
  expect((await knock(body, { signature: "v0=00" })).status).toBe(401);
});

it("what Slack has not signed, has signed long ago, or is no notification, leads to nothing", async () => {
  const { knock, direct, done, now, say, told } = await start();
  const event = { ...direct, text: "empreste Dune", ts: "1789000000.000200" };
  const body = JSON.stringify({ type: "event_callback", api_app_id: "A0123456789", event });
  expect((await knock(body, { signature: "" })).status).toBe(401);
  expect((await knock(body, { signature: `v0=${"0".repeat(64)}` })).status).toBe(401);
  expect((await knock(body, { at: now() - 301 })).status).toBe(401);
  expect((await knock(body, { at: now() + 301 })).status).toBe(401);
  expect((await knock("{")).status).toBe(400);
  await say("empreste Emma");
  await told(1);
  expect(done).toEqual(["lend Emma"]);
});

it("what programs write, we among them, what is changed, and what nobody said to us is left alone", async () => {
  const { bring, direct, say, told, done } = await start();
  await say("empreste Dune", { bot_id: "B0" });
  await say("empreste Dune", { user: "U0B0T" });
  await say("empreste Dune", { subtype: "message_changed" });
  await bring({ ...direct, channel: "C0GENERAL", channel_type: "channel", text: "empreste Dune" });
  await bring({ type: "reaction_added", user: ME, reaction: "heart", item: {} });
  await say("empreste Emma");
  expect((await told(1)).map(({ text }) => text)).toEqual(["Emprestei Emma."]);
  expect(done).toEqual(["lend Emma"]);
});

it("in a channel a mention is answered in its thread, once, whatever tells of it", async () => {
  const { bring, mention, told, done } = await start();
  await mention("empreste Dune", { ts: "1789000900.000200" });
  const same = { type: "message", channel_type: "channel", channel: CHANNEL, user: ME };
  await bring({ ...same, text: "<@U0B0T> empreste Dune", ts: "1789000900.000200" });
  await mention("empreste Emma", { ts: "1789000950.000200", thread_ts: "1789000900.000200" });
  const shown = await told(2, CHANNEL);
  expect(shown.map(({ text, thread }) => [text, thread])).toEqual([
    ["Emprestei Dune.", "1789000900.000200"],
    ["Emprestei Emma.", "1789000900.000200"],
  ]);
  expect(done).toEqual(["lend Dune", "lend Emma"]);
});

it("a question in a channel is answered by who was asked, and says how to answer in words", async () => {
  const { mention, choose, told, done, web } = await start();
  await mention("empreste dom");
  const [asked] = await told(1, CHANNEL);
  expect(asked?.text).toContain("Para responder por escrito, comece com <@U0B0T>.");
  await choose("Dom Quixote", "U0BIA");
  await expect
    .poll(() => web.seen)
    .toEqual([{ channel: CHANNEL, user: "U0BIA", text: "Esta pergunta é para outra pessoa." }]);
  expect(done).toEqual([]);
  await mention("a primeira", { thread_ts: asked?.thread });
  await told(2, CHANNEL);
  expect(done).toEqual(["lend dom machado"]);
});

it("what was asked in a thread of a direct chat is answered there", async () => {
  const { say, told } = await start();
  await say("leia Dune", { thread_ts: "1789000100.000200" });
  expect((await told(1))[0]?.thread).toBe("1789000100.000200");
});

it("what was chosen from is taken away, also when another process has sent it", async () => {
  const { say, told, choose, restart, web } = await start();
  await say("empreste dom");
  expect((await told(1))[0]?.how).toBe("buttons");
  await restart();
  await choose("Dom Casmurro");
  await told(2);
  await expect.poll(() => web.received[0]?.how).toBe("text");
  expect(web.received[0]?.text).toContain("Dom Casmurro");
});

it("files and what others have written are refused plainly", async () => {
  const { say, mention, told, done } = await start();
  await say("empreste Dune", {
    subtype: "file_share",
    files: [{ id: "F1", mimetype: "image/png" }],
  });
  await say("empreste Emma", { attachments: [{ is_share: true, text: "empreste Emma" }] });
  expect((await told(2)).map(({ text }) => text.slice(0, 30))).toEqual([
    "Por enquanto só leio texto. Es",
    "Recebi uma mensagem encaminhad",
  ]);
  await mention("empreste Dune", { files: [{ id: "F1", mimetype: "image/png" }] });
  expect((await told(1, CHANNEL))[0]?.text).toMatch(/^Por enquanto só leio texto/);
  expect(done).toEqual([]);
});

it("how an end of the link is given is told as people can write it here", async () => {
  const { room, say, told } = await start();
  const { store, clock } = room.turnDeps();
  const code = "abcdefghjkmnpqrstuvw";
  await store.recipients.offer({
    ...{ user_id: "ana", name: "Bia", self: false, shared: false },
    ...{ digest: linkCodeDigest(code) ?? "", expires_at: clock.now() + 60_000 },
  });
  await say(`start ${code}`);
  expect((await told(1))[0]?.text).toMatch(/Para parar, envie !stop\.$/);
});

it("people are answered in the language and the time zone that their Slack is set to", async () => {
  const { say, told, room } = await start();
  await say("que horas são?");
  const [answer] = await told(1);
  const now = room.turnDeps().clock.now();
  const inTokyo = (ms: number) =>
    new Date(now + ms).toLocaleTimeString("pt-BR", { timeZone: "Asia/Tokyo", timeStyle: "short" });
  expect([inTokyo(0), inTokyo(-60_000)].some((time) => answer?.text.includes(time))).toBe(true);
});

it("files are sent before the words, to the person's own conversation", async () => {
  const { say, told, web } = await start();
  await say("desenhe tudo");
  expect((await told(3)).map(({ how }) => how)).toEqual(["file", "file", "buttons"]);
  expect([...web.files.values()].every(({ bytes }) => (bytes?.length ?? 0) > 0)).toBe(true);
});

it("being busy is waited for, what may have arrived is not sent again, and no log holds a word of it", async () => {
  const { say, told, web, log } = await start();
  web.refuse("ratelimited", 429, 2);
  await say("leia Dune");
  expect((await told(1))[0]?.text).toBe("Li *Dune*.");
  web.refuse("internal_error", 200, 1);
  await say("leia Emma");
  await expect.poll(() => web.calls.filter((name) => name === "chat.postMessage").length).toBe(4);
  await say("leia Ulysses");
  expect((await told(2))[1]?.text).toBe("Li *Ulysses*.");
  expect(JSON.stringify(log)).not.toMatch(/Dune|Emma|xoxb|U0ANA/);
});

it("people and channels that are not listed are told once that they may not talk", async () => {
  const { say, mention, told, done } = await start({ allowed: [ME] });
  await mention("empreste Dune");
  await mention("empreste Emma");
  await say("leia Dune");
  await told(1);
  expect(await told(1, CHANNEL)).toHaveLength(1);
  expect(done).toEqual(["read Dune"]);
});

it.each([
  ["<@U0B0T> price of <https://a.example|a.example>", "price of a.example"],
  ["<@U0B0T|regente>  in <#C1|general> &lt;now&gt; &amp; here", "in #general <now> & here"],
  ["tell <@U2> and <!here> <https://a.example>", "tell @U2 and @here https://a.example"],
])("%s is read as people see it", (written, read) => {
  expect(readText(written, "U0B0T")).toBe(read);
});
