import { standingWords } from "../../standing/say.ts";
import type { StandingRequests } from "../desk.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import type { Proposed } from "./propose.ts";

/** A request on a condition. */
export async function proposeWatch(
  turn: Turn,
  _standing: StandingRequests,
  { reading, intent }: Omit<Proposed, "deed">,
): Promise<Outcome> {
  const clause = reading.condition?.clause ?? reading.words;
  return words("clarification", standingWords(turn.locale).cannotWatch(clause), intent);
}
