import type { z } from "zod";
import type { ModelRequest, OwnModel } from "../../ports/language-model.ts";

/** One request on the wire. With `schema` the answer is to be JSON of that form. */
export type ProviderCall = Pick<
  ModelRequest,
  "size" | "own" | "system" | "messages" | "maxTokens" | "sampling" | "signal"
> & {
  schema?: z.ZodType;
  /** Another request is needed, put differently: it is counted, or there is none left. */
  mayAskAgain(): boolean;
};

/** What came back, before anyone has judged it. */
export type ProviderAnswer = {
  text: string;
  /** end: the model had said everything. other: it wanted something that no one offered. */
  stopped: "end" | "cut_off" | "refused" | "other";
  tokens: { input: number; output: number; cached: number };
};

/**
 * One provider's protocol, and nothing else: no patience, no judgement.
 * Both methods reject with ModelError, and soon after the signal fires.
 */
export interface Provider {
  readonly name: string;
  modelOf(size: ModelRequest["size"], own?: OwnModel): string;
  /** Finds out which models it has, where that is not known yet. Never rejects. */
  learnModels(signal: AbortSignal): Promise<void>;
  ask(call: ProviderCall): Promise<ProviderAnswer>;
  stream(call: ProviderCall, onText: (piece: string) => void): Promise<ProviderAnswer>;
}

/** How a provider is reached. */
export type ProviderSettings = {
  apiKey: string | undefined;
  /** Undefined: the provider's own. */
  baseUrl: string | undefined;
  fast: string | undefined;
  smart: string | undefined;
};

/** Room for what a model thinks before it answers, tokens, where thinking cannot be turned off. */
export const THINKING_ROOM = 2048;
