import { type Artifact, type Message, type Part, Role, type Task, TaskState } from "@a2a-js/sdk";
import {
  AgentEvent,
  type AgentExecutor,
  type ExecutionEventBus,
  type RequestContext,
} from "@a2a-js/sdk/server";
import type { AgentCaller } from "../../orchestrator/ports/agent-protocol.ts";
import type { Log } from "../../orchestrator/ports/log.ts";
import type { TurnResponse } from "../../shared/contracts/endpoints.ts";
import type { Locale } from "../../shared/contracts/names.ts";

/** How a task that is under way is ended from outside. */
export type EndTask = () => Promise<void>;
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
export const executorFor = (
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
