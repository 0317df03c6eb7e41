import type { Log } from "../../ports/log.ts";
import type { SentenceEncoder } from "../../ports/sentence-encoder.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { readGoals } from "../../understanding/goal-model.ts";
import {
  type MeaningModel,
  readMeaning,
  sentencesOf,
  sentenceVectors,
} from "../../understanding/meaning/meaning.ts";
import type { ReadMeaning } from "../../understanding/understanding.ts";
import type { JobRunner } from "./job-runner.ts";

export type MeaningDeps = { encoder: SentenceEncoder; aside: JobRunner; log: Log };

/** The meanings of a catalogue's sentences, learnt beside a running orchestrator. */
export type Meaning = {
  read: ReadMeaning;
  /** A catalogue came into force. */
  onChange(now: Snapshot): void;
  close(): void;
};

/** One goal of one domain. */
type Named = { readonly domain: string; readonly name: string };

export function openMeaning({ encoder, aside, log }: MeaningDeps): Meaning {
  let known: { digest: string; goals: readonly Named[]; model: MeaningModel } | undefined;
  let underWay = new AbortController();
  /** Of the catalogue before: most sentences of the next one are the same. */
  let encoded = new Map<string, Float32Array>();

  async function encodeAll(texts: readonly string[]): Promise<Float32Array[]> {
    const fresh = [...new Set(texts)].filter((text) => !encoded.has(text));
    const vectors = await encoder.encode(fresh);
    const all = new Map([
      ...encoded,
      ...fresh.map((text, at) => [text, vectors[at] ?? new Float32Array()] as const),
    ]);
    encoded = new Map(texts.map((text) => [text, all.get(text) ?? new Float32Array()]));
    return texts.map((text) => encoded.get(text) ?? new Float32Array());
  }

  async function learn({ catalogue, understanding }: Snapshot, signal: AbortSignal) {
    const goals = readGoals(catalogue);
    const sentences = sentencesOf(goals);
    const vectors = sentenceVectors(
      sentences,
      goals.length,
      await encodeAll(sentences.map(({ text }) => text)),
    );
    if (signal.aborted) return;
    const manifests = [...catalogue.manifests.values()];
    const training = understanding.training();
    const job = { do: "meaning" as const, manifests, values: vectors.values, training };
    const confidence = await aside(job, signal);
    if (confidence === null) {
      log.warn({ goals: goals.length }, "too few sentences to tell how certain their meanings are");
      return;
    }
    known = {
      digest: catalogue.digest,
      goals: goals.map(({ domain, name }) => ({ domain, name })),
      model: { vectors, confidence },
    };
    log.info(
      { encoder: encoder.name, sentences: sentences.length },
      "sentences are also read by meaning",
    );
  }

  return {
    async read(catalogue, text, byWords) {
      const now = known;
      if (now === undefined || now.digest !== catalogue.digest) return undefined;
      const [vector] = await encoder.encode([text]);
      const places = byWords.flatMap(({ domain, goal, confidence }) => {
        const at = now.goals.findIndex((each) => each.domain === domain && each.name === goal);
        return at < 0 ? [] : [{ goal: at, confidence }];
      });
      const read = vector && readMeaning(now.model, vector, places);
      const goal = read && now.goals[read.goal];
      return goal && { domain: goal.domain, goal: goal.name, confidence: read.confidence };
    },
    onChange(now) {
      underWay.abort(new Error("the manifests changed"));
      if (now.catalogue.goals.length === 0) return;
      const mine = new AbortController();
      underWay = mine;
      learn(now, mine.signal).catch((err: unknown) => {
        if (!mine.signal.aborted) log.error({ err }, "meanings could not be learnt");
      });
    },
    close: () => underWay.abort(new Error("the orchestrator ends")),
  };
}
