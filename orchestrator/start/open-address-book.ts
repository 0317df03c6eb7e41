import type { AddressBook } from "../ports/address-book.ts";
import type { RecipientStore } from "../ports/recipient-store.ts";

/**
 * Whom people may send to, by what is linked. "Me" is the chat that the user linked as their own, else the private
 * chat in which they speak to us; `onlyUser` is the one person of an open installation, for whom a domain may be set
 * up with a chat.
 */
export function openAddressBook(
  recipients: Pick<RecipientStore, "list" | "lastReached">,
  onlyUser: string | undefined,
): AddressBook {
  const list = (owner: { user_id: string }) => recipients.list(owner);
  return {
    list,
    async own(owner) {
      const linked = await list(owner);
      const self = linked.find((each) => each.self && each.user_id === owner.user_id);
      const chat = self ?? (await recipients.lastReached(owner, true));
      if (chat !== undefined) return { channel: chat.channel, address: chat.address };
      return owner.user_id === onlyUser ? "only_user" : undefined;
    },
  };
}
