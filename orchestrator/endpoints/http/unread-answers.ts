import type { ServerResponse } from "node:http";

/** What is told and not yet taken by its clients, all of it together; bytes. */
const MOST_UNREAD = 64 * 1024 * 1024;
/** What everybody is told fits into the system's own buffers, and is not counted. */
const SMALL_BYTES = 64 * 1024;
/** A connection that takes nothing of what waits for it is closed after so long. */
const STALLED_MS = 30_000;

/**
 * Clients that ask and do not read hold what they were told. One that takes nothing for half a minute loses its connection, and when all that waits is too much, those who have let
 * theirs wait for the longest time lose theirs. What was done is kept: `GET /v1/runs/:id` tells it again.
 */
export function openUnreadAnswers(most = MOST_UNREAD, stalledMs = STALLED_MS) {
  let unread = 0;
  /** The first to wait first. */
  const waiting = new Map<ServerResponse, number>();
  const forget = (outgoing: ServerResponse) => {
    unread -= waiting.get(outgoing) ?? 0;
    waiting.delete(outgoing);
  };
  const count = (outgoing: ServerResponse) => {
    const bytes = outgoing.writableLength;
    if (bytes <= SMALL_BYTES) return;
    waiting.set(outgoing, bytes);
    unread += bytes;
    for (const first of waiting.keys()) {
      if (unread <= most) return;
      forget(first);
      first.destroy();
    }
  };
  return {
    /** From now on this answer counts, as far as it is made and not taken. */
    watch(outgoing: ServerResponse): void {
      const { socket } = outgoing;
      // Node looks whether bytes went out meanwhile before it says that nothing has happened.
      outgoing.setTimeout(stalledMs, () => {
        if (socket !== null && socket.writableLength > 0) socket.destroy();
      });
      // All of it is made by then, and its first part written.
      outgoing.once("prefinish", () => setImmediate(count, outgoing));
      outgoing.once("close", () => forget(outgoing));
    },
  };
}
