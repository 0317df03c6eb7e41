import type { ChannelCommand } from "../../ports/channel.ts";

const COMMANDS: ReadonlyMap<string, ChannelCommand> = new Map([
  ["help", "help"],
  ["cancel", "cancel"],
  ["stop", "stop"],
  ["link", "link"],
]);

/** A command where a channel has none of its own: typed with a slash; `/start CODE` is how an offered link says it. Pure. */
export function typedCommand(text: string): {
  command?: ChannelCommand | undefined;
  argument: string;
} {
  const [, name = "", argument = ""] =
    /^\/([a-z]{1,20})(?:\s+(.{0,200}))?$/is.exec(text.trim()) ?? [];
  const known = name.toLowerCase();
  const told = argument.trim();
  if (known === "start") return { command: told === "" ? "help" : "link", argument: told };
  return { command: COMMANDS.get(known), argument: told };
}
