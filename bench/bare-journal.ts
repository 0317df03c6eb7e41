import { DatabaseSync } from "node:sqlite";

/** The floor: all appends of one turn of the event loop are one transaction, on this very thread. */
export function bareGroupCommit(file: string) {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = wal; pragma synchronous = full");
  db.exec("create table journal (run text, step text, body text, primary key (run, step))");
  const insert = db.prepare("insert into journal values (?, ?, ?)");
  let waiting: { values: [string, string, string]; resolve: () => void }[] = [];
  const commit = () => {
    const writes = waiting;
    waiting = [];
    db.exec("begin");
    for (const { values } of writes) insert.run(...values);
    db.exec("commit");
    for (const { resolve } of writes) resolve();
  };
  return {
    append: (values: [string, string, string]) =>
      new Promise<void>((resolve) => {
        if (waiting.push({ values, resolve }) === 1) setImmediate(commit);
      }),
    close: () => db.close(),
  };
}
