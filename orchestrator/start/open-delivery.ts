import type { Posted } from "../endpoints/telegram/post-text.ts";
import type { Delivered, Delivery } from "../ports/delivery.ts";
import type { RecipientStore } from "../ports/recipient-store.ts";

/** Delivery by the channels that are open; `telegram` is undefined where there is no bot. */
export function openDelivery(
  recipients: Pick<RecipientStore, "list" | "lastReached">,
  telegram: { post(address: string, text: string): Promise<Posted> } | undefined,
): Delivery {
  const notSent = (reason: "unknown_recipient" | "never_reached" | "no_channel") =>
    ({ status: "not_sent", reason, detail: "" }) as const;
  return {
    async deliver(owner, to, text): Promise<Delivered> {
      const chosen =
        to.to === "recipient"
          ? (await recipients.list(owner)).find(({ id }) => id === to.id)
          : await recipients.lastReached(owner);
      if (chosen === undefined)
        return notSent(to.to === "recipient" ? "unknown_recipient" : "never_reached");
      const { channel, address } = chosen;
      if (telegram === undefined || channel !== "telegram") return notSent("no_channel");
      const posted = await telegram.post(address, text);
      if (posted.status === "not_sent") return { ...posted, reason: "refused" };
      if (posted.status === "unknown") return posted;
      return { status: "sent", channel, name: "name" in chosen ? chosen.name : "" };
    },
  };
}
