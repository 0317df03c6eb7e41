import { buildCommand } from "@stricli/core";
import type { z } from "zod";
import { sessionReset, userForgotten, userKept } from "#shared/contracts/native-endpoints.ts";
import { withClient } from "../client.ts";
import { docs, option, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { exitCodes, printable } from "../terminal.ts";
import { help } from "../words.ts";

type Kept = z.output<typeof userKept>["kept"];

const WORDS = {
  "pt-BR": {
    noUser: "Indique o usuário: --user=ana",
    counted: ({ sessions, questions, runs, schedules }: Kept) =>
      `conversas: ${sessions}, perguntas: ${questions}, execuções: ${runs}, agendamentos: ${schedules}`,
    sure: (user: string, counted: string) =>
      `Isto apaga de “${user}” ${counted}, além do uso e dos destinatários, e não tem volta. Para apagar, repita com --yes.`,
    forgotten: (user: string, counted: string) =>
      `Não há mais dados de “${user}” aqui (${counted}). Os dados dos domínios continuam com eles.`,
  },
  en: {
    noUser: "Give the user: --user=ana",
    counted: ({ sessions, questions, runs, schedules }: Kept) =>
      `sessions: ${sessions}, questions: ${questions}, runs: ${runs}, schedules: ${schedules}`,
    sure: (user: string, counted: string) =>
      `This permanently deletes ${counted} of “${user}”, and usage and recipients. To do it, repeat the command with --yes.`,
    forgotten: (user: string, counted: string) =>
      `No data of “${user}” is left here (${counted}). Domains keep their data.`,
  },
};

export const forgetCommand = buildCommand({
  docs: docs(help("forget.brief"), [
    "npx regente forget --user=ana",
    "npx regente forget --user=ana --yes",
  ]),
  parameters: {
    flags: {
      user: option(help("forget.user"), "ana"),
      yes: yesOption(help("forget.yes")),
      ...serverFlags,
    },
  },
  func: ({ url, json, user, yes }: ServerFlags & { user?: string; yes?: boolean }) =>
    withClient(url, async (client, { output, errors, words }, signal) => {
      const say = WORDS[words.locale];
      if (user === undefined) {
        errors.write(`${say.noUser}\n`);
        return exitCodes.cannot;
      }
      const path = `/v1/users/${encodeURIComponent(user)}`;
      if (yes !== true) {
        const { kept } = await client.get(path, userKept, signal);
        errors.write(`${printable(say.sure(user, say.counted(kept)))}\n`);
        return exitCodes.cannot;
      }
      const done = await client.delete(path, userForgotten, signal);
      const told = say.forgotten(user, say.counted(done.deleted));
      output.write(`${json ? JSON.stringify(done) : printable(told)}\n`);
      return exitCodes.done;
    }),
});

const FORGOTTEN = { "pt-BR": "A conversa foi apagada.", en: "The session was deleted." };

export const resetSessionCommand = buildCommand({
  docs: docs(help("reset_session.brief"), ["npx regente reset-session mine"]),
  parameters: { flags: serverFlags, positional: word(help("reset_session.name"), "SESSION") },
  func: ({ url, json }: ServerFlags, session: string) =>
    withClient(url, async (client, terminal, signal) => {
      const path = `/v1/sessions/${encodeURIComponent(session)}/reset`;
      const done = await client.post(path, {}, sessionReset, signal);
      const shown = json ? JSON.stringify(done) : FORGOTTEN[terminal.words.locale];
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
