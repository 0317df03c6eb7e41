import { z } from "zod";
import type { Locale } from "#shared/contracts/names.ts";
import type { Knowledge, Passage } from "./open-knowledge.ts";

/** How near a passage must be, -1..1, to be found by its meaning alone. */
const LEAST_LIKENESS = 0.55;
/** For what is asked, milliseconds; passages are read in the background. */
const PATIENCE_MS = 1500;
const PASSAGES_MS = 60_000;
/** Of reciprocal ranks: how much the first places count more than the next ones. */
const RANK_OFFSET = 60;
const CANDIDATES = 20;

type Read = Map<Locale, { passage: Passage; point: readonly number[] }[]>;

/**
 * A knowledge base that is searched by meaning as well: what the words find and what is near are ranked together. Where
 * there are no points, because they are not there yet or their server does not answer, the words alone decide.
 */
export function withVectors(
  knowledge: Knowledge,
  embedder: Embedder,
  warn: (reason: string) => void,
): Knowledge {
  let read: Read | undefined;
  let reading: Promise<void> | undefined;

  async function readPassages(): Promise<void> {
    const next: Read = new Map();
    try {
      for (const [locale, passages] of knowledge.passages) {
        const texts = passages.map(({ title, text }) => `${title}\n${text}`);
        const points = await embedder.embed(texts, AbortSignal.timeout(PASSAGES_MS));
        const placed = passages.map((passage, at) => ({ passage, point: points[at] ?? [] }));
        next.set(locale, placed);
      }
      read = next;
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
    } finally {
      reading = undefined;
    }
  }

  async function near(query: string, locale: Locale, signal: AbortSignal): Promise<Passage[]> {
    if (read === undefined) {
      // Whoever asks does not wait for the whole base; who asks later finds it read.
      reading ??= readPassages();
      return [];
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const [wanted = []] = await embedder.embed([query], limit);
    return (read.get(locale) ?? [])
      .map(({ passage, point }) => ({ passage, likeness: likeness(wanted, point) }))
      .filter((each) => each.likeness >= LEAST_LIKENESS)
      .toSorted((one, other) => other.likeness - one.likeness)
      .slice(0, CANDIDATES)
      .map(({ passage }) => passage);
  }

  return {
    ...knowledge,
    async search(query, locale, limit, signal) {
      const byWords = await knowledge.search(query, locale, CANDIDATES, signal);
      const byMeaning = await near(query, locale, signal).catch((error: unknown) => {
        warn(error instanceof Error ? error.message : String(error));
        return [];
      });
      return together(byWords, byMeaning).slice(0, limit);
    },
    passagesRead: async () => {
      reading ??= read === undefined ? readPassages() : undefined;
      await reading;
    },
  };
}

/** Cosine; 0 for points of different spaces. */
function likeness(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return 0;
  let product = 0;
  let ownSize = 0;
  let otherSize = 0;
  for (const [at, value] of one.entries()) {
    const theirs = other[at] ?? 0;
    product += value * theirs;
    ownSize += value * value;
    otherSize += theirs * theirs;
  }
  return ownSize === 0 || otherSize === 0 ? 0 : product / Math.sqrt(ownSize * otherSize);
}

/** Two rankings as one, by reciprocal ranks. */
function together(...rankings: readonly (readonly Passage[])[]): Passage[] {
  const ranks = new Map<string, { passage: Passage; rank: number }>();
  for (const ranking of rankings)
    for (const [at, passage] of ranking.entries()) {
      const known = ranks.get(passage.source + passage.text)?.rank ?? 0;
      const rank = known + 1 / (RANK_OFFSET + at);
      ranks.set(passage.source + passage.text, { passage, rank });
    }
  return [...ranks.values()]
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ passage }) => passage);
}

/** Texts as points: those that mean the like are near one another. Rejects when it has none to give. */
type Embedder = {
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
};

export type EmbedderSettings = { url: string; model: string; key: string | undefined };

const answer = z.looseObject({
  data: z.array(z.looseObject({ index: z.int(), embedding: z.array(z.number()).min(1) })),
});
/** Texts in one request. */
const BATCH = 64;

/** Every server that speaks the OpenAI embeddings API: Ollama, vLLM, OpenAI. */
export const openaiEmbedder = ({ url, model, key }: EmbedderSettings): Embedder => ({
  async embed(texts, signal) {
    const points: (readonly number[])[] = [];
    for (let from = 0; from < texts.length; from += BATCH) {
      const input = texts.slice(from, from + BATCH);
      const response = await fetch(`${url.replace(/\/+$/, "")}/embeddings`, {
        method: "POST",
        redirect: "error",
        headers: {
          "content-type": "application/json",
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input }),
        signal,
      });
      if (!response.ok) throw new Error(`embeddings: HTTP ${response.status}`);
      const { data } = answer.parse(await response.json());
      if (data.length !== input.length) throw new Error("embeddings: not one for each text");
      const inOrder = data.toSorted((one, other) => one.index - other.index);
      points.push(...inOrder.map(({ embedding }) => embedding));
    }
    return points;
  },
});
