import { buildCommand } from "@stricli/core";
import { sessionReset, userForgotten } from "#shared/contracts/native-endpoints.ts";
import { withClient } from "../client.ts";
import { docs, option, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes, printable } from "../terminal.ts";

const WORDS = {
  "pt-BR": {
    noUser: "Indique o usuário: --user=ana",
    sure: (user: string) =>
      `Isto apaga as conversas, execuções, agendamentos, uso e destinatários de “${user}”, e não tem volta. Para apagar, repita com --yes.`,
    forgotten: (user: string) =>
      `Não há mais dados de “${user}” aqui. Os dados dos domínios continuam com eles.`,
  },
  en: {
    noUser: "Give the user: --user=ana",
    sure: (user: string) =>
      `This deletes the conversations, runs, schedules, usage and recipients of “${user}” for good. To do it, repeat the command with --yes.`,
    forgotten: (user: string) => `No data of “${user}” is left here. Domains keep their data.`,
  },
};

export const forgetCommand = buildCommand({
  docs: docs(help.forget, ["npx regente forget --user=ana", "npx regente forget --user=ana --yes"]),
  parameters: {
    flags: {
      user: option(help.forgetUser, "ana"),
      yes: yesOption(help.forgetYes),
      ...serverFlags,
    },
  },
  func: ({ url, json, user, yes }: ServerFlags & { user?: string; yes?: boolean }) =>
    withClient(url, async (client, { output, errors, words }, signal) => {
      const say = WORDS[words.locale];
      if (user === undefined || yes !== true) {
        errors.write(`${printable(user === undefined ? say.noUser : say.sure(user))}\n`);
        return exitCodes.cannot;
      }
      const path = `/v1/users/${encodeURIComponent(user)}`;
      const done = await client.delete(path, userForgotten, signal);
      output.write(`${json ? JSON.stringify(done) : printable(say.forgotten(user))}\n`);
      return exitCodes.done;
    }),
});

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
