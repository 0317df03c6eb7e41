import { normalised } from "../../language/text.ts";
import type { StandingRequests } from "../turn-deps.ts";

/** The channel that the words name, of those that bring texts: "me avisa no telegram". */
export const channelNamed = (text: string, { channels }: StandingRequests): string | undefined => {
  const said = new Set(normalised(text).split(" "));
  return channels().find((channel) => said.has(channel));
};
