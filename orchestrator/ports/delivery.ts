/** Where a text goes: to a chat that the user may send to, or to where the user last spoke to us. */
export type Destination = { to: "recipient"; id: string } | { to: "last_reached" };

export type Delivered =
  /** `name` is the recipient's; "" where it is the user. */
  | { status: "sent"; channel: string; name: string }
  /**
   * Nothing was sent.
   * unknown_recipient: the link is gone, or never was the user's; never_reached: the user has not spoken to us in a
   * channel that can write by itself; no_channel: there is no bot; refused: `detail` says why
   */
  | {
      status: "not_sent";
      reason: "unknown_recipient" | "never_reached" | "no_channel" | "refused";
      detail: string;
    }
  /** It left, and no answer came. */
  | { status: "unknown" };

/** Sends what no one is waiting for: "send this text to this recipient, or to where this user was last reached". */
export interface Delivery {
  /** Checks that the user may send there, each time. Never rejects for what the channel does. Errors: StoreError */
  deliver(owner: { user_id: string }, to: Destination, text: string): Promise<Delivered>;
}
