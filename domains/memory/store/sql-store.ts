import {
  type ColumnType,
  type Expression,
  type ExpressionBuilder,
  type Generated,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import { foldWords } from "#shared/plain-text/fold.ts";
import { type QueryWord, queryWords } from "#shared/plain-text/search-words.ts";
import {
  type Draft,
  type Effect,
  type Item,
  type ItemType,
  KEPT_DELETED_MS,
  type Listing,
  type MemoryStore,
  type Selection,
  StoreUnavailableError,
  sameItemKey,
} from "./memory-store.ts";

/** What people call each type: "filme inception" finds the film and not the note about it. */
const TYPE_WORDS: Record<ItemType, string> = {
  note: "nota anotação lembrete note",
  movie: "filme movie film",
  tv_show: "série seriado show tv series",
  video: "vídeo video",
  link: "link site página artigo page",
};

/** An item's words for an index, folded: those of its names and the others. */
function searchText(draft: Draft): { names: string; others: string } {
  const { type, title, other_title, year, url, description } = draft;
  return {
    names: foldWords([title, other_title ?? ""].join(" ")),
    others: foldWords([TYPE_WORDS[type], year ?? "", url ?? "", description ?? ""].join(" ")),
  };
}

type Items = ExpressionBuilder<Tables, "items">;
type Change = Transaction<Tables>;

/** The store in either database: every statement that both understand, once. */
export function storeOver(database: Database): MemoryStore {
  const { db, place, besideItems } = database;

  const use = <T>(act: () => Promise<T>): Promise<T> =>
    act().catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message || cause.name : String(cause);
      throw new StoreUnavailableError(`${place}: ${why}`, { cause });
    });

  /** All of it is written, or nothing. What was deleted long ago is erased on the way. */
  const change = <T>(owner: string, now: number, act: (change: Change) => Promise<T>): Promise<T> =>
    use(() =>
      db.transaction().execute(async (change) => {
        await database.lock?.(owner).execute(change);
        const until = now - KEPT_DELETED_MS;
        await besideItems?.erase(until).execute(change);
        await change.deleteFrom("items").where("deleted_at", "<=", until).execute();
        await change.deleteFrom("changes").where("at", "<=", until).execute();
        return act(change);
      }),
    );

  return {
    save: (owner, draft, now) =>
      change(owner, now, async (change) => {
        const same_as = sameItemKey(draft);
        const there = change.selectFrom("items").select(ITEM).where(kept(owner));
        const same = await there.where("same_as", "=", same_as).executeTakeFirst();
        if (same !== undefined)
          return { item: same, isNew: false, ...(await record(change, owner, "saved", [], now)) };
        const id = await nextNumber(change, owner, "last_item");
        const item = { ...draft, id, created_at: now };
        const words = searchText(draft);
        const row = { owner, same_as, ...item, ...database.wordsOf(words) };
        await change.insertInto("items").values(row).execute();
        await besideItems?.add(owner, id, words).execute(change);
        return { item, isNew: true, ...(await record(change, owner, "saved", [item], now)) };
      }),
    async list(owner, { type, limit }) {
      const total = sql<number>`count(*) over ()`.as("total");
      const items = db
        .selectFrom("items")
        .select([...ITEM, total])
        .where(kept(owner, type));
      return listing(await use(() => items.orderBy("id", "desc").limit(limit).execute()));
    },
    async search(owner, query, match, selection) {
      const words = queryWords(query);
      if (words.length === 0) return { total: 0, items: [] };
      const found = database.search(owner, words, match, selection);
      return listing((await use(() => found.execute(db))).rows);
    },
    find: (owner, id) => {
      const item = db.selectFrom("items").select(ITEM).where(kept(owner)).where("id", "=", id);
      return use(() => item.executeTakeFirst());
    },
    remove: (owner, ids, now) =>
      change(owner, now, (change) =>
        remove(change, owner, (query) => query.where(database.isOneOf(ids)), now),
      ),
    removeAll: (owner, type, now) =>
      change(owner, now, (change) =>
        remove(change, owner, (query) => query.where(kept(owner, type)), now),
      ),
    undo: (owner, undo_token, now) =>
      change(owner, now, async (change) => {
        const taken = await change
          .updateTable("changes")
          .set({ taken_back: true })
          .where("owner", "=", owner)
          .where("taken_back", "=", false)
          .where(
            "id",
            "=",
            undo_token === undefined ? latestDeletion(owner) : changeNumber(undo_token),
          )
          .returning(["effect", "item_ids"])
          .executeTakeFirst();
        if (taken === undefined) return undefined;
        const isTaken = database.isOneOf(idsIn(taken.item_ids));
        if (taken.effect === "saved")
          return {
            effect: "saved",
            ...(await remove(change, owner, (query) => query.where(isTaken), now)),
          };
        const items = await change
          .updateTable("items")
          .set({ deleted_at: null })
          .where("owner", "=", owner)
          .where(isTaken)
          .where("deleted_at", "is not", null)
          // What has been saved again since stays once.
          .where("same_as", "not in", (eb) =>
            eb.selectFrom("items").select("same_as").where(kept(owner)),
          )
          .returning(ITEM)
          .execute();
        return { effect: "deleted", items, ...(await record(change, owner, "saved", items, now)) };
      }),
    close: () => database.close(),
  };
}

