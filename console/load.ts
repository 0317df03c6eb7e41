import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, asApiError, get, keepTrying, type Query, withQuery } from "./api.ts";
import { key } from "./settings.ts";

/** Does something while a part is shown, and begins again when `deps` change. */
export const useWhile = (work: (leaving: AbortSignal) => unknown, deps: readonly unknown[]): void =>
  useEffect(() => {
    const leaving = new AbortController();
    void work(leaving.signal);
    return () => leaving.abort();
  }, deps);

/** What a screen shows while it is asked for, when it is there, and when it cannot be had. */
export type Loaded<T> = {
  /** What came last stays while it is asked for again. */
  value: Signal<T | undefined>;
  error: Signal<ApiError | undefined>;
  again(): void;
};

/**
 * Asks when the screen opens and whenever `deps` change. While the server is down it asks again by itself, so that a
 * screen is whole once the server is back.
 */
export function useLoaded<T>(
  read: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
): Loaded<T> {
  const value = useSignal<T | undefined>(undefined);
  const error = useSignal<ApiError | undefined>(undefined);
  const turn = useSignal(0);
  const attempt = async (leaving: AbortSignal) => {
    const found = await read(leaving);
    if (leaving.aborted) return true;
    value.value = found;
    error.value = undefined;
    return true;
  };
  const failed = (thrown: ApiError) => {
    error.value = thrown;
  };
  useWhile(
    (leaving) => keepTrying(leaving, () => attempt(leaving), failed),
    [...deps, turn.value, key.value],
  );
  const again = () => {
    turn.value += 1;
  };
  return { value, error, again };
}

/** The same of what stands at a path; asked for again when `also` changes. */
export const useGet = <T>(path: string, also: readonly unknown[] = []): Loaded<T> =>
  useLoaded((leaving) => get<T>(path, leaving), [path, ...also]);

const isNarrow = matchMedia("(max-width: 760px)");
/** So many rows are asked for at once; fewer where each is a card of its own. */
export const pageSize = (most: number): string => String(isNarrow.matches ? most / 5 : most);

/** A list that comes page by page: the first as it is loaded, older ones as they are asked for. */
export type Pages<P> = { first: Loaded<P>; older: readonly P[]; more(): void };

export function usePages<P extends { next: string | null }>(
  path: string,
  query: Query,
  also?: unknown,
): Pages<P> {
  const asked = withQuery(path, query);
  const [older, setOlder] = useState<readonly P[]>([]);
  // What one has paged down from stays where it is.
  const seen = useRef(also);
  if (older.length === 0) seen.current = also;
  const first = useGet<P>(asked, [seen.current]);
  useEffect(() => setOlder([]), [asked]);
  const more = () => {
    const before = (older.at(-1) ?? first.value.value)?.next ?? undefined;
    get<P>(withQuery(path, { ...query, before })).then(
      (page) => setOlder([...older, page]),
      (thrown: unknown) => {
        first.error.value = asApiError(thrown);
      },
    );
  };
  return { first, older, more };
}

/** Something that is done at a click: whether it is under way, and why it failed. */
export type Action = {
  isBusy: boolean;
  error: ApiError | undefined;
  run(work: () => unknown): void;
};

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = async (work: () => unknown) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(asApiError(thrown));
    }
    setBusy(false);
  };
  return { isBusy, error, run: (work) => void run(work) };
}

/** Counts up every so often, for what is looked at again; and by hand. */
export function useTicks(everyMs: number, isOn = true): [count: number, tick: () => void] {
  const [count, setCount] = useState(0);
  const tick = () => setCount((before) => before + 1);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [isOn]);
  return [count, tick];
}

/** What is typed into several fields, and what each of them is given. */
export function useFields<T extends Readonly<Record<string, string>>>(
  first: T,
): [typed: T, fieldOf: (name: keyof T) => { value: string; onValue(value: string): void }] {
  const [typed, setTyped] = useState(first);
  const fieldOf = (name: keyof T) => ({
    value: typed[name] ?? "",
    onValue: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return [typed, fieldOf];
}
