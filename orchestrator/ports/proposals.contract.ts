import { describe, expect, it } from "vitest";
import type { ExampleProposal, UnclearSentence, WrongTurn } from "#shared/contracts/promotion.ts";
import { ana, bia, type TestedStore } from "./stores.fixture.ts";

const someProposal = (changes: Partial<ExampleProposal> = {}): ExampleProposal => ({
  ...ana,
  id: "p1",
  run_id: "run_1",
  domain: "weather",
  goal: "GET_FORECAST",
  locale: "en",
  text: "anything from above in \\Recife\0?",
  example: "anything from above in [\\Recife\0](place_text)?",
  unmarked: [],
  solved_by: "model",
  created_at: 1000,
  ...changes,
});

const someSentence = (changes: Partial<UnclearSentence> = {}): UnclearSentence => ({
  ...ana,
  id: "u1",
  run_id: "run_1",
  locale: "pt-BR",
  text: "faz um café",
  offered: ["kitchen.BAKE"],
  created_at: 1000,
  ...changes,
});

const someWrong = (changes: Partial<WrongTurn> = {}): WrongTurn => ({
  ...ana,
  ...{ id: "w1", run_id: "run_1", locale: "en", text: "no\0 rain?", tier: "template" },
  ...{ confidence: 0.99, goals: [], outcome: "understood", comment: "", created_at: 1000 },
  ...changes,
});

/** The part of storeContract about sentences that may become examples. */
export function proposalsContract(tested: TestedStore): void {
  describe("proposed examples", () => {
    it("wait, of every owner, the newest first, also after reopening", async () => {
      tested.store.proposals.propose(someProposal());
      tested.store.proposals.propose(someProposal({ ...bia, id: "p2", created_at: 2000 }));
      await tested.reopen();
      const { proposals } = tested.store;
      expect(await proposals.waiting(10)).toEqual([
        someProposal({ ...bia, id: "p2", created_at: 2000 }),
        someProposal(),
      ]);
      expect(await proposals.waiting(1)).toHaveLength(1);
      expect(await proposals.find("p1")).toEqual(someProposal());
      expect(await proposals.find("p3")).toBeUndefined();
    });

    it("are proposed once: the first one stays", async () => {
      const { proposals } = tested.store;
      proposals.propose(someProposal());
      proposals.propose(someProposal({ run_id: "run_2", created_at: 2000 }));
      expect(await proposals.waiting(10)).toEqual([someProposal()]);
    });

    it("are decided on by exactly one, and do not come back", async () => {
      const { proposals } = tested.store;
      proposals.propose(someProposal());
      const decisions = ["accepted", "rejected", "accepted"] as const;
      const won = await Promise.all(decisions.map((each) => proposals.decide(ana, "p1", each)));
      expect(won.filter(Boolean)).toHaveLength(1);
      proposals.propose(someProposal());
      expect(await proposals.waiting(10)).toEqual([]);
      expect(await proposals.find("p1")).toBeUndefined();
    });

    it("are withdrawn by their owner only, and only while they wait", async () => {
      const { proposals } = tested.store;
      proposals.propose(someProposal());
      proposals.withdraw(bia, "p1");
      expect(await proposals.waiting(10)).toHaveLength(1);
      proposals.withdraw(ana, "p1");
      expect(await proposals.waiting(10)).toEqual([]);
      proposals.propose(someProposal());
      await proposals.decide(ana, "p1", "rejected");
      proposals.withdraw(ana, "p1");
      proposals.propose(someProposal());
      expect(await proposals.waiting(10)).toEqual([]);
    });

    it("have what was called wrong beside them, each once, until it is decided on", async () => {
      const { proposals } = tested.store;
      await proposals.noteWrong(someWrong());
      await proposals.noteWrong(someWrong({ comment: "again" }));
      await proposals.noteWrong(someWrong({ id: "w2", created_at: 2000 }));
      await tested.reopen();
      const again = tested.store.proposals;
      expect((await again.wrong(10)).map(({ id }) => id)).toEqual(["w2", "w1"]);
      expect(await again.findWrong("w1")).toEqual(someWrong());
      expect(await again.findUnclear("w1")).toBeUndefined();
      expect(await again.decide(ana, "w1", "rejected")).toBe(true);
      again.withdraw(ana, "w2");
      expect(await again.wrong(10)).toEqual([]);
    });

    it("have what was not understood beside them, each once, until it is decided on or clear", async () => {
      const { proposals } = tested.store;
      proposals.propose(someProposal());
      for (const id of ["u1", "u2", "u3"]) proposals.noteUnclear(someSentence({ id }));
      proposals.noteUnclear(someSentence({ id: "u1", created_at: 2000 }));
      await tested.reopen();
      const again = tested.store.proposals;
      expect((await again.unclear(10)).map(({ id }) => id)).toEqual(["u1", "u2", "u3"]);
      expect(await again.unclear(1)).toEqual([someSentence({ id: "u1" })]);
      expect((await again.waiting(10)).map(({ id }) => id)).toEqual(["p1"]);
      again.withdraw(ana, "u1");
      expect(await again.decide(ana, "u2", "rejected")).toBe(true);
      expect(await again.findUnclear("u2")).toBeUndefined();
      expect(await again.findUnclear("u3")).toEqual(someSentence({ id: "u3" }));
      await again.forget(ana);
      expect(await again.unclear(10)).toEqual([]);
    });

    it("do not keep what was not understood for longer than 30 days", async () => {
      const { proposals } = tested.store;
      const days = (count: number) => count * 24 * 3_600_000;
      proposals.noteUnclear(someSentence({ id: "old", created_at: 0 }));
      proposals.noteUnclear(someSentence({ id: "new", created_at: days(30) }));
      expect(await proposals.unclear(10)).toHaveLength(2);
      proposals.noteUnclear(someSentence({ id: "newest", created_at: days(31) }));
      expect((await proposals.unclear(10)).map(({ id }) => id)).toEqual(["newest", "new"]);
    });

    it("go with their session, whatever was decided, and no one else's do", async () => {
      const { proposals } = tested.store;
      proposals.propose(someProposal());
      proposals.propose(someProposal({ id: "p2" }));
      proposals.propose(someProposal({ id: "p3", session_id: "s2" }));
      proposals.propose(someProposal({ ...bia, id: "p4" }));
      await proposals.decide(ana, "p2", "rejected");
      await proposals.forget(ana);
      expect((await proposals.waiting(10)).map(({ id }) => id).sort()).toEqual(["p3", "p4"]);
      proposals.propose(someProposal({ id: "p2" }));
      expect(await proposals.find("p2")).toBeDefined();
    });
  });
}
