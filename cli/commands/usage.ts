import { defineCommand } from "citty";
import { usageReport } from "#shared/contracts/native-doors.ts";
import { atTheDoor, doorArgs } from "../at-the-door.ts";
import { said } from "../said.ts";
import { exitCodes } from "../terminal.ts";
import { showUsage } from "../usage/show-usage.ts";

export const usageCommand = defineCommand({
  meta: {
    name: "usage",
    description: said({
      "pt-BR": "Mostra quanto foi pedido e quanto custou, por dia, objetivo e quem decidiu",
      en: "Show what was asked for and what it cost, by day, goal and who decided",
    }),
  },
  args: {
    since: {
      type: "string",
      description: said({
        "pt-BR": "Desde este dia, em UTC; 30 dias quando ausente",
        en: "From this day on, in UTC; 30 days when absent",
      }),
      valueHint: "2026-11-01",
    },
    ...doorArgs,
  },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const query = args.since === undefined ? "" : `?since=${encodeURIComponent(args.since)}`;
      const report = await door.get(`/v1/usage${query}`, usageReport, signal);
      const shown = args.json ? JSON.stringify(report) : showUsage(report, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
