import { hash } from "node:crypto";
import { type Artifact, type Message, type Part, Role, type Task, TaskState } from "@a2a-js/sdk";
import {
  AgentEvent,
  type AgentExecutor,
  type ExecutionEventBus,
  type RequestContext,
} from "@a2a-js/sdk/server";
import { type TurnResponse, turnResponse } from "#shared/contracts/endpoints.ts";
import { MAX_INPUT_CHARS } from "#shared/contracts/intent.ts";
import type { Json } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { FileLink } from "#shared/contracts/output.ts";
import type { HeldMessage, Taker } from "../../ports/message-store.ts";
import { RunTakenError } from "../../ports/store-error.ts";
import { expireQuestion } from "../../turn/expire-question.ts";
import { failureWords } from "../../turn/reply/failure-words.ts";
import type { TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";

/** Who sends a task, and with which rights. */
export type A2aCaller = {
  deps: TurnDeps;
  turns: Turns;
  user_id: string;
  locale: Locale;
  options: TurnOptions;
  /** This process, which carries the message out. */
  by: Taker;
  linkTo(file: FileLink): string;
};

/** How a task that is under way is ended from outside. */
export type EndTask = () => Promise<void>;
type RunningTasks = Pick<Map<string, EndTask>, "get" | "delete"> & {
  set(taskId: string, end: EndTask): unknown;
};

const words: Readonly<Record<Locale, { onlyText: string; answer: string }>> = {
  "pt-BR": { onlyText: "Mande um texto, de até 8.000 caracteres.", answer: "resposta" },
  en: { onlyText: "Send a text, of 8,000 characters at most.", answer: "answer" },
};

/**
 * One message of a peer agent as one turn of a conversation: its context is the session, a question makes it wait for
 * input, files become artifacts. A peer's yes is none: what destroys is confirmed by a person, on a channel of their own. A
 * message that comes again under its id has its effects once.
 */
export const executorFor = (caller: A2aCaller, running: RunningTasks): AgentExecutor => ({
  async execute(request, bus) {
    const tell = tellerOf(request, bus);
    const { deps, turns, user_id, options, locale } = caller;
    const { contextId: session_id, taskId, userMessage } = request;
    tell.begin();
    try {
      const input_text = userMessage.role === Role.ROLE_USER ? textOf(userMessage) : undefined;
      if (input_text === undefined || session_id.length > MOST_ID)
        return tell.end(TaskState.TASK_STATE_REJECTED, words[locale].onlyText);
      const openQuestion = () => deps.store.pending.find({ user_id, session_id }, deps.clock.now());
      const ending = new AbortController();
      running.set(taskId, async () => {
        ending.abort(new Error("the task was cancelled"));
        const open = await openQuestion();
        if (open !== undefined) await expireQuestion(deps, open);
      });
      const entry = { user_id, session_id, input_text, channel: "a2a", metadata: {} };
      const watch: TurnOptions["watch"] = (event) => {
        if (event.type === "step_started") tell.step(`${event.domain}.${event.capability}`);
      };
      // Its peer may leave and look at the task later; only a cancellation ends it.
      const { signal } = ending;
      const own = { ...options, signal, watch, isProgram: true as const, tell: null };
      const said = { user_id, messageId: userMessage.messageId, text: input_text };
      const turn = await answerOnce(said, caller.by, deps, async (message) => {
        const told = await turns.answer(entry, deps, { ...own, message });
        return signal.aborted && told.trace.receipts.length === 0 ? undefined : told;
      });
      if (turn === undefined) return;
      if (turn.pending !== null) return tell.end(TaskState.TASK_STATE_INPUT_REQUIRED, turn.answer);
      running.delete(taskId);
      if (ending.signal.aborted) return;
      for (const artifact of artifactsOf(turn, caller)) tell.artifact(artifact);
      // Done in part is not done; what was done is among the artifacts.
      const isWell = turn.status !== "failure" && turn.status !== "partial";
      tell.end(isWell ? TaskState.TASK_STATE_COMPLETED : TaskState.TASK_STATE_FAILED, turn.answer);
    } catch (error) {
      // A peer that heard nothing of it would wait for the task, or send it again.
      deps.log.error({ err: error }, "a task failed");
      running.delete(taskId);
      tell.end(TaskState.TASK_STATE_FAILED, failureWords(error, locale));
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

function textOf({ parts }: Message): string | undefined {
  const texts = parts.map(({ content }) => (content?.$case === "text" ? content.value : undefined));
  if (texts.includes(undefined)) return undefined;
  const text = texts.join("\n").trim();
  return text === "" || text.length > MAX_INPUT_CHARS ? undefined : text;
}

const partOf = (content: Part["content"], filename = "", mediaType = ""): Part => ({
  ...{ content, filename, mediaType, metadata: undefined },
});

/** The answer, and each file as a link that is the caller's for a day. */
const artifactsOf = (turn: TurnResponse, { linkTo, locale }: A2aCaller): Artifact[] => {
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

/** How long a message that comes again under its id is given the first one's answer, milliseconds. */
const SAME_MESSAGE_MS = 10 * 60 * 1000;
const PLACE = { channel: "a2a", kind: "message", keptMs: SAME_MESSAGE_MS };
/** How often a message that is under way is looked at again, milliseconds. */
const AGAIN_MS = 50;

/**
 * A peer's message, answered once: whoever sends it again under its id, to whichever process, waits for the first answer
 * and is given that. undefined from `carryOut`: nothing of it was begun, and it may be sent again.
 * Errors: RunTakenError while it is under way until the deadline; StoreError; those of `carryOut`
 */
export async function answerOnce<T extends TurnResponse | undefined>(
  said: { user_id: string; messageId: string; text: string },
  by: Taker,
  { store, clock, deadlineMs, makeId, sleep }: TurnDeps,
  carryOut: (message: HeldMessage) => Promise<T>,
): Promise<TurnResponse | T> {
  const { user_id, messageId, text } = said;
  // What says something else is another message, also under an id that a peer uses for all.
  const id = hash("sha256", JSON.stringify([user_id, messageId, text]));
  const run_id = makeId("run");
  const until = clock.now() + deadlineMs;
  for (;;) {
    const taken = await store.messages.take(PLACE, { id, user_id, digest: "", run_id }, by);
    // Its user was forgotten meanwhile: it is not done again, and there is nothing to tell.
    if (taken.is === "answered" && taken.answer === null) throw new RunTakenError(run_id);
    if (taken.is === "answered") return turnResponse.parse(taken.answer);
    if (taken.is === "ours") return answerHeld(taken.message, carryOut);
    if (clock.now() >= until) throw new RunTakenError(run_id);
    await sleep(AGAIN_MS, new AbortController().signal);
  }
}

async function answerHeld<T extends TurnResponse | undefined>(
  message: HeldMessage,
  carryOut: (message: HeldMessage) => Promise<T>,
): Promise<T> {
  try {
    const turn = await carryOut(message);
    // What was done is told also when it cannot be kept: whoever sends it again finds it by its run.
    const kept =
      turn === undefined
        ? message.forget()
        : message.answered(JSON.parse(JSON.stringify(turn)) as Json);
    await kept.catch(() => message.letGo());
    return turn;
  } catch (error) {
    await message.letGo();
    throw error;
  }
}
