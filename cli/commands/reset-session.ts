import { buildCommand } from "@stricli/core";
import { sessionReset } from "#shared/contracts/native-doors.ts";
import { atTheDoor } from "../at-the-door.ts";
import { type DoorFlags, docs, doorFlags, word } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes } from "../terminal.ts";

const FORGOTTEN = { "pt-BR": "A conversa foi esquecida.", en: "The session is forgotten." };

export const resetSessionCommand = buildCommand({
  docs: docs(help.resetSession, ["npx regente reset-session mine"]),
  parameters: { flags: doorFlags, positional: word(help.resetSessionName, "SESSION") },
  func: ({ url, json }: DoorFlags, session: string) =>
    atTheDoor(url, async (door, terminal, signal) => {
      const path = `/v1/sessions/${encodeURIComponent(session)}/reset`;
      const done = await door.post(path, {}, sessionReset, signal);
      const shown = json ? JSON.stringify(done) : FORGOTTEN[terminal.words.locale];
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
