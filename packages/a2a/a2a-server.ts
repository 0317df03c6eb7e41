import { AgentCard, type Task, TaskState } from "@a2a-js/sdk";
import {
  DefaultExecutionEventBusManager,
  DefaultRequestHandler,
  JsonRpcTransportHandler,
  ServerCallContext,
  type TaskStore,
} from "@a2a-js/sdk/server";
import { LRUCache } from "lru-cache";
import type {
  AgentDescription,
  OpenAgentProtocol,
} from "../../orchestrator/ports/agent-protocol.ts";
import type { Locale } from "../../shared/contracts/names.ts";
import { type EndTask, executorFor } from "./carry-out-task.ts";

/** Of all callers. What a task did is in its runs, which are kept for good; this is only what peers ask for again. */
const MOST_TASKS = 2_000;
/** Of them all together: a message may say much beside its text. */
const MOST_CHARS = 32 * 1024 * 1024;
/** Messages of a task; those before are forgotten. */
const MOST_HISTORY = 20;
const MOST_LISTED = 50;

/** The tasks of each caller, the newest of them; no one finds another one's. */
function openTaskStore(weightOf: (task: Task) => number): TaskStore {
  const tasks = new LRUCache<string, Task>({
    ...{ max: MOST_TASKS, maxSize: MOST_CHARS, sizeCalculation: weightOf },
  });
  const ownerOf = ({ user }: ServerCallContext) => JSON.stringify(user?.userName ?? "");
  return {
    async save(task, context) {
      task.history = task.history.slice(-MOST_HISTORY);
      tasks.set(`${ownerOf(context)}${task.id}`, task);
    },
    async load(id, context) {
      return tasks.get(`${ownerOf(context)}${id}`);
    },
    async list({ contextId, status, pageSize = MOST_LISTED }, context) {
      const own = [...tasks.entries()]
        .filter(([key]) => key.startsWith(ownerOf(context)))
        .map(([, task]) => task)
        .filter((task) => contextId === "" || task.contextId === contextId)
        .filter(
          (task) => status === TaskState.TASK_STATE_UNSPECIFIED || task.status?.state === status,
        );
      const shown = own.slice(0, Math.min(Math.max(pageSize, 1), MOST_LISTED));
      return { tasks: shown, nextPageToken: "", pageSize: shown.length, totalSize: own.length };
    },
  };
}

const MOST_RUNNING = 10_000;

/** JSON-RPC's code for what was not foreseen: the library's own words stand beside it. */
const INTERNAL = -32603;
const NOT_FORESEEN =
  "The parameters are not those of this method, or something failed on our side.";

const withoutInsides = (answered: object): object =>
  "error" in answered && (answered.error as { code?: number }).code === INTERNAL
    ? { ...answered, error: { code: INTERNAL, message: NOT_FORESEEN } }
    : answered;

/** A stream that fails says so, as one answer more. */
async function* endingInWords(events: AsyncGenerator<object, void, undefined>, id: unknown) {
  try {
    yield* events;
  } catch (failed) {
    const error = JsonRpcTransportHandler.mapToJSONRPCError(failed);
    yield withoutInsides({ jsonrpc: "2.0", id: id ?? null, error });
  }
}

/** The orchestrator as an agent of the Agent2Agent protocol. Tasks outlive their requests, and no restart. */
export const openA2aServer: OpenAgentProtocol = ({ weightOf, log, mostChars }) => {
  const tasks = openTaskStore(weightOf);
  const buses = new DefaultExecutionEventBusManager();
  // Those that wait for an answer that never comes go with the oldest.
  const running = new LRUCache<string, EndTask>({ max: MOST_RUNNING });
  return {
    card: (self) => AgentCard.toJSON(agentCard(self)) as Record<string, unknown>,
    async serve(caller, self, body, requestedVersion) {
      const executor = executorFor(caller, { running, log, mostChars });
      const handler = new DefaultRequestHandler(agentCard(self), tasks, executor, buses);
      const context = new ServerCallContext({
        user: { isAuthenticated: true, userName: caller.user_id },
        ...(requestedVersion !== undefined && { requestedVersion }),
      });
      const answered = await new JsonRpcTransportHandler(handler).handle(body, context);
      return Symbol.asyncIterator in answered
        ? endingInWords(answered as AsyncGenerator<object, void, undefined>, body["id"])
        : withoutInsides(answered);
    },
  };
};

const MODES = ["text/plain"];

const descriptions: Readonly<Record<Locale, string>> = {
  "pt-BR":
    "Um pedido em português ou inglês é entendido, planejado e executado; o que faltar é perguntado de volta.",
  en: "A request in Portuguese or English is understood, planned and carried out; what is missing is asked back.",
};

/** What this agent is to others of the Agent2Agent protocol. */
const agentCard = ({ url, version, locale, asksForKey, skills }: AgentDescription): AgentCard => ({
  name: "Regente",
  description: descriptions[locale],
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", tenant: "", protocolVersion: "1.0" }],
  provider: undefined,
  version,
  capabilities: {
    streaming: true,
    pushNotifications: false,
    extensions: [],
    extendedAgentCard: false,
  },
  securitySchemes: asksForKey
    ? {
        key: {
          scheme: {
            $case: "httpAuthSecurityScheme",
            value: { description: "", scheme: "Bearer", bearerFormat: "" },
          },
        },
      }
    : {},
  securityRequirements: asksForKey ? [{ schemes: { key: { list: [] } } }] : [],
  defaultInputModes: MODES,
  defaultOutputModes: MODES,
  skills: skills.map(({ domain, examples, ...told }) => ({
    ...told,
    tags: [domain],
    examples: [...examples],
    ...{ inputModes: MODES, outputModes: MODES, securityRequirements: [] },
  })),
  signatures: [],
});
