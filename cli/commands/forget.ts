import { buildCommand } from "@stricli/core";
import { sessionReset, userForgotten, userKept } from "#shared/contracts/native-endpoints.ts";
import { shown, withClient } from "../client.ts";
import { docs, help, option, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { cannot, exitCodes, printable, tell } from "../terminal.ts";

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
    withClient(url, async (client, terminal, signal) => {
      const { say } = terminal.words;
      if (user === undefined) return cannot(terminal, say("forget.no_user"));
      const path = `/v1/users/${encodeURIComponent(user)}`;
      if (yes !== true) {
        const { kept } = await client.get(path, userKept, signal);
        const asked = say("forget.sure", { user, counted: say("forget.counted", kept) });
        terminal.errors.write(`${printable(asked)}\n`);
        return exitCodes.cannot;
      }
      const done = await client.delete(path, userForgotten, signal);
      const told = say("forget.forgotten", { user, counted: say("forget.counted", done.deleted) });
      return tell(terminal, json, done, () => printable(told));
    }),
});

export const resetSessionCommand = buildCommand({
  docs: docs(help("reset_session.brief"), ["npx regente reset-session mine"]),
  parameters: { flags: serverFlags, positional: word(help("reset_session.name"), "SESSION") },
  func: (flags: ServerFlags, session: string) =>
    shown(
      (client, signal) => {
        const path = `/v1/sessions/${encodeURIComponent(session)}/reset`;
        return client.post(path, {}, sessionReset, signal);
      },
      (_done, { words: { say } }) => say("reset_session.deleted"),
    )(flags),
});
