import type { TellTo } from "#shared/contracts/schedule.ts";
import { intentWithout } from "../../planning/frames.ts";
import { standingWords } from "../../standing/say.ts";
import { type Outcome, words } from "../outcome.ts";
import { pendingFor } from "../questions.ts";
import { askInWords } from "../reply/question.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { channelNamed } from "./channel-named.ts";
import { resumeAt, type StandingRequest } from "./request.ts";

/** Channels whose texts wait until the user looks. */
export const INBOX = "inbox";

/** Where its owner is told; a question where no one could be told later. */
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
  const question = {
    kind: "select" as const,
    question: say.whereToTell,
    options,
    resume: resumeAt("where", request),
  };
  const pending = pendingFor(turn, question);
  return {
    ...words(
      "clarification",
      askInWords(pending, locale),
      intentWithout(entry.input_text, "control", "standing"),
    ),
    pending,
  };
}