/** The owner's items that are there, of one type or of all. */
const kept = (owner: string, type?: ItemType) => (eb: Items) =>
  eb.and([
    eb("owner", "=", owner),
    eb("deleted_at", "is", null),
    ...(type === undefined ? [] : [eb("type", "=", type)]),
  ]);

const keptItems = (change: Change, owner: string) => change.updateTable("items").where(kept(owner));

/** Deletes what is left of the owner's items, and notes it. */
async function remove(
  change: Change,
  owner: string,
  narrowed: (items: ReturnType<typeof keptItems>) => ReturnType<typeof keptItems>,
  now: number,
) {
  const gone = narrowed(keptItems(change, owner)).set({ deleted_at: now }).returning(ITEM);
  const items = (await gone.execute()).sort((a, b) => b.id - a.id);
  return { items, ...(await record(change, owner, "deleted", items, now)) };
}

async function record(
  change: Change,
  owner: string,
  effect: Effect,
  items: readonly Item[],
  at: number,
) {
  const id = await nextNumber(change, owner, "last_change");
  const item_ids = items.map((item) => item.id);
  await change.insertInto("changes").values({ owner, id, effect, item_ids, at }).execute();
  return { undo_token: String(id) };
}

async function nextNumber(change: Change, owner: string, counter: "last_item" | "last_change") {
  const { next } = await change
    .insertInto("owners")
    .values({ owner, [counter]: 1 })
    .onConflict((conflict) =>
      conflict
        .column("owner")
        .doUpdateSet((eb) => ({ [counter]: eb(`owners.${counter}`, "+", 1) })),
    )
    .returning(`${counter} as next`)
    .executeTakeFirstOrThrow();
  return next;
}

const latestDeletion = (owner: string) => (eb: ExpressionBuilder<Tables, "changes">) =>
  eb
    .selectFrom("changes")
    .select((from) => from.fn.max("id").as("id"))
    .where("owner", "=", owner)
    .where("effect", "=", "deleted")
    .where("taken_back", "=", false)
    .where("item_ids", "<>", sql<readonly number[]>`${[]}`);

const listing = (found: readonly Found[]): Listing => ({
  total: found[0]?.total ?? 0,
  items: found.map(({ total: _, ...item }) => item),
});

const idsIn = (kept: readonly number[] | string): readonly number[] =>
  typeof kept === "string" ? (JSON.parse(kept) as number[]) : kept;

/** A token that cannot be a change's number is no change's. */
const changeNumber = (undo_token: string): number =>
  /^\d{1,9}$/.test(undo_token) ? Number(undo_token) : 0;

/** The tables as Kysely sees them, in either database; sqlite-store.ts and postgres-store.ts make them. */
export interface Tables {
  /** The last numbers that were given to a person's items and changes. */
  owners: { owner: string; last_item: Generated<number>; last_change: Generated<number> };
  items: Item & {
    owner: string;
    /** sameItemKey */
    same_as: string;
    deleted_at: Generated<number | null>;
    /** What PostgreSQL finds an item by; SQLite has a table of its own for that. */
    words: Generated<string>;
  };
  changes: {
    owner: string;
    id: number;
    effect: Effect;
    /** PostgreSQL has arrays, SQLite the same as JSON. */
    item_ids: ColumnType<readonly number[] | string, readonly number[]>;
    at: number;
    taken_back: Generated<boolean>;
  };
}

/** The columns of an item. */
export const ITEM = [
  ...(["id", "type", "title", "other_title", "year"] as const),
  ...(["tmdb_id", "url", "description", "created_at"] as const),
] as const;

/** An item among `total` that were found. */
export type Found = Item & { total: number };

/** An item's words for an index, folded. */
type IndexedWords = { names: string; others: string };

/** A database, and what only it understands; sql-store.ts has the rest. */
export interface Database {
  readonly db: Kysely<Tables>;
  /** As errors name it. */
  readonly place: string;
  isOneOf(ids: readonly number[]): Expression<SqlBool>;
  /** Best first, then newest. */
  search(
    owner: string,
    words: readonly QueryWord[],
    match: "all" | "any",
    selection: Selection,
  ): RawBuilder<Found>;
  /** What goes into the row of an item that is found by these words. */
  wordsOf(words: IndexedWords): { words?: Expression<string> };
  /** Where words are kept beside the items: what is to follow an insert, and to go before items are erased. */
  readonly besideItems?: {
    add(owner: string, id: number, words: IndexedWords): RawBuilder<unknown>;
    erase(until: number): RawBuilder<unknown>;
  };
  /** Where people change things at the same time: one change of a person after the other. */
  lock?(owner: string): RawBuilder<unknown>;
  close(): Promise<void>;
}
