import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, get, withQuery } from "./api.ts";
import { key } from "./settings.ts";

/** What a screen shows while it is asked for, when it is there, and when it cannot be had. */
export type Loaded<T> = {
  /** What came last stays while it is asked for again. */
  value: Signal<T | undefined>;
  error: Signal<ApiError | undefined>;
  again(): void;
};

const FIRST_WAIT_MS = 800;
const LONGEST_WAIT_MS = 5000;

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, "failed", String(error));

/**
 * Asks when the screen opens and whenever `deps` change. While the server is away it asks again by itself, so that a
 * screen is whole once the server is back.
 */
export function useLoaded<T>(
  read: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
): Loaded<T> {
  const value = useMemo(() => signal<T | undefined>(undefined), []);
  const error = useMemo(() => signal<ApiError | undefined>(undefined), []);
  const turn = useMemo(() => signal(0), []);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = (waitMs: number) => {
      read(leaving.signal).then(
        (found) => {
          if (leaving.signal.aborted) return;
          value.value = found;
          error.value = undefined;
        },
        (thrown: unknown) => {
          if (leaving.signal.aborted) return;
          const failed = asApiError(thrown);
          error.value = failed;
          if (failed.status !== 0 && failed.status !== 503) return;
          timer = setTimeout(() => attempt(Math.min(waitMs * 2, LONGEST_WAIT_MS)), waitMs);
        },
      );
    };
    attempt(FIRST_WAIT_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [...deps, turn.value, key.value]);
  return {
    value,
    error,
    again: () => {
      turn.value += 1;
    },
  };
}

/** The same of what stands at a path; asked for again when `also` changes. */
export const useGet = <T>(path: string, also: readonly unknown[] = []): Loaded<T> =>
  useLoaded((signal) => get<T>(path, signal), [path, ...also]);

/** A list that comes page by page: the first as it is loaded, older ones as they are asked for. */
export type Pages<P> = { first: Loaded<P>; older: readonly P[]; more(): void };

export function usePages<P extends { next: string | null }>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  also?: unknown,
): Pages<P> {
  const asked = withQuery(path, query);
  const first = useGet<P>(asked, [also]);
  const [older, setOlder] = useState<readonly P[]>([]);
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
  run(work: () => Promise<unknown>): void;
};

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    work()
      .catch((thrown: unknown) => setError(asApiError(thrown)))
      .finally(() => setBusy(false));
  };
  return { isBusy, error, run };
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
