import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { weightOf } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { FileLink } from "#shared/contracts/output.ts";
import type { Log } from "./log.ts";

/** A goal that the caller may use. */
export type AgentSkill = {
  id: string;
  name: string;
  description: string;
  domain: string;
  /** In each language some. */
  examples: readonly string[];
};

/** What this agent is to one of the others. */
export type AgentDescription = {
  /** Where its messages are taken. */
  url: string;
  version: string;
  locale: Locale;
  asksForKey: boolean;
  skills: readonly AgentSkill[];
};

export type AgentMessage = {
  session_id: string;
  /** What comes again under its id has its effects once. */
  messageId: string;
  text: string;
  signal: AbortSignal;
  onStep(step: string): void;
};

/** Another agent, with what it may have done here. */
export type AgentCaller = {
  user_id: string;
  locale: Locale;
  /** One turn of a conversation; undefined: it was cancelled before anything was done. Errors: those of a turn, RunTakenError */
  answer(message: AgentMessage): Promise<TurnResponse | undefined>;
  /** Whatever question is open there is not answered any more. */
  closeQuestion(session_id: string): Promise<void>;
  failureWords(error: unknown): string;
  linkTo(file: FileLink): string;
};

/** A protocol by which other agents ask this one, in bodies of JSON. */
export interface AgentProtocol {
  card(self: AgentDescription): Record<string, unknown>;
  /** One answer, or several as they come. `version`: of the protocol, as the caller has named it. */
  serve(
    caller: AgentCaller,
    self: AgentDescription,
    body: Record<string, unknown>,
    version: string | undefined,
  ): Promise<object | AsyncGenerator<object, void, undefined>>;
}

/** How a package that speaks such a protocol is opened. It imports nothing of the core but types: the rest is given to it. */
export type OpenAgentProtocol = (parts: {
  log: Log;
  /** Of one message. */
  mostChars: number;
  weightOf: typeof weightOf;
}) => AgentProtocol;
