import type { ExampleProposal } from "#shared/contracts/promotion.ts";

type Owner = Pick<ExampleProposal, "user_id">;
type SessionKey = Pick<ExampleProposal, "user_id" | "session_id">;

/** Sentences that may become examples. They are their user's; whoever keeps the domains sees and decides on all. */
export interface ProposalStore {
  /** Batched. One that is there stays as it is, whether it waits or was decided on. */
  propose(proposal: ExampleProposal): void;
  /** Batched: it was no good after all. What was decided on stays so. */
  withdraw(owner: Owner, id: string): void;
  /** What waits, of every owner: the newest first, at most 500. */
  waiting(limit: number): Promise<ExampleProposal[]>;
  /** undefined for one that does not wait. */
  find(id: string): Promise<ExampleProposal | undefined>;
  /**
   * Ends the waiting: the sentence itself is not kept any longer, only that it was decided on. True for exactly one
   * caller, also across processes.
   */
  decide(owner: Owner, id: string, decision: "accepted" | "rejected"): Promise<boolean>;
  /** Everything of one session, decided on or not. */
  forget(key: SessionKey): Promise<void>;
}
