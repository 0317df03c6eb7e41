import { describe, expect, it } from "vitest";
import type { Recipient } from "#shared/contracts/recipient.ts";
import type { OfferedLink } from "./recipient-store.ts";
import { ana, bia, type TestedStore } from "./stores.fixture.ts";

const someRecipient = (changes: Partial<Recipient> = {}): Recipient => ({
  id: "rcp_1",
  user_id: "ana",
  name: "Meu \\ pai",
  self: false,
  shared: false,
  channel: "telegram:7",
  address: "42",
  title: "João",
  created_at: 1000,
  ...changes,
});
const someLink = (changes: Partial<OfferedLink> = {}): OfferedLink => ({
  digest: "d1",
  user_id: "ana",
  name: "pai",
  self: false,
  shared: false,
  expires_at: 2000,
  ...changes,
});
const chat = { channel: "telegram:7", address: "42" };

/** The part of storeContract about whom people may send to. */
export function recipientsContract(tested: TestedStore): void {
  describe("recipients", () => {
    it("are their user's alone, the oldest first, also after reopening", async () => {
      const later = someRecipient({ id: "rcp_2", name: "Ana", created_at: 2000 });
      await tested.store.recipients.put(later);
      await tested.store.recipients.put(someRecipient());
      await tested.reopen();
      expect(await tested.store.recipients.list(ana)).toEqual([someRecipient(), later]);
      expect(await tested.store.recipients.list(bia)).toEqual([]);
    });

    it("are everybody's when they are shared, and only their user's to remove", async () => {
      const { recipients } = tested.store;
      await recipients.put(someRecipient({ shared: true }));
      expect(await recipients.list(bia)).toEqual([someRecipient({ shared: true })]);
      expect(await recipients.remove(bia, "rcp_1")).toBe(false);
      expect(await recipients.remove(ana, "rcp_1")).toBe(true);
      expect(await recipients.remove(ana, "rcp_1")).toBe(false);
      expect(await recipients.list(bia)).toEqual([]);
    });

    it("take another name under the same id", async () => {
      const { recipients } = tested.store;
      await recipients.put(someRecipient());
      await recipients.put(someRecipient({ name: "Papai" }));
      expect(await recipients.list(ana)).toEqual([someRecipient({ name: "Papai" })]);
    });

    it("end with their chat's word, whoever linked it, and no other chat's do", async () => {
      const { recipients } = tested.store;
      const other = someRecipient({ id: "rcp_2", address: "43" });
      await recipients.put(someRecipient());
      await recipients.put(someRecipient({ user_id: "bia" }));
      await recipients.put(other);
      await recipients.reached(ana, chat);
      expect((await recipients.leave(chat)).map(({ user_id }) => user_id).sort()).toEqual([
        "ana",
        "bia",
      ]);
      expect(await recipients.list(bia)).toEqual([]);
      expect(await recipients.list(ana)).toEqual([other]);
      expect(await recipients.lastReached(ana)).toBeUndefined();
    });

    it("follow a chat to its new address", async () => {
      const { recipients } = tested.store;
      await recipients.put(someRecipient());
      await recipients.reached(ana, chat);
      await recipients.moved(chat, "-100");
      expect(await recipients.list(ana)).toEqual([someRecipient({ address: "-100" })]);
      expect(await recipients.lastReached(ana)).toMatchObject({ address: "-100" });
    });
  });

  describe("codes to link by", () => {
    it("are taken by exactly one, also after reopening", async () => {
      await tested.store.recipients.offer(someLink());
      await tested.reopen();
      const { recipients } = tested.store;
      const taken = await Promise.all([1, 2, 3].map(() => recipients.accept("d1", 1000)));
      expect(taken.filter((each) => each !== undefined)).toEqual([someLink()]);
      expect(await recipients.accept("d1", 1000)).toBeUndefined();
    });

    it("end at their time, and an unknown one is none", async () => {
      const { recipients } = tested.store;
      await recipients.offer(someLink());
      expect(await recipients.accept("d2", 1000)).toBeUndefined();
      expect(await recipients.accept("d1", 2000)).toBeUndefined();
    });
  });

  describe("where people were last reached", () => {
    it("is the last place, and the last of each channel", async () => {
      const { recipients } = tested.store;
      expect(await recipients.lastReached(ana)).toBeUndefined();
      await recipients.reached(ana, chat);
      const letters = { channel: "letters", address: "ana" };
      await recipients.reached(ana, letters);
      expect(await recipients.lastReached(ana)).toEqual(letters);
      expect(await recipients.lastReached(ana, chat.channel)).toEqual(chat);
      expect(await recipients.lastReached(ana, "pigeons")).toBeUndefined();
      expect(await recipients.lastReached(bia)).toBeUndefined();
      await recipients.leave(chat);
      expect(await recipients.lastReached(ana, chat.channel)).toBeUndefined();
    });
  });
}
