import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ApiError } from "./api.ts";
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
