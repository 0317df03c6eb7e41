import { buildCommand } from "@stricli/core";
import { sessionReset } from "#shared/contracts/native-endpoints.ts";
import { docs, type ServerFlags, serverFlags, word } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes } from "../terminal.ts";
import { withClient } from "../with-client.ts";

const FORGOTTEN = { "pt-BR": "A conversa foi esquecida.", en: "The session is forgotten." };

export const resetSessionCommand = buildCommand({
  docs: docs(help.resetSession, ["npx regente reset-session mine"]),
  parameters: { flags: serverFlags, positional: word(help.resetSessionName, "SESSION") },
  func: ({ url, json }: ServerFlags, session: string) =>
    withClient(url, async (client, terminal, signal) => {
      const path = `/v1/sessions/${encodeURIComponent(session)}/reset`;
      const done = await client.post(path, {}, sessionReset, signal);
      const shown = json ? JSON.stringify(done) : FORGOTTEN[terminal.words.locale];
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
