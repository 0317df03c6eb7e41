import { expect, it, onTestFinished } from "vitest";
import { LONG_LABELS } from "../channels/archive.fixture.ts";
import { channelContract, type TestedChannel } from "../channels/channel.contract.ts";
import { ME, SECRET, startWhatsapp } from "./whatsapp.fixture.ts";

channelContract("WhatsApp", async (): Promise<TestedChannel> => {
  const { meta, told, say, ...rest } = await startWhatsapp();
  return {
    ...{
      ...rest,
      say,
      account: "whatsapp:106540352242922",
      address: ME,
      user_id: `whatsapp:${ME}`,
    },
    cameOf: (id, body) => ({
      name: "Ana",
      message: {
        id: `wamid.${id}`,
        from: ME,
        timestamp: "1790000000",
        type: "text",
        text: { body },
      },
    }),
    link: (code) => say(`/start ${code}`),
    stop: () => say("/stop"),
    told: async (count) =>
      (await told(count)).map(({ text, choices }) => ({ text, labels: [...choices.keys()] })),
    refuse: () => void meta.refuse(131047),
  };
});

const start = async (...changes: Parameters<typeof startWhatsapp>) => {
  const whatsapp = await startWhatsapp(...changes);
  onTestFinished(() => whatsapp.close());
  return whatsapp;
};

it("the webhook is verified by its token alone", async () => {
  const { get } = await start();
  const right = await get("hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=1158201444");
  expect([right.status, await right.text()]).toEqual([200, "1158201444"]);
  const wrong = [
    "hub.mode=subscribe&hub.verify_token=other&hub.challenge=1",
    "hub.challenge=1",
    "hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=%3Cscript%3E",
  ];
  for (const query of wrong) expect((await get(query)).status).toBe(403);
});

it("what Meta has not signed, or is no notification, leads to nothing", async () => {
  const { knock, done } = await start();
  const body = JSON.stringify({ object: "whatsapp_business_account", entry: [] });
  expect((await knock(body, "sha256=00")).status).toBe(401);
  expect((await knock(body, "")).status).toBe(401);
  expect((await knock("{")).status).toBe(400);
  expect((await knock('{"object":"page","entry":[]}')).status).toBe(400);
  expect((await knock(body)).status).toBe(200);
  expect(done).toEqual([]);
  expect(SECRET.length).toBeGreaterThan(0);
});

it("several messages come in one notification, some of another number and some like nothing known", async () => {
  const { notify, told } = await start();
  const message = (id: string, body: string) => ({
    from: ME,
    id,
    timestamp: "1",
    type: "text",
    text: { body },
  });
  await notify({
    messages: [message("wamid.a", "leia Dune"), { odd: 1 }, message("wamid.b", "leia Emma")],
  });
  await notify({ metadata: { phone_number_id: "7" }, messages: [message("wamid.c", "leia Nada")] });
  expect((await told(2)).map(({ text }) => text)).toEqual(["Li *Dune*.", "Li *Emma*."]);
  expect((await told(2)).length).toBe(2);
});

it("up to three choices are buttons, more are a list, and either can be touched", async () => {
  const { say, told, choose } = await start();
  await say("leia Dune");
  const [answer] = await told(1);
  expect([answer?.how, [...(answer?.choices.keys() ?? [])]]).toEqual(["button", ["Não era isso"]]);
  await choose("Não era isso");
  expect((await told(2))[1]?.text).toBe("Anotado: não era isso. Obrigado por avisar.");
});

it("choices that are too long for buttons are rows that differ, with the whole text below", async () => {
  const { say, told, choose, done } = await start();
  await say("empreste atas");
  const [asked] = await told(1);
  expect(asked?.how).toBe("list");
  expect([...(asked?.choices.keys() ?? [])]).toEqual([
    "Atas da reunião com o c…",
    "Atas da reunião com o  2",
  ]);
  expect(asked?.below).toEqual(LONG_LABELS);
  await choose("Atas da reunião com o  2");
  expect((await told(2))[1]?.text).toBe("Emprestei atas.");
  expect(done).toEqual(["lend atas 1"]);
});

it("media, notes and hearts are refused plainly or left alone", async () => {
  const { bring, told, done } = await start();
  await bring({ type: "reaction", reaction: { message_id: "wamid.x", emoji: "👍" } });
  await bring({
    type: "audio",
    audio: { mime_type: "audio/ogg", sha256: "x", id: "1", voice: true },
  });
  await bring({
    type: "image",
    image: { caption: "empreste Dune", mime_type: "image/jpeg", id: "2" },
  });
  await bring({ type: "text", text: { body: "empreste Emma" }, context: { forwarded: true } });
  const told3 = await told(3);
  expect(told3.map(({ text }) => text.slice(0, 30))).toEqual([
    "Por enquanto só leio texto. Es",
    "Por enquanto só leio texto. Es",
    "Recebi uma mensagem encaminhad",
  ]);
  expect(done).toEqual([]);
});

it("files are sent before the words, pictures as pictures", async () => {
  const { say, told, meta } = await start();
  await say("desenhe tudo");
  const shown = await told(3);
  expect(shown.map(({ how }) => how)).toEqual(["image", "document", "button"]);
  expect(meta.files.size).toBe(2);
});

it("being busy is waited for, and what was not delivered is in the log without a word of it", async () => {
  const { say, told, meta, notify, log, logged } = await start();
  meta.refuse(130429, 429, 2);
  await say("leia Dune");
  expect((await told(1))[0]?.text).toBe("Li *Dune*.");
  await notify({
    statuses: [
      {
        id: "wamid.out1",
        status: "failed",
        timestamp: "1",
        recipient_id: ME,
        errors: [{ code: 131026, title: "Message undeliverable" }],
      },
      { id: "wamid.out1", status: "read" },
    ],
  });
  expect(await logged("WhatsApp did not deliver a message")).toMatchObject({
    fields: { code: 131026 },
  });
  expect(JSON.stringify(log)).not.toMatch(/Dune|EAAG|5511987654321/);
});

it("more than a day after someone wrote nothing is tried, and it is said why", async () => {
  const { say, told, open, room } = await start();
  await say("leia Dune");
  await told(1);
  room.pass(25 * 60 * 60 * 1000);
  expect(await open().post(ME, "Hora do remédio.")).toEqual({
    status: "not_sent",
    detail: "the chat has not spoken for longer than it may be written to",
  });
});

it("numbers that are not listed are told once that they may not talk", async () => {
  const { say, told, done } = await start({ allowedNumbers: [ME] });
  await say("empreste Dune", "4670123");
  await say("empreste Emma", "4670123");
  await say("leia Dune");
  await told(1);
  expect((await told(1, "4670123")).map(({ text }) => text)).toHaveLength(1);
  expect(done).toEqual(["read Dune"]);
});
