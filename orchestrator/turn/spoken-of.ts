import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { ShownAnswer } from "#shared/contracts/shown.ts";
import { frameAsked } from "./also-answered.ts";
import type { Turn } from "./turn.ts";

/** As if it had been shown. */
type SpokenOf = ShownAnswer & { at: number };
const MOST_SAID = 500;

/**
 * What was spoken of last without an answer that shows it: what a watch looks at, what was held back, what an open
 * question is about. "Me avisa quando a Vale cair", "quanto ela tá?"; "não apaga o contrato", "só abre ele".
 */
export async function spokenOfLast(turn: Turn): Promise<SpokenOf | undefined> {
  const { state, pending } = turn;
  const { held } = state;
  const asked = pending && frameAsked(pending);
  const all = [
    await watchedLast(turn),
    held === null ? undefined : ofFrame(held.frames[0], held.said, held.at),
    asked && ofFrame(asked, asked.original_query, pending?.created_at ?? 0),
  ];
  return all.filter((each) => each !== undefined).toSorted((a, b) => b.at - a.at)[0];
}

async function watchedLast({ deps, key, state }: Turn): Promise<SpokenOf | undefined> {
  const id = state.last_standing?.id;
  const made = id === undefined ? undefined : await deps.store.schedules.find(key, id);
  if (made?.timing.kind !== "when") return undefined;
  const { domain, goal, entities } = made.timing.watch;
  const frame = { primary_domain: domain, goal, entities, confidence: 1, original_query: "" };
  return ofFrame(frame, made.words, made.updated_at);
}

/** What a request names, where that is one thing. */
function ofFrame(frame: GoalFrame | undefined, said: string, at: number): SpokenOf | undefined {
  if (frame === undefined) return undefined;
  const { primary_domain: domain, entities } = frame;
  const [only, ...more] = Object.values(entities).filter((value) => typeof value === "string");
  if (only === undefined || more.length > 0) return undefined;
  const { doubts: _, ...plain } = frame;
  return {
    ...{ said: said.slice(0, MOST_SAID), text: only, whole: false },
    frames: [{ ...plain, original_query: only }],
    ...{ followups: [], list: false, at, acted: false, outside: [] },
    items: [{ domain, label: only, entities, said_as: only }],
  };
}
