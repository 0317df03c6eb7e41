import type { SessionKey, StoredSession } from "../../ports/stores.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
import { isPlaceOfTranscript } from "./instruction.ts";

/** So far the newest sessions are looked through. */
const PAGES = 10;
const PAGE = 500;

/**
 * Forget where the conversation goes on after a response: the place that its id names, and the one by which its
 * transcript is found. False: none goes on there.
 */
export async function forgetResponse(
  deps: TurnDeps,
  { deleteSession }: Pick<Turns, "deleteSession">,
  key: SessionKey,
): Promise<boolean> {
  const places = await samePlaces(deps, key);
  for (const session_id of places) await deleteSession(deps, { ...key, session_id });
  return places.length > 0;
}

async function samePlaces(
  { store }: Pick<TurnDeps, "store">,
  { user_id, session_id }: SessionKey,
): Promise<string[]> {
  const state = await store.conversations.load({ user_id, session_id });
  if (state === undefined) return [];
  // A summary that is written later is written at one of both places.
  const isSame = ({ session_id: place, state: other }: StoredSession) =>
    isPlaceOfTranscript(place) &&
    other.title === state.title &&
    other.turn_count === state.turn_count &&
    other.last_answer === state.last_answer;
  const places = [session_id];
  let before: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { sessions, next } = await store.conversations.list({ user_id }, PAGE, before);
    places.push(...sessions.filter(isSame).map((each) => each.session_id));
    if (next === undefined) break;
    before = next;
  }
  return places;
}
