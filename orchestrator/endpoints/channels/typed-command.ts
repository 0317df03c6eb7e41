import { type ChannelCommand, channelCommands } from "../../ports/channel.ts";
import { linkCodeDigest } from "../access/link-code.ts";

/**
 * A command where a channel has none of its own: typed behind "/" or "!", since some services keep one of them for
 * themselves; `/start CODE` is how an offered link says it, and a code is known for one without a sign. Pure.
 */
export function typedCommand(text: string): {
  command?: ChannelCommand | undefined;
  argument: string;
} {
  const [, sign, name = "", rest = ""] =
    /^([/!]?)([a-z]{1,20})(?:\s+(.{0,200}))?$/is.exec(text.trim()) ?? [];
  const argument = rest.trim();
  const isCode = linkCodeDigest(argument) !== undefined;
  const known = name.toLowerCase();
  const command =
    known === "start"
      ? argument === ""
        ? "help"
        : "link"
      : channelCommands.find((each) => each === known);
  const isGiven = sign !== "" || (command === "link" && isCode);
  return isGiven ? { command, argument } : { argument: "" };
}
