import type { ChatAddress, Recipient } from "#shared/contracts/recipient.ts";

type Owner = { user_id: string };

/** The user's own chat: a known one; or what a domain has been set up with, where only one person uses it. */
export type OwnChat = ChatAddress | "only_user";

/** Whom people may send to. Errors: StoreError */
export interface AddressBook {
  /** Everyone whom the user may send to by name; the own chat may be among them. */
  list(owner: Owner): Promise<readonly Recipient[]>;
  /** What "me" stands for; undefined where it is not known. */
  own(owner: Owner): Promise<OwnChat | undefined>;
}
