import type { Alternative } from "#shared/contracts/intent.ts";
import { framesOf } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { type Allowed, mayPursue } from "../planning/rights.ts";
import type { Understood } from "../understanding/understanding.ts";
import { sessionContextOf, type Turn } from "./turn.ts";

/** What the message says to this user, in this session. Pure: it changes nothing of the turn. */
export const understandMessage = (turn: Turn): Understood => hearAs(turn, turn.entry.input_text);

/** The same of other words in the message's place. */
export function hearAs(turn: Turn, text: string): Understood {
  const { snapshot, mayUse } = turn;
  const heard = snapshot.understanding.understand(text, sessionContextOf(turn));
  return offeredTo({ catalogue: snapshot.catalogue, mayUse }, heard);
}

/** What was heard, offering only goals that the user may pursue. What was asked for stays: it is refused in words. */
export function offeredTo(allowed: Allowed, heard: Understood): Understood {
  if (allowed.mayUse === undefined) return heard;
  const isOpen = ({ domain, goal }: Alternative): boolean => {
    const found = allowed.catalogue.goal(domain, goal);
    return found !== undefined && mayPursue(found, allowed);
  };
  const { intent, candidates } = heard;
  const alternatives = intent.alternatives.filter(isOpen);
  return {
    ...heard,
    intent: { ...intent, alternatives },
    candidates: candidates.filter(isOpen),
  };
}

/** These words are a request by themselves: a goal is as likely as that. */
export const isWorthLeaving = (turn: Turn, text: string, enough: number): boolean =>
  (hearAs(turn, text).candidates[0]?.confidence ?? 0) >= enough;

/** True for a request that may act, and for one that something said around it stands against. */
export function isClear({ snapshot }: Turn, { intent }: Pick<Understood, "intent">): boolean {
  const [frame] = framesOf(intent);
  return frame !== undefined && gateOfFrame(frame, intent.followups, snapshot.catalogue).passed;
}
