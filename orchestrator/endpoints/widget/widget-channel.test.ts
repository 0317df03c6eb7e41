import { hash, randomBytes } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { channelContract, type TestedChannel } from "../channels/channel.contract.ts";
import { channelRoom } from "../channels/channel-room.fixture.ts";
import { openWidgetChannel, type Shown } from "./widget-channel.ts";

channelContract("a page's widget", async (): Promise<TestedChannel> => {
  const { visitor, ask, told, say, ...rest } = await startWidget();
  const address = hash("sha256", visitor, "base64url").slice(0, 22);
  return {
    ...{ ...rest, say, address, account: "widget:1", user_id: `widget:${address}` },
    cameOf: (id, text) => ({ id, visitor: address, lang: "pt-BR", text }),
    link: (code) => say(`/start ${code}`),
    stop: () => say("/stop"),
    told: async (count) =>
      (await told(count)).map(({ text, choices }) => ({
        text,
        labels: choices.flat().map(({ label }) => label),
      })),
    refuse: () => ask("/v1/widget/forget", {}),
  };
});

const start = async () => {
  const widget = await startWidget();
  onTestFinished(() => widget.close());
  return widget;
};

it("only pages of the listed origins are answered; another is told that it is refused, and named in the log once", async () => {
  const { ask, done, log } = await start();
  const what = { id: made(), text: "empreste Dune" };
  for (const origin of [
    "https://evil.example",
    "https://shop.example.org.evil.example",
    "null",
    "http://shop.example.org",
  ]) {
    const refused = await ask("/v1/widget/say", what, { origin });
    expect([refused.status, await refused.text()]).toEqual([403, ""]);
    // Else its script could not tell a refusal from a lost connection.
    expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
    await ask("/v1/widget/receive", { after: 0 }, { origin });
  }
  expect(done).toEqual([]);
  expect(log.map(({ fields }) => fields)).toEqual([
    { origin: "https://evil.example" },
    { origin: "https://shop.example.org.evil.example" },
    { origin: "null" },
    { origin: "http://shop.example.org" },
  ]);
  for (let more = 0; more < 200; more++)
    await ask("/v1/widget/receive", { after: 0 }, { origin: `https://${more}.example` });
  expect(log).toHaveLength(100);
  const preflight = await ask("/v1/widget/say", what, { method: "OPTIONS" });
  expect(preflight.headers.get("access-control-allow-origin")).toBe(SHOP);
  expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type");
});

it("what a page shows is there again when it is loaded again, with what the visitor said", async () => {
  const { say, told, ask, restart } = await start();
  await say("leia Dune");
  await told(1);
  await restart();
  const again = (await (await ask("/v1/widget/receive", { after: 0 })).json()) as {
    messages: { from: string; text: string }[];
    open: number[];
  };
  expect(again.messages.map(({ from, text }) => `${from}: ${text}`)).toEqual([
    "you: leia Dune",
    "us: Li Dune.",
  ]);
  expect(again.open).toHaveLength(1);
});

it("no visitor sees or answers what is another's", async () => {
  const { say, told, ask, done } = await start();
  await say("rasgue Dune");
  const [asked] = await told(1);
  const choice = asked?.choices.flat()[0]?.choice;
  const other = made();
  await ask("/v1/widget/say", {
    visitor: other,
    id: made(),
    choice,
    ref: String(asked?.seq),
    lang: "pt-BR",
  });
  await ask("/v1/widget/say", { visitor: other, id: made(), text: "sim", lang: "pt-BR" });
  await say("leia Emma");
  await told(2);
  expect(done).toEqual(["read Emma"]);
});

it("a conversation that is deleted is gone, here and in the session", async () => {
  const { say, told, ask, room, visitor } = await start();
  await say("leia Dune");
  await told(1);
  expect((await ask("/v1/widget/forget", {})).status).toBe(204);
  const user = `widget:${hash("sha256", visitor, "base64url").slice(0, 22)}`;
  const { conversations } = room.turnDeps().store;
  expect(await conversations.load({ user_id: user, session_id: user })).toBeUndefined();
});

it.each([
  ["no secret", { visitor: "me", id: "0123456789abcdef", text: "oi" }],
  ["a field too many", { id: "0123456789abcdef", text: "oi", admin: true }],
  ["no name of the message", { text: "oi" }],
  ["more than a message holds", { id: "0123456789abcdef", text: "x".repeat(9000) }],
])("%s is refused", async (_what, body) => {
  const { ask } = await start();
  expect((await ask("/v1/widget/say", body)).status).toBe(400);
});

it("one address may not say more than a hundred and twenty things a minute", async () => {
  const { ask } = await start();
  const statuses = new Set<number>();
  for (let count = 0; count < 130; count++)
    statuses.add((await ask("/v1/widget/say", { text: "" })).status);
  expect([...statuses]).toEqual([400, 429]);
  expect((await ask("/v1/widget/say", { text: "" }, { from: "203.0.113.8" })).status).toBe(400);
});

it("the script fits in 15 kB and evaluates nothing", async () => {
  const { ask } = await start();
  const response = await ask(
    "/widget.js",
    {},
    { method: "GET", origin: "https://anywhere.example" },
  );
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(15_000);
  expect(text).not.toMatch(
    /innerHTML|insertAdjacentHTML|eval\(|new Function|document\.write|style=/,
  );
});

const SHOP = "https://shop.example.org";
const made = (bytes = 32) => randomBytes(bytes).toString("base64url");

/** A visitor's browser on a page of the shop, and the channel on a real desk with a real domain. */
async function startWidget() {
  const room = await channelRoom((deps, parts) =>
    openWidgetChannel({ origins: [SHOP] }, deps, parts),
  );
  const visitor = made();
  let last: object = {};
  const ask = (
    path: string,
    body: object,
    { origin = SHOP, method = "POST", from = "203.0.113.7" } = {},
  ) =>
    room.open().handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { origin, "content-type": "application/json" },
        ...(method === "POST" && { body: JSON.stringify({ visitor, ...body }) }),
      }),
      from,
    );
  const send = (what: object) => {
    last = { id: made(), lang: "pt-BR", ...what };
    return ask("/v1/widget/say", last);
  };
  /** Everything that the page shows of us, whether or not it was there before. */
  const shown: Shown[] = [];
  const look = async () => {
    const response = await ask("/v1/widget/receive", { after: shown.at(-1)?.seq ?? 0 });
    const { messages } = (await response.json()) as { messages: Shown[] };
    shown.push(...messages);
    return shown.filter(({ from }) => from === "us");
  };
  return {
    ...room,
    ...{ visitor, shown, ask, send, look },
    say: (text: string) => send({ text }),
    async choose(label: string) {
      const offers = shown.flatMap(({ seq, choices }) =>
        choices.flat().map((each) => ({ ...each, seq })),
      );
      const offer = offers.findLast((each) => each.label === label);
      await send({ choice: offer?.choice ?? "", ref: String(offer?.seq ?? "") });
    },
    bringAgain: () => ask("/v1/widget/say", last),
    told: async (count: number) => {
      let ours = shown.filter(({ from }) => from === "us");
      while (ours.length < count) ours = await look();
      expect(ours.length).toBeGreaterThanOrEqual(count);
      return ours;
    },
  };
}
