import { afterEach, beforeEach, expect, it } from "vitest";
import { type Started, startChannel } from "../endpoints/telegram/telegram.fixture.ts";
import type { Delivery } from "../ports/delivery.ts";
import { openDelivery } from "./open-delivery.ts";

let channel: Started;
let delivery: Delivery;
const ana = { user_id: "ana" };
const pai = {
  ...{ id: "rcp_1", user_id: "ana", name: "pai", self: false, shared: false, title: "João" },
  ...{ channel: "telegram", address: "43", created_at: 1 },
};
beforeEach(async () => {
  channel = await startChannel({ users: "42=ana" });
  const { recipients } = channel.room.turnDeps().store;
  await recipients.put(pai);
  delivery = openDelivery(recipients, channel.open());
});
afterEach(() => channel.close());
const recipient = { to: "recipient", id: "rcp_1" } as const;
const last = { to: "last_reached" } as const;

it("sends a text to a recipient of the user, without link previews", async () => {
  expect(await delivery.deliver(ana, recipient, "oi https://a.example")).toEqual({
    status: "sent",
    channel: "telegram",
    name: "pai",
  });
  expect((await channel.messages(1, 43))[0]?.text).toBe("oi https://a.example");
  const call = channel.telegram.calls.find(({ method }) => method === "sendMessage");
  expect(call?.params["link_preview_options"]).toMatchObject({ is_disabled: true });
});

it("sends nothing to someone else's recipient, nor to one whose chat has stopped it", async () => {
  const unknown = { status: "not_sent", reason: "unknown_recipient", detail: "" };
  expect(await delivery.deliver({ user_id: "bia" }, recipient, "oi")).toEqual(unknown);
  await channel.telegram.say("/stop", { from: { id: 43, first_name: "João" } });
  await channel.messages(1, 43);
  expect(await delivery.deliver(ana, recipient, "oi")).toEqual(unknown);
});

it("sends to where the user last spoke, and nowhere where they never did", async () => {
  expect(await delivery.deliver(ana, last, "oi")).toMatchObject({ reason: "never_reached" });
  await channel.telegram.say("leia Dune");
  await channel.messages(1);
  expect(await delivery.deliver(ana, last, "lembrete")).toMatchObject({ status: "sent", name: "" });
  expect((await channel.messages(2))[1]?.text).toBe("lembrete");
});

it("says what Telegram refuses, and that there is no bot", async () => {
  channel.telegram.block(43);
  expect(await delivery.deliver(ana, recipient, "oi")).toMatchObject({ reason: "refused" });
  const none = openDelivery(channel.room.turnDeps().store.recipients, undefined);
  expect(await none.deliver(ana, recipient, "oi")).toMatchObject({ reason: "no_channel" });
});
