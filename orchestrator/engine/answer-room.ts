import type { AnswerRoom } from "../ports/answer-cache.ts";

/** Bytes as they come from the wire; as values, and as what is told and kept of them, they take several times as much. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Of each run that is under way, and no part of the room: what everybody is answered waits for no one. */
const FREE_BYTES = 64 * 1024;

type Waiting = { bytes: number; goOn: () => void };
type Share = { held: number; waiting: Set<Waiting> };

/**
 * Room goes to who has waited longest. The run that has held some for the longest time does not wait for more, however little is
 * left: if all waited for each other, none would end.
 */
export function openAnswerRoom(most = MOST_BYTES, freeBytes = FREE_BYTES): AnswerRoom {
  let taken = 0;
  /** In the order in which they came to hold something. */
  const holders = new Set<Share>();
  const line = new Map<Waiting, Share>();

  const isFirst = (share: Share) => holders.values().next().value === share;
  const fits = (share: Share, bytes: number) =>
    taken + bytes <= most || holders.size === 0 || isFirst(share);
  const give = (share: Share, bytes: number) => {
    taken += bytes;
    share.held += bytes;
    holders.add(share);
  };
  const giveToWaiting = () => {
    for (const [waiting, share] of line) {
      if (!fits(share, waiting.bytes)) continue;
      line.delete(waiting);
      give(share, waiting.bytes);
      waiting.goOn();
    }
  };

  return {
    share() {
      const share: Share = { held: 0, waiting: new Set() };
      let free = freeBytes;
      return {
        take(bytes, mayWait) {
          if (bytes <= free) {
            free -= bytes;
            return true;
          }
          if (!mayWait || (line.size === 0 && fits(share, bytes)) || isFirst(share)) {
            give(share, bytes);
            return true;
          }
          return new Promise<void>((goOn) => {
            const waiting = { bytes, goOn };
            share.waiting.add(waiting);
            line.set(waiting, share);
          });
        },
        end() {
          for (const waiting of share.waiting) line.delete(waiting);
          holders.delete(share);
          taken -= share.held;
          share.held = 0;
          giveToWaiting();
        },
      };
    },
  };
}
