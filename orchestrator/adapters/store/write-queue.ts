import type { Log } from "../../ports/log.ts";
import { StoreError } from "../../ports/stores.ts";
import type { CompiledText, Value } from "./compile-query.ts";
import type { Engine, Unit, UnitOutcome } from "./engine.ts";
import type { Call } from "./queries.ts";

const FLUSH_AFTER_MS = 50;
const FLUSH_AT_WAITING = 1000;
const RETRY_AFTER_MS = 1000;
/** Bounds how long the thread is busy handing over one commit. */
const MAX_COMMIT_UNITS = 2000;
const MAX_COMMIT_CHARS = 8 * 1024 * 1024;
/** What may wait while the storage fails. */
const MAX_WAITING_CHARS = 64 * 1024 * 1024;

/** What a batched write is about, the cheapest to lose first. */
export const batchedKinds = ["usage", "run", "conversation"] as const;
export type BatchedKind = (typeof batchedKinds)[number];

/** What a write leaves at `key`, for `peek`; undefined text: nothing. */
export type Keyed = { key: string; text: string | undefined };

type Write = {
  unit: Unit;
  chars: number;
  keyed: Keyed | undefined;
  /** A batched write has a kind, a durable one has someone who waits for it. */
  kind: BatchedKind | undefined;
  done: { resolve: (changes: number) => void; reject: (error: StoreError) => void } | undefined;
};

/**
 * Every write of a store, in the order it came. One commit is under way at a time, and what arrives
 * meanwhile is the next one: a group commit, one fsync for all its writers. A durable write starts
 * the next commit at once and takes the batched ones before it along; these alone wait 50 ms.
 *
 * When the storage fails, durable writes are rejected, and batched ones stay for a later try.
 */
export interface WriteQueue {
  /** Resolves to the rows that the unit's last call changed, once it is durable. Rejects with StoreError. */
  durable(unit: Unit, keyed?: Keyed): Promise<number>;
  /** Durable within 50 ms. A later one of the same key takes the place of one that still waits. */
  batched(kind: BatchedKind, unit: Unit, keyed?: Keyed): void;
  /** What the newest write that is not durable yet leaves at this key. */
  peek(key: string): Keyed | undefined;
  /** Everything queued so far is durable. Rejects with StoreError. */
  flush(): Promise<void>;
  /** Flushes as far as the storage lets it, and takes nothing more. Rejects with StoreError when something is lost. */
  close(): Promise<void>;
  /** For a read that shall see what was written before: flushes, unless the storage is failing anyway. */
  caughtUp(): Promise<void>;
}

