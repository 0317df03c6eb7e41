import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { buildCommand } from "@stricli/core";
import { whyIn } from "#shared/messages/messages.ts";
import { reason } from "#shared/messages/reason.ts";
import { atTheFiles } from "../at-the-files.ts";
import { backupErrorOf } from "../backup/backup-note.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { BACKUP_WORDS } from "../backup/words.ts";
import { docs, type JsonFlag, jsonFlag, word } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes, printable } from "../terminal.ts";
import { lockFolder } from "../up/folder-lock.ts";

export const restoreCommand = buildCommand({
  docs: docs(help.restore, ["npx regente restore ../regente-2026-11-22"]),
  parameters: { flags: jsonFlag, positional: word(help.restoreFolder, "FOLDER") },
  func: ({ json }: JsonFlag, folder: string) =>
    atTheFiles(async ({ env, output, errors, paint, words: { locale } }) => {
      const words = BACKUP_WORDS[locale];
      const cannot = (why: string) => {
        errors.write(`${paint.red(printable(why))}\n`);
        return exitCodes.cannot;
      };
      const source = resolve(folder);
      const dataFolder = resolve(env["REGENTE_DATA"] || ".regente");
      if (!existsSync(source))
        return cannot(words.failed(`${source}: ${whyIn(locale, reason("no_file_or_folder"))}`));
      // Also keeps `npm start` from beginning in the middle of it.
      const lock = lockFolder(dataFolder, { pid: process.pid, url: "" });
      if (!lock.held) return cannot(words.running(lock.by?.url ? ` (${lock.by.url})` : ""));
      try {
        const databaseUrl = env["DATABASE_URL"] || undefined;
        const done = await restoreBackup({ source, dataFolder, databaseUrl, now: new Date() });
        const { note, aside } = done;
        const told = [
          paint.green(words.restored(Object.keys(note.files).length, note.made_at)),
          ...(aside === undefined ? [] : [printable(words.aside(aside))]),
        ];
        output.write(`${json ? JSON.stringify(done) : told.join("\n")}\n`);
        return exitCodes.done;
      } catch (error) {
        const refused = backupErrorOf(error);
        if (refused === undefined) throw error;
        return cannot(words.failed(whyIn(locale, refused.why)));
      } finally {
        lock.release();
      }
    }),
});
