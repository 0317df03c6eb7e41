import { hash } from "node:crypto";
import { z } from "zod";
import type { Evidence } from "#shared/contracts/intent.ts";
import { type AnswerCache, EVERYBODY } from "../../ports/answer-cache.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  addUsage,
  estimateTokens,
  type LanguageModel,
  ModelError,
  type ModelMessage,
  type ModelUsage,
  NO_USAGE,
  type PromptPart,
} from "../../ports/language-model.ts";
import type { Log } from "../../ports/log.ts";

/** A form to be filled in by the small model. */
export type Form<T> = {
  /** What it is for, in the log and the trace. */
  purpose: string;
  system: readonly PromptPart[];
  message: string;
  schema: z.ZodType<T>;
  maxTokens: number;
  /** What the answer depends on. The same again within a day is not asked again, if its answer still fits. */
  same?: readonly string[];
};

/** The form, if it was filled in, and a sentence on how that went. */
export type Filled<T> = { value: T | undefined; evidence: Evidence };

/** What models may take of one message: time, requests, and nothing that makes it fail. */
export type ModelShare = {
  /** Never rejects: a model that fails, refuses or is late has said nothing. */
  fill<T>(form: Form<T>): Promise<Filled<T>>;
  /** Everything so far, failures included. */
  spent(): ModelUsage;
};

export type ShareOf = {
  model: LanguageModel;
  clock: Clock;
  log: Log;
  run_id: string;
  /** Of the whole message: its length in milliseconds, and its end in epoch milliseconds. */
  deadlineMs: number;
  deadlineAt: number;
  signal: AbortSignal;
  /** Forms that were filled in before; absent: each is asked. */
  cache?: AnswerCache;
};

/** How long the same form need not be filled in again. */
const SAME_FOR_MS = 24 * 60 * 60 * 1000;

/** All that a model may take of a message, milliseconds; a third of its time where that is less. */
const MOST_TIME_MS = 8000;
/** With less time than this no one is asked. */
const LEAST_TIME_MS = 300;
/** On the wire, whatever they are for. */
const MOST_CALLS = 3;

/** A model's share of one message. Its time begins with the first form. */
export function openModelShare(of: ShareOf): ModelShare {
  const { model, clock, log, run_id } = of;
  let usage: ModelUsage = NO_USAGE;
  let endsAt: number | undefined;

  const timeLeft = (): number => {
    const now = clock.monotonic();
    endsAt ??= now + Math.min(MOST_TIME_MS, of.deadlineMs / 3);
    return Math.min(endsAt - now, of.deadlineAt - clock.now());
  };

  function note(purpose: string, promptTokens: number, took: ModelUsage, failed?: ModelError) {
    usage = addUsage(usage, took);
    const name = model.nameOf("fast");
    const facts = { run_id, model: name, purpose, prompt_tokens: promptTokens, ...took };
    if (failed === undefined) log.info(facts, "a model was asked");
    else log.warn({ ...facts, kind: failed.kind }, `a model gave nothing: ${failed.detail}`);
    const cost = `${took.llm_calls} calls, about ${promptTokens} tokens asked, ${took.tokens_input} in, ${took.tokens_output} out`;
    const outcome = failed === undefined ? "" : `, nothing usable (${failed.kind})`;
    return { kind: "model", detail: `${purpose} by ${name}: ${cost}${outcome}` };
  }

  /** A form that was filled in before, if it still is one of this schema. */
  async function recall<T>({ purpose, schema, same }: Form<T>): Promise<Filled<T> | undefined> {
    if (same === undefined) return undefined;
    const kept = await of.cache?.find(placeOf(purpose, same), clock.now());
    const parsed = kept === undefined ? undefined : schema.safeParse(kept);
    if (parsed?.success !== true) return undefined;
    const detail = `${purpose}: the same was asked within a day`;
    return { value: parsed.data, evidence: { kind: "cache", detail } };
  }

  function keep({ purpose, same }: Pick<Form<unknown>, "purpose" | "same">, value: unknown): void {
    const answer = z.json().safeParse(value);
    if (same === undefined || !answer.success) return;
    const expires_at = clock.now() + SAME_FOR_MS;
    of.cache?.put({ ...placeOf(purpose, same), answer: answer.data, expires_at });
  }

  return {
    spent: () => usage,
    async fill(wanted) {
      const known = await recall(wanted);
      if (known !== undefined) return known;
      const { purpose, system, message, schema, maxTokens } = wanted;
      const form = JSON.stringify(z.toJSONSchema(schema));
      const promptTokens = estimateTokens(
        [...system.map(({ text }) => text), message, form].join("\n"),
      );
      const messages: ModelMessage[] = [{ role: "user", text: message }];
      try {
        const timeoutMs = timeLeft();
        const maxCalls = MOST_CALLS - usage.llm_calls;
        if (timeoutMs < LEAST_TIME_MS || maxCalls < 1)
          throw new ModelError("unavailable", "no time or no call was left for it");
        const { signal } = of;
        const bounds = { maxTokens, timeoutMs, maxCalls, signal };
        const filled = await model.complete({ size: "fast", system, messages, schema, ...bounds });
        keep(wanted, filled.value);
        return { value: filled.value, evidence: note(purpose, promptTokens, filled.usage) };
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        return { value: undefined, evidence: note(purpose, promptTokens, error.usage, error) };
      }
    },
  };
}

const placeOf = (purpose: string, same: readonly string[]) => ({
  owner: EVERYBODY,
  kind: "intent",
  key: hash("sha256", JSON.stringify([purpose, ...same])),
});
