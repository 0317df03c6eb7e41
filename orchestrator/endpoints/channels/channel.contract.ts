import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import type { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { linkCodeDigest } from "../access/link-code.ts";
import type { archiveDomain } from "./archive.fixture.ts";
import type { OpenChannel } from "./open-channel.ts";

/** A channel over the archive's domain, and one person on it. */
export type TestedChannel = Pick<ReturnType<typeof archiveDomain>, "done" | "hold"> & {
  room: Awaited<ReturnType<typeof openTurnDeps>>;
  /** What the channel has logged. */
  log: readonly object[];
  account: string;
  /** The person's chat. */
  address: string;
  user_id: string;
  /** The person says it, and the channel brings it. */
  say(text: string): Promise<unknown>;
  /** As the channel would bring it under this name. */
  cameOf(id: string, text: string): Json;
  /** The person gives the command that brings a code, and the one that wants nothing more. */
  link(code: string): Promise<unknown>;
  stop(): Promise<unknown>;
  /** The person touches what was offered last, under this label. */
  choose(label: string): Promise<unknown>;
  /** The channel brings what it brought last once more. */
  bringAgain(): Promise<unknown>;
  /** What the person was told besides, where the channel can. */
  heard?(): readonly string[];
  /** What the chat has received, once there are so many. */
  told(count: number): Promise<{ text: string; labels: string[] }[]>;
  open(): Pick<OpenChannel, "post">;
  /** From now on the chat takes nothing. */
  refuse(): unknown;
  /** Waits for what is under way, and opens the channel in another process. */
  restart(): Promise<unknown>;
  close(): Promise<unknown>;
};

const CODE = "abcdefghjkmnpqrstuvw";

/** What every channel promises, whatever it is like outside. */
export function channelContract(what: string, open: () => Promise<TestedChannel>): void {
  describe(`${what} keeps the promises of a channel`, () => {
    let tested: TestedChannel;
    beforeEach(async ({ onTestFailed }) => {
      tested = await open();
      // A channel that fails mostly says why there.
      onTestFailed(() => console.error(tested.log));
    });
    afterEach(() => tested.close());

    const leaveBehind = async (text: string) => {
      const { room, account, cameOf } = tested;
      const place = { channel: account, kind: "update", keptMs: 60_000 };
      const gone = { name: "process-that-is-gone", isGone: async () => false };
      const named = { id: "500", digest: "", run_id: "run_500", said: cameOf("500", text) };
      const taken = await room.turnDeps().store.messages.take(place, named, gone);
      expect(taken.is).toBe("ours");
    };

    it("answers what is said, in order, each once", async () => {
      const { say, told, done } = tested;
      for (const title of ["Dune", "Emma", "Ulysses"]) await say(`empreste ${title}`);
      expect((await told(3)).map(({ text }) => text)).toEqual([
        "Emprestei Dune.",
        "Emprestei Emma.",
        "Emprestei Ulysses.",
      ]);
      expect(done).toEqual(["lend Dune", "lend Emma", "lend Ulysses"]);
    });

    it("does nothing again when a message is brought again, also to another process", async () => {
      const { say, told, done, bringAgain, restart } = tested;
      await say("empreste Dune");
      await told(1);
      await bringAgain();
      await restart();
      await bringAgain();
      await say("empreste Emma");
      await told(2);
      expect(done).toEqual(["lend Dune", "lend Emma"]);
    });

    it("offers the choices of a question, and takes one of them, once", async () => {
      const { say, told, done, choose } = tested;
      await say("empreste dom");
      const [asked] = await told(1);
      expect(asked?.labels).toEqual(["Dom Casmurro", "Dom Quixote"]);
      await Promise.all([choose("Dom Quixote"), choose("Dom Quixote")]);
      expect((await told(2))[1]?.text).toBe("Emprestei dom.");
      await say("empreste Emma");
      await expect.poll(() => done).toEqual(["lend dom cervantes", "lend Emma"]);
    });

    it("says so to whoever touches a choice of a question that is over", async () => {
      const { say, told, done, choose, heard } = tested;
      await say("empreste dom");
      await told(1);
      await say("a primeira");
      await told(2);
      await choose("Dom Quixote");
      const over = "Esta pergunta não está mais em aberto.";
      if (heard === undefined) expect((await told(3))[2]?.text).toBe(over);
      else await expect.poll(heard).toContain(over);
      expect(done).toEqual(["lend dom machado"]);
    });

    it("takes words for an answer as well, and keeps a question through a restart", async () => {
      const { say, told, done, restart } = tested;
      await say("empreste dom");
      await told(1);
      await restart();
      await say("a primeira");
      expect((await told(2))[1]?.text).toBe("Emprestei dom.");
      expect(done).toEqual(["lend dom machado"]);
    });

    it("does what cannot be undone after a yes", async () => {
      const { say, told, done, choose } = tested;
      await say("rasgue Dune");
      expect((await told(1))[0]?.labels).toEqual(["Sim", "Não"]);
      expect(done).toEqual([]);
      await choose("Sim");
      expect((await told(2))[1]?.text).toBe("Rasguei Dune.");
      expect(done).toEqual(["tear Dune"]);
    });

    it("takes a yes or a no in words, and takes back what was done when words ask for it", async () => {
      const { say, told, done } = tested;
      await say("rasgue Emma");
      await told(1);
      await say("não");
      await told(2);
      await say("rasgue Dune");
      await told(3);
      await say("sim");
      expect((await told(4))[3]?.text).toBe("Rasguei Dune.");
      await say("desfaz");
      expect((await told(5))[4]?.text).toContain("Remendei Dune.");
      expect(done).toEqual(["tear Dune", "mend Dune"]);
    });

    it("goes on with a message that a process was at when it died", async () => {
      const { told, done, restart } = tested;
      await leaveBehind("empreste Dune");
      await restart();
      expect((await told(1))[0]?.text).toBe("Emprestei Dune.");
      expect(done).toEqual(["lend Dune"]);
    });

    it("sends a long answer whole", async () => {
      const { say, told } = tested;
      await say("leia tomo");
      const isWhole = async (count: number): Promise<string> => {
        const text = (await told(count)).map((each) => each.text).join("");
        return text.includes("fim") ? text : isWhole(count + 1);
      };
      expect((await isWhole(1)).match(/palavra/g)).toHaveLength(1100);
    });

    it("is linked under a name by a code, and gets nothing for that name once it wants no more", async () => {
      const { room, told, link, stop, address } = tested;
      const { store, clock } = room.turnDeps();
      const offered = { user_id: "ana", name: "Bia", self: false, shared: false };
      const digest = linkCodeDigest(CODE) ?? "";
      await store.recipients.offer({ ...offered, digest, expires_at: clock.now() + 60_000 });
      await link(CODE);
      expect((await told(1))[0]?.text).toMatch(/^Pronto: este chat está vinculado como “Bia”/);
      const links = () => store.recipients.list({ user_id: "ana" });
      expect(await links()).toMatchObject([{ address, name: "Bia" }]);
      await stop();
      await told(2);
      expect(await links()).toEqual([]);
    });

    it("tells later where someone spoke, and says so when nothing could be sent", async () => {
      const { room, say, told, open: opened, refuse, address, user_id } = tested;
      await say("leia Dune");
      await told(1);
      const { recipients } = room.turnDeps().store;
      expect(await recipients.lastReached({ user_id })).toMatchObject({ address });
      expect(await opened().post(address, "Hora do remédio.")).toEqual({ status: "sent" });
      expect((await told(2))[1]?.text).toBe("Hora do remédio.");
      await refuse();
      expect(await opened().post(address, "Hora do remédio.")).toMatchObject({
        status: "not_sent",
      });
    });
  });
}
