/** What a provider lists of its models. */
export type ModelList = {
  has(name: string): boolean;
  /** Asks once; a list that cannot be had is asked for a few times more. Never rejects. */
  learn(signal: AbortSignal): Promise<void>;
};

/** Of a list, and of attempts to get it. */
const MOST_NAMES = 5000;
const MOST_ATTEMPTS = 3;
/** For the whole list, milliseconds: who is asked waits behind it. */
const PATIENCE_MS = 3000;

/** A list that is read when it is needed first. */
export function modelList(
  list: (signal: AbortSignal) => Promise<AsyncIterable<{ id: string }>>,
): ModelList {
  const names = new Set<string>();
  let attempts = 0;
  let reading: Promise<void> | undefined;
  const read = async (signal: AbortSignal) => {
    attempts += 1;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
      for await (const { id } of await list(limit)) {
        if (typeof id === "string") names.add(id);
        if (names.size >= MOST_NAMES) break;
      }
      attempts = MOST_ATTEMPTS;
    } catch {
      // It may come later; whoever asks now is answered by the configured model.
    } finally {
      reading = undefined;
    }
  };
  return {
    // Ollama lists "phi3:latest" for what people call "phi3".
    has: (name) => names.has(name) || names.has(`${name}:latest`),
    async learn(signal) {
      if (attempts >= MOST_ATTEMPTS) return;
      reading ??= read(signal);
      await reading;
    },
  };
}
