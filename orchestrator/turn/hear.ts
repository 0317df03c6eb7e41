import type { Heard } from "../understanding/understanding.ts";
import { offeredTo } from "./offered-to.ts";
import { hearingOf, type Turn } from "./turn.ts";

/** What the message says to this user, in this session. Pure: it changes nothing of the turn. */
export function hear(turn: Turn): Heard {
  const { snapshot, entry, mayUse } = turn;
  const heard = snapshot.understanding.understand(entry.input_text, hearingOf(turn));
  return offeredTo({ catalogue: snapshot.catalogue, mayUse }, heard);
}
