import { z } from "zod";
import type { Json } from "#shared/contracts/json.ts";
import type { ProcessLease } from "../../engine/recovery/process-lease.ts";
import type { ChannelStore } from "../../ports/channel-store.ts";
import type { Clock } from "../../ports/clock.ts";
import { type TelegramUpdate, telegramUpdate } from "./update.ts";

/** Telegram repeats what it is not sure of for 24 hours; clocks may differ. */
const KEPT_MS = 48 * 60 * 60 * 1000;
/** A turn that was begun for an update: what to look at when no one knows how it ended. */
const begunSchema = z.object({
  /** The run that it would begin. */
  run_id: z.string(),
  /** The question that was open. */
  question: z.object({ id: z.string() }).nullable(),
});
export type Begun = z.infer<typeof begunSchema>;

/** An update that is ours to handle. */
export type Taken = {
  update: TelegramUpdate;
  /** What an earlier process began and did not finish. */
  begun: Begun | undefined;
};

/** Every update once: durable before Telegram hears that we have it, until it is handled. */
export type Inbox = {
  /** undefined: it was taken before, or it is no update. Rejects with StoreError; then it is not ours. */
  take(raw: unknown): Promise<Taken | undefined>;
  begin(taken: Taken, begun: Begun): Promise<void>;
  /** Only its number is kept from now on. */
  finish(taken: Taken): Promise<void>;
  /** What processes that are gone have left, in the order it happened; each is given out once. */
  takeOver(): Promise<Taken[]>;
  /** Forgets numbers that Telegram will not repeat. */
  sweep(): Promise<void>;
};

const noteSchema = z.object({
  /** The process that has it. */
  owner: z.string(),
  begun: begunSchema.optional(),
  update: telegramUpdate,
});
type Note = z.infer<typeof noteSchema>;

export function openInbox(
  store: ChannelStore,
  channel: string,
  clock: Clock,
  process: Pick<ProcessLease, "name" | "isGone">,
): Inbox {
  const owner = process.name;
  /** Claims whose commit failed as far as we know: it may have been done all the same. */
  const doubtful = new Set<number>();

  const rowOf = ({ update_id }: TelegramUpdate, note: Note | null) => ({
    channel,
    kind: "update",
    id: String(update_id),
    note: asJson(note),
    expires_at: clock.now() + KEPT_MS,
  });
  /** True for the one process that may go on with what another left. */
  const takeFrom = async (note: Note): Promise<boolean> => {
    if (!(await process.isGone(note.owner))) return false;
    const id = `${note.update.update_id} of ${note.owner}`;
    const claimed = { channel, kind: "taken_over", id, note: null };
    const isOurs = await store.claim(
      { ...claimed, expires_at: clock.now() + KEPT_MS },
      clock.now(),
    );
    if (isOurs) await store.put(rowOf(note.update, { ...note, owner }));
    return isOurs;
  };

  return {
    async take(raw) {
      const { data: update } = telegramUpdate.safeParse(raw);
      if (update === undefined) return undefined;
      const { update_id } = update;
      try {
        const isNew = await store.claim(rowOf(update, { owner, update }), clock.now());
        const wasOurs = doubtful.delete(update_id);
        return isNew || wasOurs ? { update, begun: undefined } : undefined;
      } catch (error) {
        doubtful.add(update_id);
        throw error;
      }
    },
    begin: ({ update }, begun) => store.put(rowOf(update, { owner, begun, update })),
    finish: ({ update }) => store.put(rowOf(update, null)),
    async takeOver() {
      const open = await store.open({ channel, kind: "update" }, clock.now());
      const left: Taken[] = [];
      for (const { note } of open) {
        const { data } = noteSchema.safeParse(note);
        if (data === undefined || data.owner === owner || !(await takeFrom(data))) continue;
        left.push({ update: data.update, begun: data.begun });
      }
      return left.toSorted((one, other) => one.update.update_id - other.update.update_id);
    },
    sweep: () => store.sweep(clock.now()),
  };
}

/** What was read of an update is JSON; that is how it came. */
const asJson = (note: Note | null): Json => JSON.parse(JSON.stringify(note)) as Json;