export function createWriteQueue(
  engine: Pick<Engine, "commit">,
  log: Log,
  maxWaitingChars = MAX_WAITING_CHARS,
): WriteQueue {
  let waiting: Write[] = [];
  let waitingChars = 0;
  let latest = new Map<string, Write>();
  let underWay = new Map<string, Write>();
  let next: "none" | "later" | "now" | "committing" = "none";
  let timer: NodeJS.Timeout | undefined;
  let healthy = true;
  let closing: Promise<void> | undefined;

  function push(write: Write): void {
    waiting.push(write);
    waitingChars += write.chars;
    if (write.keyed !== undefined) latest.set(write.keyed.key, write);
  }

  function schedule(urgent: boolean): void {
    if (next === "committing" || next === "now" || (next === "later" && !urgent)) return;
    clearTimeout(timer);
    if (urgent) {
      next = "now";
      // Not in this very turn: all whom the last commit woke up shall be in the next one.
      setImmediate(() => void commitNext());
      return;
    }
    next = "later";
    timer = setTimeout(() => void commitNext(), healthy ? FLUSH_AFTER_MS : RETRY_AFTER_MS);
  }

  async function commitNext(): Promise<void> {
    next = "committing";
    const writes = takeWaiting();
    try {
      settle(writes, await engine.commit(writes.map((write) => write.unit)));
    } catch (error) {
      keepForLater(writes, asStoreError(error));
    }
    underWay = new Map();
    next = "none";
    if (waiting.length > 0) schedule(isUrgent());
  }

  const isUrgent = () =>
    (healthy && waiting.length >= FLUSH_AT_WAITING) ||
    waiting.some((write) => write.done !== undefined);

  function takeWaiting(): Write[] {
    let count = 0;
    let chars = 0;
    while (count < waiting.length && count < MAX_COMMIT_UNITS && chars < MAX_COMMIT_CHARS) {
      chars += waiting[count]?.chars ?? 0;
      count += 1;
    }
    const taken = waiting.splice(0, count);
    waitingChars -= chars;
    for (const write of taken) {
      if (write.keyed === undefined) continue;
      underWay.set(write.keyed.key, write);
      if (latest.get(write.keyed.key) === write) latest.delete(write.keyed.key);
    }
    return taken;
  }

  function settle(writes: readonly Write[], outcomes: readonly UnitOutcome[]): void {
    if (!healthy) log.warn({ waiting: waiting.length }, "the store writes again");
    healthy = true;
    for (const [index, write] of writes.entries()) {
      const outcome = outcomes[index] ?? "the store said nothing of it";
      if (typeof outcome === "number") write.done?.resolve(outcome);
      else if (write.done === undefined)
        log.error({ kind: write.kind, reason: outcome }, "a batched write was refused");
      else write.done.reject(new StoreError(`The store refused a write: ${outcome}`));
    }
  }

  /** Whoever waits for a durable write hears of the failure; batched writes go back to the front. */
  function keepForLater(writes: readonly Write[], error: StoreError): void {
    if (healthy) log.error({ reason: error.message }, "the store cannot write");
    healthy = false;
    const all = [...writes, ...waiting];
    for (const write of all) write.done?.reject(error);
    const newest = new Map<string, Write>();
    const batched = all.filter((write) => write.done === undefined);
    for (const write of batched) if (write.keyed !== undefined) newest.set(write.keyed.key, write);
    latest = newest;
    waiting = batched.filter(
      ({ keyed }, index) => keyed === undefined || newest.get(keyed.key) === batched[index],
    );
    waitingChars = waiting.reduce((sum, write) => sum + write.chars, 0);
    shed();
  }

  /** Too much waits: the oldest of what is cheapest to lose goes first, down to three quarters. */
  function shed(): void {
    if (waitingChars <= maxWaitingChars) return;
    for (const kind of batchedKinds) {
      let lost = 0;
      waiting = waiting.filter((write) => {
        if (write.kind !== kind || waitingChars <= maxWaitingChars * 0.75) return true;
        waitingChars -= write.chars;
        if (write.keyed !== undefined) latest.delete(write.keyed.key);
        lost += 1;
        return false;
      });
      if (lost > 0)
        log.error({ kind, lost }, "batched writes are lost: too many wait for the store");
    }
  }

  const queue: WriteQueue = {
    durable(unit, keyed) {
      if (closing !== undefined) return Promise.reject(new StoreError("The store is closed"));
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      push({ unit, chars: charsOf(unit), keyed, kind: undefined, done: { resolve, reject } });
      schedule(true);
      return promise;
    },
    batched(kind, unit, keyed) {
      if (closing !== undefined) {
        log.error({ kind, lost: 1 }, "a batched write came after the store was closed");
        return;
      }
      const write: Write = { unit, chars: charsOf(unit), keyed, kind, done: undefined };
      const older = keyed === undefined ? undefined : latest.get(keyed.key);
      if (older !== undefined && older.done === undefined) {
        waitingChars += write.chars - older.chars;
        Object.assign(older, write);
      } else push(write);
      if (waitingChars > maxWaitingChars) shed();
      schedule(healthy && waiting.length >= FLUSH_AT_WAITING);
    },
    peek: (key) => (latest.get(key) ?? underWay.get(key))?.keyed,
    async flush() {
      if (waiting.length > 0 || next === "committing") await queue.durable([]);
    },
    async caughtUp() {
      if (healthy) await queue.flush().catch(() => undefined);
    },
    close() {
      const flushed = closing ?? queue.flush();
      closing ??= flushed.finally(() => {
        clearTimeout(timer);
        if (waiting.length > 0)
          log.error(
            { lost: waiting.length },
            "batched writes are lost: the store closed unwritten",
          );
      });
      return closing;
    },
  };
  return queue;
}

/** What a unit weighs in memory, roughly. */
function charsOf(unit: Unit): number {
  let chars = 100;
  for (const { values } of unit)
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      chars += typeof value === "string" ? value.length : 8;
    }
  return chars;
}

const asStoreError = (error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError(`The store failed: ${String(error)}`, { cause: error });

/** What the writing thread is started with. */
export type WriterData = { file: string; texts: readonly CompiledText[] };

export type WriterRequest =
  | { id: number; do: "commit"; units: PackedUnits }
  | { id: number; do: "all"; sql: string; values: readonly Value[] }
  | { id: number; do: "check" | "close" };

/** Reply 0 comes unasked: the file is open, or a `fault` says why not. */
export type WriterReply =
  | { id: number; outcomes: UnitOutcome[] }
  | { id: number; rows: Record<string, unknown>[] }
  | { id: number; done: true }
  | { id: number; fault: string };

/**
 * Units as one flat array, which crosses to another thread in half the time of nested ones.
 * Shape:  for each unit how many calls, then for each call its text's index and its values
 */
type PackedUnits = readonly Value[];

export function packUnits(units: readonly Unit[], indexOf: (call: Call) => number): PackedUnits {
  const packed: Value[] = [];
  for (const unit of units) {
    packed.push(unit.length);
    for (const call of unit) {
      packed.push(indexOf(call));
      for (let at = 0; at < call.values.length; at++) packed.push(call.values[at] ?? null);
    }
  }
  return packed;
}

/** A call as the writing thread sees it. */
export type UnpackedCall = { text: number; values: Value[] };

/** Reads what `packUnits` wrote. */
export function unpackUnits(packed: PackedUnits, texts: readonly CompiledText[]): UnpackedCall[][] {
  const units: UnpackedCall[][] = [];
  let at = 0;
  while (at < packed.length) {
    const unit: UnpackedCall[] = [];
    for (let calls = Number(packed[at++]); calls > 0; calls -= 1) {
      const text = Number(packed[at++]);
      const end = at + (texts[text]?.order.length ?? 0);
      unit.push({ text, values: packed.slice(at, end) });
      at = end;
    }
    units.push(unit);
  }
  return units;
}
