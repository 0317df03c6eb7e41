import { durableDatabase } from "#shared/private-files/private-files.ts";

/** A document without its bytes; `id` counts the owner's own documents from 1. Times are epoch milliseconds. */
export type StoredDocument = {
  id: number;
  title: string;
  bytes: number;
  created_at: number;
  expires_at: number;
};

/** Everything is asked for by its owner: no one finds, opens or deletes what is another's. */
export type DocumentStore = {
  put(
    owner: string,
    document: Omit<StoredDocument, "id" | "bytes">,
    pdf: Uint8Array,
  ): StoredDocument;
  /** Newest first. */
  list(owner: string, now: number): StoredDocument[];
  /** Undefined also when it has expired, or was deleted. */
  read(owner: string, id: number, now: number): (StoredDocument & { pdf: Uint8Array }) | undefined;
  /** Undefined when there is none such. */
  remove(owner: string, id: number, now: number): StoredDocument | undefined;
  /** Brings a deleted one back; undefined when there is none such. */
  restore(owner: string, id: number, now: number): StoredDocument | undefined;
  close(): void;
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS owners (owner TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS documents (
    place INTEGER PRIMARY KEY, owner TEXT NOT NULL, id INTEGER NOT NULL, title TEXT NOT NULL, pdf BLOB NOT NULL,
    created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, deleted_at INTEGER, UNIQUE (owner, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS documents_expire ON documents (expires_at);`;
const COLUMNS = "id, title, length(pdf) AS bytes, created_at, expires_at";

/**
 * Documents in one SQLite file, made when it is not there. What has expired is erased with the next one.
 * Errors: DatabaseError
 */
export function openDocumentStore(path: string): DocumentStore {
  const file = durableDatabase(path, TABLES);
  const nextId = file.prepare(
    "INSERT INTO owners (owner, last_id) VALUES (?, 1) ON CONFLICT DO UPDATE SET last_id = last_id + 1 RETURNING last_id AS id",
  );
  const erase = file.prepare("DELETE FROM documents WHERE expires_at <= ?");
  const insert = file.prepare(
    "INSERT INTO documents (owner, id, title, pdf, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const all = file.prepare(
    `SELECT ${COLUMNS} FROM documents WHERE owner = ? AND deleted_at IS NULL AND expires_at > ? ORDER BY id DESC`,
  );
  const one = file.prepare(
    `SELECT ${COLUMNS}, pdf FROM documents WHERE owner = ? AND id = ? AND deleted_at IS NULL AND expires_at > ?`,
  );
  const remove = file.prepare(
    `UPDATE documents SET deleted_at = ?3 WHERE owner = ?1 AND id = ?2 AND deleted_at IS NULL AND expires_at > ?3
     RETURNING ${COLUMNS}`,
  );
  const restore = file.prepare(
    `UPDATE documents SET deleted_at = NULL WHERE owner = ? AND id = ? AND deleted_at IS NOT NULL AND expires_at > ?
     RETURNING ${COLUMNS}`,
  );

  return {
    put(owner, { title, created_at, expires_at }, pdf) {
      file.exec("BEGIN IMMEDIATE");
      try {
        erase.run(created_at);
        const id = Number(nextId.get(owner)?.["id"]);
        insert.run(owner, id, title, pdf, created_at, expires_at);
        file.exec("COMMIT");
        return { id, title, bytes: pdf.length, created_at, expires_at };
      } catch (error) {
        file.exec("ROLLBACK");
        throw error;
      }
    },
    list: (owner, now) => all.all(owner, now).map(documentOf),
    read(owner, id, now) {
      const row = one.get(owner, id, now);
      const pdf = row?.["pdf"];
      return row && pdf instanceof Uint8Array ? { ...documentOf(row), pdf } : undefined;
    },
    remove: (owner, id, now) => optional(remove.get(owner, id, now)),
    restore: (owner, id, now) => optional(restore.get(owner, id, now)),
    close: () => file.close(),
  };
}

type Row = Record<string, unknown>;

const documentOf = (row: Row): StoredDocument => ({
  id: Number(row["id"]),
  title: String(row["title"]),
  bytes: Number(row["bytes"]),
  created_at: Number(row["created_at"]),
  expires_at: Number(row["expires_at"]),
});

const optional = (row: Row | undefined) => row && documentOf(row);
