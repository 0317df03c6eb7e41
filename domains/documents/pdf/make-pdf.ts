import type { Locale } from "#shared/contracts/names.ts";
import { runInThread } from "#shared/worker-thread/run-in-thread.ts";

/**
 * What a PDF is made of. `content` is Markdown; the title stands above it where the text does not begin with it, and
 * `pictures`, data: URLs, below it.
 */
export type PdfSource = {
  title: string;
  shows_title: boolean;
  content: string;
  pictures: readonly string[];
  locale: Locale;
  /** With `{page}` and `{pages}` in it. */
  foot: string;
  timezone: string;
  created_at: number;
};

/** A page takes some 400 ms with the start of the thread, a hundred pages some seconds. */
const RULES = { timeoutMs: 15_000, memoryMb: 256 };

export type PdfMaker = (source: PdfSource, signal: AbortSignal) => Promise<Uint8Array | undefined>;

/** The PDF; undefined where the text is too much for the library, or takes too long. Nothing is fetched for it. */
export const makePdf: PdfMaker = runInThread<PdfSource, Uint8Array>(
  new URL("pdf-worker.ts", import.meta.url),
  RULES,
);
