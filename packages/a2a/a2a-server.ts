import {
  AgentCard,
  type Artifact,
  type Message,
  type Part,
  Role,
  type Task,
  TaskState,
} from "@a2a-js/sdk";
import {
  AgentEvent,
  type AgentExecutor,
  DefaultExecutionEventBusManager,
  DefaultRequestHandler,
  type ExecutionEventBus,
  JsonRpcTransportHandler,
  type RequestContext,
  ServerCallContext,
  type TaskStore,
} from "@a2a-js/sdk/server";
import { LRUCache } from "lru-cache";
import type {
  AgentCaller,
  AgentDescription,
  OpenAgentProtocol,
} from "../../orchestrator/ports/agent-protocol.ts";
import type { Log } from "../../orchestrator/ports/log.ts";
import type { TurnResponse } from "../../shared/contracts/endpoints.ts";
import type { Locale } from "../../shared/contracts/names.ts";

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

/** How a task that is under way is ended from outside. */
type EndTask = () => Promise<void>;
type RunningTasks = Pick<Map<string, EndTask>, "get" | "delete"> & {
  set(taskId: string, end: EndTask): unknown;
};

const words: Readonly<Record<Locale, { onlyText: string; answer: string }>> = {
  "pt-BR": { onlyText: "Mande um texto de até 8.000 caracteres.", answer: "resposta" },
  en: { onlyText: "Send text of at most 8,000 characters.", answer: "answer" },
};

/**
 * One message of a peer agent as one turn of a conversation: its context is the session, a question makes it wait for
 * input, files become artifacts. A peer's yes is none: what destroys is confirmed by a person, on a channel of their own. A
 * message that comes again under its id has its effects once.
 */
const executorFor = (
  caller: AgentCaller,
  { running, log, mostChars }: { running: RunningTasks; log: Log; mostChars: number },
): AgentExecutor => ({
  async execute(request, bus) {
    const tell = tellerOf(request, bus);
    const { locale } = caller;
    const { contextId: session_id, taskId, userMessage } = request;
    tell.begin();
    try {
      const text = userMessage.role === Role.ROLE_USER ? textOf(userMessage, mostChars) : undefined;
      if (text === undefined || session_id.length > MOST_ID)
        return tell.end(TaskState.TASK_STATE_REJECTED, words[locale].onlyText);
      const ending = new AbortController();
      running.set(taskId, async () => {
        ending.abort(new Error("the task was cancelled"));
        await caller.closeQuestion(session_id);
      });
      // Its peer may leave and look at the task later; only a cancellation ends it.
      const { signal } = ending;
      const { messageId } = userMessage;
      const onStep = (step: string) => tell.step(step);
      const turn = await caller.answer({ session_id, messageId, text, signal, onStep });
      if (turn === undefined) return;
      if (turn.pending !== null) return tell.end(TaskState.TASK_STATE_INPUT_REQUIRED, turn.answer);
      running.delete(taskId);
      if (signal.aborted) return;
      for (const artifact of artifactsOf(turn, caller)) tell.artifact(artifact);
      // Done in part is not done; what was done is among the artifacts.
      const isWell = turn.status !== "failure" && turn.status !== "partial";
      tell.end(isWell ? TaskState.TASK_STATE_COMPLETED : TaskState.TASK_STATE_FAILED, turn.answer);
    } catch (error) {
      // A peer that heard nothing of it would wait for the task, or send it again.
      log.error({ err: error }, "a task failed");
      running.delete(taskId);
      tell.end(TaskState.TASK_STATE_FAILED, caller.failureWords(error));
    } finally {
      bus.finished();
    }
  },
  async cancelTask(taskId, bus) {
    await running.get(taskId)?.();
    running.delete(taskId);
    bus.publish(
      AgentEvent.statusUpdate({
        ...{ taskId, contextId: "", metadata: undefined },
        status: statusOf(TaskState.TASK_STATE_CANCELED, undefined),
      }),
    );
    bus.finished();
  },
});

const MOST_ID = 256;

function textOf({ parts }: Message, mostChars: number): string | undefined {
  const texts = parts.map(({ content }) => (content?.$case === "text" ? content.value : undefined));
  if (texts.includes(undefined)) return undefined;
  const text = texts.join("\n").trim();
  return text === "" || text.length > mostChars ? undefined : text;
}

const partOf = (content: Part["content"], filename = "", mediaType = ""): Part => ({
  ...{ content, filename, mediaType, metadata: undefined },
});

/** The answer, and each file as a link that is the caller's for a day. */
const artifactsOf = (turn: TurnResponse, { linkTo, locale }: AgentCaller): Artifact[] => {
  const told = partOf({ $case: "text", value: turn.answer }, "", "text/plain");
  const { run_id, status } = turn;
  const about = { description: "", metadata: { run_id, status }, extensions: [] };
  return [
    { artifactId: turn.run_id, name: words[locale].answer, parts: [told], ...about },
    ...turn.files.map((file, at) => ({
      artifactId: `${turn.run_id}-${at + 1}`,
      name: file.name,
      parts: [partOf({ $case: "url", value: linkTo(file) }, file.name, file.media_type)],
      ...about,
    })),
  ];
};

const statusOf = (state: TaskState, message: Message | undefined) => ({
  ...{ state, message, timestamp: new Date().toISOString() },
});

/** What is told of one task while it is carried out. */
function tellerOf(
  { taskId, contextId, task, userMessage }: RequestContext,
  bus: ExecutionEventBus,
) {
  let told = 0;
  const say = (text: string): Message => ({
    messageId: `${taskId}-${userMessage.messageId}-${++told}`,
    ...{ contextId, taskId, role: Role.ROLE_AGENT, metadata: undefined },
    parts: [partOf({ $case: "text", value: text }, "", "text/plain")],
    ...{ extensions: [], referenceTaskIds: [] },
  });
  const update = (state: TaskState, text: string) =>
    bus.publish(
      AgentEvent.statusUpdate({
        ...{ taskId, contextId, metadata: undefined },
        status: statusOf(state, say(text)),
      }),
    );
  return {
    begin() {
      const begun: Task = {
        ...{ id: taskId, contextId, artifacts: task?.artifacts ?? [], metadata: undefined },
        history: [...(task?.history ?? []), userMessage],
        status: statusOf(TaskState.TASK_STATE_WORKING, undefined),
      };
      bus.publish(AgentEvent.task(begun));
    },
    step: (name: string) => update(TaskState.TASK_STATE_WORKING, name),
    artifact: (artifact: Artifact) =>
      bus.publish(
        AgentEvent.artifactUpdate({
          ...{ taskId, contextId, artifact, append: false, lastChunk: true, metadata: undefined },
        }),
      ),
    end: update,
  };
}
