import type { TellTo } from "#shared/contracts/schedule.ts";
import { intentWithout } from "../../planning/frames.ts";
import { standingWords } from "../../standing/say.ts";
import type { Outcome } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { asked, channelNamed, resumeAt, type StandingRequest } from "./request.ts";

/** Channels whose texts wait until the user looks. */
export const INBOX = "inbox";

/** Where its owner is told; a question where no message could arrive later. */
export async function placeToTell(
  turn: Turn,
  standing: StandingRequests,
  request: StandingRequest,
  rest: string,
): Promise<TellTo | Outcome> {
  const { key, locale, entry } = turn;
  const { session_id } = key;
  if (request.tell !== null) return request.tell;
  const named = channelNamed(rest, standing);
  if (named !== undefined && (await standing.reaches(key, named)))
    return { channel: named, session_id };
  if (turn.tell !== null) return turn.tell;
  const say = standingWords(locale);
  const reached = await Promise.all(
    standing
      .channels()
      .map(async (channel) => ((await standing.reaches(key, channel)) ? [channel] : [])),
  );
  const options = [...reached.flat(), INBOX].map((channel) => ({
    label: channel === INBOX ? say.inbox : say.telegram,
    params: { channel },
  }));
  return asked(turn, intentWithout(entry.input_text, "control", "standing"), {
    kind: "select",
    question: say.whereToTell,
    options,
    resume: resumeAt("where", request),
  });
}
