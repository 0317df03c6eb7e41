import { describe, expect, it } from "vitest";
import type { HeldMessage, MessagePlace, TakenMessage, Taker } from "./message-store.ts";
import type { TestedStore } from "./stores.fixture.ts";

const place: MessagePlace = { channel: "post:1", kind: "letter", keptMs: 60_000 };
const letter = { id: "7", digest: "d1", run_id: "run_1" };
const said = { text: "vai chover? \u0000 \ud83d" };

/** A process to which those of these names are gone. */
const process = (name: string, ...gone: string[]): Taker => ({
  name,
  isGone: async (other) => gone.includes(other),
});
const [one, two] = [process("one"), process("two", "one")];

function ours(taken: TakenMessage): HeldMessage {
  if (taken.is !== "ours") throw new Error(`it is ${taken.is}`);
  return taken.message;
}

/** The part of storeContract about messages that may come again. */
export function messagesContract(tested: TestedStore): void {
  describe("messages", () => {
    const take = (by = one, changes: Partial<typeof letter & { said: typeof said }> = {}) =>
      tested.store.messages.take(place, { ...letter, ...changes }, by);

    it("are in one hand, however many reach for them at once", async () => {
      const taken = await Promise.all(
        [one, process("two"), process("three")].map((by) => take(by)),
      );
      expect(taken.map(({ is }) => is).toSorted()).toEqual(["ours", "under_way", "under_way"]);
      await tested.reopen();
      expect((await take(process("four"))).is).toBe("under_way");
    });

    it("are answered as they were before, in every process and after reopening", async () => {
      await ours(await take()).answered({ status: 200, body: said });
      await tested.reopen();
      const answer = { status: 200, body: said };
      for (const by of [one, two]) expect(await take(by)).toEqual({ is: "answered", answer });
    });

    it("of a user who is forgotten stay answered, and no one knows with what", async () => {
      const users = { id: "9", digest: "d1", run_id: "run_9", user_id: "ana" };
      await ours(await tested.store.messages.take(place, users, one)).answered({ body: said });
      await ours(await take()).answered("of no user");
      await tested.store.personal.forget({ user_id: "ana" });
      const again = await tested.store.messages.take(place, users, two);
      expect(again).toEqual({ is: "answered", answer: null });
      expect(await take()).toEqual({ is: "answered", answer: "of no user" });
    });

    it("that say something else under the same name are others", async () => {
      const message = ours(await take());
      expect(await take(one, { digest: "d2" })).toEqual({ is: "another" });
      await message.answered("done");
      expect(await take(two, { digest: "d2" })).toEqual({ is: "another" });
      expect((await take(one, { id: "8", digest: "d2" })).is).toBe("ours");
    });

    it("of a process that is gone go on with all that it has noted, in one of those who see it", async () => {
      const message = ours(await take());
      expect(message).toMatchObject({ run_id: "run_1", again: false });
      await message.uses("q1");
      await message.leadsTo({ run_id: "run_0", waited_at: 5 });
      await tested.reopen();
      const taken = await Promise.all(
        [two, process("three", "one")].map((by) => take(by, { run_id: "run_2" })),
      );
      const [next] = taken.flatMap((each) => (each.is === "ours" ? [each.message] : []));
      expect(taken.map(({ is }) => is).toSorted()).toEqual(["ours", "under_way"]);
      const ledTo = { run_id: "run_0", waited_at: 5 };
      expect(next).toMatchObject({ run_id: "run_1", again: true, question: "q1", ledTo });
    });

    it("that were let go of are taken by whoever comes next, also the same process", async () => {
      await ours(await take()).letGo();
      const next = ours(await take(process("two")));
      expect(next.again).toBe(true);
      await next.letGo();
      expect((await take()).is).toBe("ours");
    });

    it("count as never sent once they are forgotten", async () => {
      await ours(await take()).forget();
      expect(ours(await take(two, { digest: "d2", run_id: "run_2" }))).toMatchObject({
        ...{ run_id: "run_2", again: false },
      });
    });

    it("are new again when their time is over", async () => {
      const brief = { ...place, keptMs: -1 };
      await ours(await tested.store.messages.take(brief, letter, one)).answered("done");
      expect((await take(two)).is).toBe("ours");
    });

    it("that no one sends again are taken over with what they say, each once, until they are answered", async () => {
      const { messages } = tested.store;
      for (const id of ["1", "2", "3"]) await take(one, { id, said });
      ours(await take(process("here"), { id: "4", said }));
      await ours(await take(process("here"), { id: "5", said })).letGo();
      await take(one, { id: "6" });
      await ours(await take(process("gone"), { id: "7", said })).answered(null);
      await messages.take({ ...place, kind: "box" }, { ...letter, id: "8", said }, one);
      const taken = await Promise.all(
        [two, process("three", "one")].map((by) => messages.takeOver(place, by)),
      );
      expect(taken.flat().map(({ id }) => id)).toHaveLength(4);
      const all = taken.flat().toSorted((a, b) => a.id.localeCompare(b.id));
      expect(all.map(({ id }) => id)).toEqual(["1", "2", "3", "5"]);
      for (const each of all) expect(each).toMatchObject({ said, message: { again: true } });
      await all[0]?.message.answered(null);
      expect(await take(two, { id: "1" })).toEqual({ is: "answered", answer: null });
    });

    it("that an earlier version has kept are known, and gone on with", async () => {
      const { channels, messages } = tested.store;
      const kept = { channel: "post:1", kind: "letter", expires_at: Date.now() + 60_000 };
      const before = { digest: "d1", run_id: "run_0", holder: "one", attempt: 0, result: null };
      await channels.put({ ...kept, id: "7", note: before });
      const body = { status: 200, type: "text/plain", body: "ok" };
      await channels.put({ ...kept, id: "8", note: { ...before, result: body } });
      expect(ours(await take(two))).toMatchObject({ run_id: "run_0", again: true });
      expect(await take(two, { id: "8" })).toEqual({ is: "answered", answer: body });
      const begun = { run_id: "run_5", question: { id: "q1" } };
      await channels.put({ ...kept, id: "10", note: { owner: "one", begun, update: said } });
      await channels.put({ ...kept, id: "11", note: { owner: "one", update: said } });
      await channels.put({ ...kept, id: "12", note: { owner: "one", update: said } });
      // Another process of that version has this one already.
      const claimed = { ...kept, kind: "taken_over", note: null };
      await channels.claim({ ...claimed, id: "12 of one" }, Date.now());
      const taken = await messages.takeOver(place, two);
      expect(taken).toMatchObject([
        { id: "10", said, message: { run_id: "run_5", question: "q1", again: true } },
        { id: "11", said, message: { again: true } },
      ]);
    });
  });
}
