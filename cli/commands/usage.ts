import { buildCommand } from "@stricli/core";
import { usageReport } from "#shared/contracts/native-endpoints.ts";
import { docs, option, type ServerFlags, serverFlags } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes } from "../terminal.ts";
import { showUsage } from "../usage/show-usage.ts";
import { withClient } from "../with-client.ts";

export const usageCommand = buildCommand({
  docs: docs(help.usage, ["npx regente usage", "npx regente usage --since=2026-11-01 --json"]),
  parameters: { flags: { since: option(help.usageSince, "2026-11-01"), ...serverFlags } },
  func: ({ since, url, json }: ServerFlags & { since?: string }) =>
    withClient(url, async (client, terminal, signal) => {
      const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
      const report = await client.get(`/v1/usage${query}`, usageReport, signal);
      const shown = json ? JSON.stringify(report) : showUsage(report, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
