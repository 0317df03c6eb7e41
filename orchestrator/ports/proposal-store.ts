import type { ExampleProposal, UnclearSentence, WrongTurn } from "#shared/contracts/promotion.ts";

type Owner = Pick<ExampleProposal, "user_id">;
type SessionKey = Pick<ExampleProposal, "user_id" | "session_id">;

/** Sentences that may become examples. They are their user's; whoever keeps the domains sees and decides on all. */
export interface ProposalStore {
  /** Batched. One that is there stays as it is, whether it waits or was decided on. */
  propose(proposal: ExampleProposal): void;
  /** Batched: a sentence that was not understood. One that is there stays as it is; what is 30 days older goes. */
  noteUnclear(sentence: UnclearSentence): void;
  /** Batched: it was no good after all, or is clear by now. What was decided on stays so. */
  withdraw(owner: Owner, id: string): void;
  /** A turn that its user called wrong. One that is there stays as it is, whether it waits or was decided on. */
  noteWrong(turn: WrongTurn): Promise<void>;
  /** What was called wrong, of every owner: the newest first, at most 500. */
  wrong(limit: number): Promise<WrongTurn[]>;
  findWrong(id: string): Promise<WrongTurn | undefined>;
  /** What waits, of every owner: the newest first, at most 500. */
  waiting(limit: number): Promise<ExampleProposal[]>;
  /** What was not understood, of every owner: the newest first, at most 500. */
  unclear(limit: number): Promise<UnclearSentence[]>;
  /** undefined for one that does not wait. */
  find(id: string): Promise<ExampleProposal | undefined>;
  findUnclear(id: string): Promise<UnclearSentence | undefined>;
  /**
   * Ends the waiting: the sentence itself is not kept any longer, only that it was decided on. True for exactly one
   * caller, also across processes.
   */
  decide(owner: Owner, id: string, decision: "accepted" | "rejected"): Promise<boolean>;
  /** Everything of one session, decided on or not. */
  forget(key: SessionKey): Promise<void>;
}
