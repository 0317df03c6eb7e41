import { buildCommand } from "@stricli/core";
import { usageReport } from "#shared/contracts/native-doors.ts";
import { atTheDoor } from "../at-the-door.ts";
import { type DoorFlags, docs, doorFlags, option } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes } from "../terminal.ts";
import { showUsage } from "../usage/show-usage.ts";

export const usageCommand = buildCommand({
  docs: docs(help.usage, ["npx regente usage", "npx regente usage --since=2026-11-01 --json"]),
  parameters: { flags: { since: option(help.usageSince, "2026-11-01"), ...doorFlags } },
  func: ({ since, url, json }: DoorFlags & { since?: string }) =>
    atTheDoor(url, async (door, terminal, signal) => {
      const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
      const report = await door.get(`/v1/usage${query}`, usageReport, signal);
      const shown = json ? JSON.stringify(report) : showUsage(report, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
