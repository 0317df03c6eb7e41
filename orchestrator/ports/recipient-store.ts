import type { ChatAddress, Recipient } from "#shared/contracts/recipient.ts";
import type { Owner } from "./owner.ts";

/** A code that one chat may answer with, and what it is linked as then. */
export type OfferedLink = Pick<Recipient, "user_id" | "name" | "self" | "shared"> & {
  /** Of the code: the code itself is kept nowhere. */
  digest: string;
  /** Epoch milliseconds. */
  expires_at: number;
};

/** Chats that were linked and have agreed, the codes by which they agree, and where people were last reached. */
export interface RecipientStore {
  offer(link: OfferedLink): Promise<void>;
  /** Ends a code. The link for exactly one caller; undefined where the code is unknown, used or expired. */
  accept(digest: string, now: number): Promise<OfferedLink | undefined>;
  /** Replaces the one with the same id of the same user. */
  put(recipient: Recipient): Promise<void>;
  /** Everyone whom the user may send to: their own links, and those that others share; the oldest first. */
  list(owner: Owner): Promise<Recipient[]>;
  /** False: the user has no link of that id. */
  remove(owner: Owner, id: string): Promise<boolean>;
  /** The chat wants nothing more: every link to it ends, of every user. Gives those. */
  leave(chat: ChatAddress): Promise<Recipient[]>;
  /** The chat has another address. */
  moved(from: ChatAddress, address: string): Promise<void>;
  /** Someone spoke there, where only they read. */
  reached(owner: Owner, at: ChatAddress): Promise<void>;
  /** Where someone last spoke so: on this channel, or on any. */
  lastReached(owner: Owner, channel?: string): Promise<ChatAddress | undefined>;
}

/** The user's own chat: a known one; or what a domain has been set up with, where only one person uses it. */
type OwnChat = ChatAddress | "only_user";

/** Whom people may send to. Errors: StoreError */
export interface AddressBook {
  /** Everyone whom the user may send to by name; the own chat may be among them. */
  list(owner: Owner): Promise<readonly Recipient[]>;
  /** What "me" stands for; undefined where it is not known. */
  own(owner: Owner): Promise<OwnChat | undefined>;
}
