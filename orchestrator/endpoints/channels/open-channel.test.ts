import { expect, it } from "vitest";
import { linkCodeDigest } from "../access/link-code.ts";
import { channelContract, type TestedChannel } from "./channel.contract.ts";
import { channelRoom } from "./channel-room.fixture.ts";
import { fakeChannel, type Letter } from "./fake-channel.fixture.ts";
import { openChannel } from "./open-channel.ts";

/** Ana, on a channel that is all in memory. */
async function openLetters() {
  const { driver, received, closed } = fakeChannel();
  const room = await channelRoom((deps, parts) => openChannel(driver, deps, parts));
  let written = 0;
  let last: Letter = { id: "", from: "ana" };
  const bring = async (brought: Letter) => {
    last = brought;
    await (await room.open().take(brought.id, brought))?.();
  };
  const write = (more: Partial<Letter>, from = "ana") =>
    bring({ id: String(++written), from, ...more });
  const chat = (to = "ana") => received.filter((each) => each.to === to);
  const tested: TestedChannel & { write: typeof write; chat: typeof chat } = {
    ...{ ...room, account: driver.account, address: "ana", user_id: "letters:ana", write, chat },
    say: (text) => write({ text }),
    cameOf: (id, text) => ({ id, from: "ana", text }),
    link: (code) => write({ text: `!link ${code}` }),
    stop: () => write({ text: "!stop" }),
    async choose(label) {
      const of = received.findLastIndex(({ labels }) => labels.includes(label));
      await write({ touched: { choice: received[of]?.choices.get(label) ?? "", of: String(of) } });
    },
    bringAgain: () => bring(last),
    told: async (count) => {
      await expect.poll(() => chat().length).toBeGreaterThanOrEqual(count);
      return chat();
    },
    refuse: () => void closed.add("ana"),
  };
  return tested;
}

const CODE = "abcdefghjkmnpqrstuvw";

channelContract("a channel in memory", openLetters);

it("a chat that may not talk to us is told so once, also after a restart", async () => {
  const letters = await openLetters();
  for (const text of ["oi", "oi?"]) await letters.write({ text }, "stranger");
  await letters.restart();
  await letters.write({ text: "oi!" }, "stranger");
  expect(letters.chat("stranger").map(({ text }) => text)).toEqual([
    "Este bot é particular: só responde aos chats que o dono dele autorizou.",
  ]);
  await letters.close();
});

it("where people may be written to for a day after they spoke, nothing is tried later", async () => {
  const letters = await openLetters();
  await letters.say("leia Dune");
  expect(await letters.open().post("ana", "Hora do remédio.")).toEqual({ status: "sent" });
  letters.room.pass(25 * 60 * 60 * 1000);
  expect(await letters.open().post("ana", "Hora do remédio.")).toMatchObject({
    status: "not_sent",
  });
  await letters.say("leia Emma");
  expect(await letters.open().post("ana", "Hora do remédio.")).toEqual({ status: "sent" });
  await letters.close();
});

it("a chat that may not talk to us can be linked, and is told that it only receives", async () => {
  const letters = await openLetters();
  const { store, clock } = letters.room.turnDeps();
  const digest = linkCodeDigest(CODE) ?? "";
  const offered = { user_id: "ana", name: "Bia", self: false, shared: false };
  await store.recipients.offer({ ...offered, digest, expires_at: clock.now() + 60_000 });
  await letters.write({ text: `!link ${CODE}` }, "stranger");
  expect(letters.chat("stranger").map(({ text }) => text)).toEqual([
    expect.stringMatching(/vinculado como “Bia” e recebe .* pelo Letters.*Ele só recebe/),
  ]);
  expect(await letters.open().post("stranger", "Hora do remédio.")).toEqual({ status: "sent" });
  await letters.close();
});

it.each([
  ["abcdefghjkmnpqrstuv", /^Este código não vale/],
  ["abc-123", /^Este código não vale/],
  ["welcome", /^Posso ajudar/],
])("%s behind the command that brings a code", async (argument, told) => {
  const letters = await openLetters();
  await letters.say(`!link ${argument}`);
  expect((await letters.told(1))[0]?.text).toMatch(told);
  await letters.close();
});
