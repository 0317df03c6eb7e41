import { AgentCard } from "@a2a-js/sdk";
import {
  DefaultExecutionEventBusManager,
  DefaultRequestHandler,
  JsonRpcTransportHandler,
  ServerCallContext,
} from "@a2a-js/sdk/server";
import { LRUCache } from "lru-cache";
import { type A2aCaller, type EndTask, executorFor } from "./carry-out-task.ts";
import { openTaskStore } from "./task-store.ts";

const MOST_RUNNING = 10_000;

/** Answers a body of JSON-RPC: one answer, or several as they come. */
export type A2aServer = (
  caller: A2aCaller,
  card: AgentCard,
  body: Record<string, unknown>,
  version: string | undefined,
) => Promise<object | AsyncGenerator<object, void, undefined>>;

/** The orchestrator as an agent of the Agent2Agent protocol. Tasks outlive their requests, and no restart. */
export function openA2aServer(): A2aServer {
  const tasks = openTaskStore();
  const buses = new DefaultExecutionEventBusManager();
  // Those that wait for an answer that never comes go with the oldest.
  const running = new LRUCache<string, EndTask>({ max: MOST_RUNNING });
  return (caller, card, body, requestedVersion) => {
    const handler = new DefaultRequestHandler(card, tasks, executorFor(caller, running), buses);
    const context = new ServerCallContext({
      user: { isAuthenticated: true, userName: caller.user_id },
      ...(requestedVersion !== undefined && { requestedVersion }),
    });
    return new JsonRpcTransportHandler(handler).handle(body, context);
  };
}

/** A card as it goes over the wire. */
export const cardText = (card: AgentCard): unknown => AgentCard.toJSON(card);
