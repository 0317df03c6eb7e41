import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { channelRoom } from "../channels/channel-room.fixture.ts";
import { openWidgetChannel, type Shown } from "./widget-channel.ts";

export const SHOP = "https://shop.example.org";
export const made = (bytes = 32) => randomBytes(bytes).toString("base64url");

/** A visitor's browser on a page of the shop, and the channel on a real desk with a real domain. */
export async function startWidget() {
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
