import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StoreError } from "../../ports/stores.ts";
import { migrations as known } from "./migrations.ts";
import type { Tables } from "./tables.ts";

/**
 * Bring the schema up to date; nothing happens when it already is.
 * The caller holds whatever keeps a second process out; on PostgreSQL the Migrator's own advisory
 * lock does.
 * Errors: StoreError when the database was made by a newer version, or a migration fails
 */
export async function migrate(
  db: Kysely<Tables>,
  place: string,
  migrations: Readonly<Record<string, Migration>> = known,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1];
  if (unknown !== undefined)
    throw new StoreError(
      `${place} was made by a newer version of Regente (it has the schema change "${unknown}", ` +
        `the newest known here is "${Object.keys(migrations).at(-1)}"). ` +
        "Start the newer version, or point REGENTE_DATA or DATABASE_URL at another store.",
      { cause: error },
    );
  throw new StoreError(`${place}: the schema could not be brought up to date: ${String(error)}`, {
    cause: error,
  });
}
