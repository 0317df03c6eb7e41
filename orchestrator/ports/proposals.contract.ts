import { describe, expect, it } from "vitest";
import type { ExampleProposal } from "#shared/contracts/promotion.ts";
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

    it("go with their session, whatever was decided, and nobody else's do", async () => {
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
