import type { Reason } from "#shared/messages/reason.ts";
/** What tells of a change of a domain's files while one works on it. */
export type Review = {
  /** The manifests as they are now: what the next change is compared with. Rejects for a bootstrap file that is wrong. */
  remember(): Promise<void>;
  /** What is wrong with the files of a domain's manifest as they are now; undefined: nothing that keeps it from coming into force. */
  faultOf(domain: string): Promise<Reason | string | undefined>;
  /** Tells what the change brought: findings that are new or gone, and sentences that lead elsewhere. The newest call counts. */
  tell(domain: string): Promise<void>;
  close(): void;
};
