import type { Json } from "#shared/contracts/json.ts";
import type { MakeId } from "../../ports/clock.ts";
import type { HeldMessage, MessageStore, Taker } from "../../ports/message-store.ts";
import { type TelegramUpdate, telegramUpdate } from "./update.ts";

/** Telegram repeats what it is not sure of for 24 hours; clocks may differ. */
const KEPT_MS = 48 * 60 * 60 * 1000;

/** An update that is ours to handle. */
export type Taken = { update: TelegramUpdate; message: HeldMessage };

/** Every update once: durable before Telegram hears that we have it, until it is handled. */
export type Inbox = {
  /** undefined: it was taken before, or it is no update. Rejects with StoreError; then it is not ours. */
  take(raw: unknown): Promise<Taken | undefined>;
  /** What processes that are gone have left, in the order it happened; each is given out once. */
  takeOver(): Promise<Taken[]>;
};

export function openInbox(
  { messages }: { messages: MessageStore },
  channel: string,
  makeId: MakeId,
  process: Taker,
): Inbox {
  const place = { channel, kind: "update", keptMs: KEPT_MS };
  return {
    async take(raw) {
      const { data: update } = telegramUpdate.safeParse(raw);
      if (update === undefined) return undefined;
      // What was read of an update is JSON; that is how it came.
      const said = JSON.parse(JSON.stringify(update)) as Json;
      const named = { id: String(update.update_id), digest: "", run_id: makeId("run"), said };
      const taken = await messages.take(place, named, process);
      return taken.is === "ours" ? { update, message: taken.message } : undefined;
    },
    async takeOver() {
      const left = (await messages.takeOver(place, process)).flatMap(({ said, message }) => {
        const { data: update } = telegramUpdate.safeParse(said);
        return update === undefined ? [] : [{ update, message }];
      });
      return left.toSorted((one, other) => one.update.update_id - other.update.update_id);
    },
  };
}
