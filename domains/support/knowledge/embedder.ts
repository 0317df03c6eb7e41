import { z } from "zod";

/** Texts as points: those that mean the like are near one another. Rejects when it has none to give. */
export type Embedder = {
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
