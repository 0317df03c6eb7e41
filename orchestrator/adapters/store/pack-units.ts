import type { CompiledText, Value } from "./compile-query.ts";
import type { Unit, UnitOutcome } from "./engine.ts";
import type { Call } from "./queries.ts";

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
export type PackedUnits = readonly Value[];

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
