import { resolve } from "node:path";
import { buildCommand } from "@stricli/core";
import { whyIn } from "#shared/messages/messages.ts";
import { atTheFiles } from "../at-the-files.ts";
import { backupErrorOf } from "../backup/backup-note.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { BACKUP_WORDS } from "../backup/words.ts";
import { docs, type JsonFlag, jsonFlag, word } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes, printable } from "../terminal.ts";

export const backupCommand = buildCommand({
  docs: docs(help.backup, ["npx regente backup ../regente-2026-11-22"]),
  parameters: { flags: jsonFlag, positional: word(help.backupFolder, "FOLDER") },
  func: ({ json }: JsonFlag, folder: string) =>
    atTheFiles(async ({ env, output, errors, paint, words: { locale } }) => {
      const words = BACKUP_WORDS[locale];
      const target = resolve(folder);
      try {
        const note = await makeBackup({
          dataFolder: resolve(env["REGENTE_DATA"] || ".regente"),
          target,
          databaseUrl: env["DATABASE_URL"] || undefined,
          now: new Date(),
        });
        const told = words.made(Object.keys(note.files).length, target);
        output.write(`${json ? JSON.stringify(note) : paint.green(printable(told))}\n`);
        return exitCodes.done;
      } catch (error) {
        const refused = backupErrorOf(error);
        if (refused === undefined) throw error;
        errors.write(`${paint.red(printable(words.failed(whyIn(locale, refused.why))))}\n`);
        return exitCodes.cannot;
      }
    }),
});
