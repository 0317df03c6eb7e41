import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "#shared/contracts/errors.ts";
import { dataPathError, privateFolder } from "#shared/private-files/private-files.ts";
import { writeWholeSync } from "#shared/private-files/write-whole.ts";
import { type CalendarStore, CalendarStoreError, type StoredEvent } from "./calendar-store.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,120}$/;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Each person's events in a folder that is theirs alone, one .ics file an event; a calendar program can read them.
 * Files of others that are put there are events as well.
 * Cost: a listing reads all files of the person
 */
export function openFileStore(folder: string): CalendarStore {
  const folderOf = (owner: string) => join(folder, digest(owner).slice(0, 32));
  const fileOf = (owner: string, name: string) => join(folderOf(owner), `${name}.ics`);

  function stored(owner: string, name: string): StoredEvent | undefined {
    if (!NAME.test(name)) return undefined;
    try {
      const ics = readFileSync(fileOf(owner, name), "utf8");
      return { name, etag: digest(ics), ics };
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      throw dataPathError(fileOf(owner, name), error);
    }
  }

  function namesOf(owner: string): string[] {
    try {
      const files = readdirSync(folderOf(owner)).filter((file) => file.endsWith(".ics"));
      return files.map((file) => file.slice(0, -".ics".length)).sort();
    } catch (error) {
      if (hasCode(error, "ENOENT")) return [];
      throw dataPathError(folderOf(owner), error);
    }
  }

  // Looking and changing are one step: nothing of this process comes between them.
  function mustBe(owner: string, name: string, etag: string | null): void {
    if ((stored(owner, name)?.etag ?? null) !== etag)
      throw new CalendarStoreError("CONFLICT", "the event is not as it was");
  }

  return {
    async list(owner) {
      return namesOf(owner).flatMap((name) => stored(owner, name) ?? []);
    },
    read: async (owner, name) => stored(owner, name),
    nameOf: async (_owner, uid) => uid,
    async write(owner, name, ics, etag) {
      mustBe(owner, name, etag);
      const file = fileOf(owner, name);
      privateFolder(folderOf(owner));
      try {
        writeWholeSync(file, ics, { flush: true });
      } catch (error) {
        throw dataPathError(file, error);
      }
      return { name, etag: digest(ics), ics };
    },
    async remove(owner, name, etag) {
      mustBe(owner, name, etag);
      rmSync(fileOf(owner, name));
    },
    close: async () => {},
  };
}
