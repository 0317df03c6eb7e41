import { signal } from "@preact/signals";
import type { z } from "zod";
import type { TurnEvent, TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { RunSummary, runsPage } from "#shared/contracts/native-endpoints.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import {
  ApiError,
  asApiError,
  at,
  eventsIn,
  get,
  keepTrying,
  post,
  send,
  withQuery,
} from "../../api.ts";
import { randomName } from "../../format.ts";
import { queried, setQuery } from "../../router.ts";
import { locale } from "../../settings.ts";
import type { Status } from "../../words.ts";

/** One message and what became of it. */
export type Exchange = {
  id: string;
  /** As it is sent, however often. */
  body: { session_id: string; input_text: string; locale: Locale };
  said: string;
  at: number;
  /** lost: the stream was cut, and it is asked what became of the message. */
  state: "sending" | "lost" | "done" | "failed";
  run_id: string | undefined;
  plan: ExecutionPlan | undefined;
  /** Of its steps, by id, while they run. */
  statuses: Readonly<Record<string, Status>>;
  turn: TurnResponse | undefined;
  error: ApiError | undefined;
  /** The beginning of the answer, while a model writes it. */
  early?: string;
};

/** What ran in a conversation that this tab has not seen, the oldest first. */
export const past = signal<readonly RunSummary[]>([]);

export const exchanges = signal<readonly Exchange[]>([]);
/** The exchange whose plan is shown beside the conversation; undefined: the last one. */
export const shownId = signal<string | undefined>(undefined);

const SESSION = "regente.session";
const TALK = "regente.talk:";
/** Of a long conversation the newest are kept for when the page is loaded again. */
const MOST_KEPT = 30;

const session = signal("");
/** The name of the conversation that is open. */
export const openedId = (): string => session.value;

/** The session in the address, else the last one of this tab, else a new one. */
export function openSession(): void {
  const wanted = queried("session") ?? sessionStorage.getItem(SESSION);
  if (wanted === session.peek()) setQuery({ session: session.peek() });
  else enter(wanted ?? `console-${randomName()}`);
}

export const newSession = (): void => enter(`console-${randomName()}`);

export function enter(name: string): void {
  session.value = name;
  sessionStorage.setItem(SESSION, name);
  exchanges.value = kept(name);
  shownId.value = undefined;
  setQuery({ session: name });
  for (const each of exchanges.value) if (each.state !== "done") void deliver(each);
  past.value = [];
  if (exchanges.value.length === 0) void lookBack(name);
}

const MOST_PAST = "20";

/** What the server keeps of a conversation that was had elsewhere. */
async function lookBack(name: string): Promise<void> {
  const path = withQuery("/v1/runs", { session_id: name, limit: MOST_PAST });
  const page = await get<z.infer<typeof runsPage>>(path).catch(() => undefined);
  if (page !== undefined && session.peek() === name) past.value = page.runs.toReversed();
}

/** Says that an answer was wrong. Gives false where this installation takes no such word. Errors: ApiError */
export async function tellWrong(run_id: string): Promise<boolean> {
  try {
    await send("POST", at`/v1/turns/${run_id}/feedback`, { body: { verdict: "wrong" } });
    return true;
  } catch (error) {
    if (asApiError(error).status === 404) return false;
    throw error;
  }
}

function kept(name: string): Exchange[] {
  try {
    const text = sessionStorage.getItem(TALK + name);
    return text === null ? [] : (JSON.parse(text) as Exchange[]);
  } catch {
    return [];
  }
}

function keep(): void {
  const told = exchanges.value.filter(({ state }) => state !== "failed").slice(-MOST_KEPT);
  try {
    sessionStorage.setItem(TALK + session.peek(), JSON.stringify(told));
  } catch {
    // More than a tab may keep: the conversation itself is on the server.
  }
}

const change = (id: string, changes: Partial<Exchange>): void => {
  exchanges.value = exchanges.value.map((each) =>
    each.id === id ? { ...each, ...changes } : each,
  );
};

/** Sends one message. `said` is what stands in the conversation: the name of the option whose number is sent. */
export function tell(input_text: string, said = input_text): void {
  const body = {
    session_id: session.peek(),
    input_text,
    locale: locale.value,
    follows_ticks: true,
  };
  const asked = { id: randomName(), body, said, at: Date.now(), state: "sending" as const };
  const nothing = { run_id: undefined, plan: undefined, turn: undefined, error: undefined };
  const exchange: Exchange = { ...asked, ...nothing, statuses: {} };
  exchanges.value = [...exchanges.value, exchange];
  shownId.value = undefined;
  keep();
  void deliver(exchange);
}

/**
 * Shows a message's steps as they run. Where the stream is cut, the server is down or the page is loaded again, it is
 * sent again under the same key, until it is known what became of it: it is carried out once, however often it is sent.
 */
async function deliver({ id, body }: Exchange): Promise<void> {
  const headers = { accept: "text/event-stream", "idempotency-key": `console-${id}` };
  const mayComeBack = ({ status, code }: ApiError) =>
    [0, 503].includes(status) || code === "idempotency_key_in_use";
  const attempt = async () => {
    await follow(id, await send("POST", "/v1/turns", { body, headers }));
    keep();
    return true;
  };
  const failed = (error: ApiError) =>
    change(id, mayComeBack(error) ? { state: "lost" } : { state: "failed", error });
  await keepTrying(undefined, attempt, failed, mayComeBack);
}

/** Until the turn is there, or why there is none. Errors: the stream ended early */
async function follow(id: string, response: Response): Promise<void> {
  const isStream = response.headers.get("content-type")?.includes("event-stream") === true;
  if (!isStream)
    return change(id, { state: "done", turn: (await response.json()) as TurnResponse });
  for await (const { event } of eventsIn<TurnEvent>(response)) if (take(id, event)) return;
  throw new Error("the stream ended early");
}

/** True once it is over. */
function take(id: string, event: TurnEvent): boolean {
  const { statuses = {}, early = "" } = exchanges.value.find((each) => each.id === id) ?? {};
  const set = (step: string | number, status: Status) =>
    change(id, { statuses: { ...statuses, [String(step)]: status } });
  switch (event.type) {
    case "plan":
      change(id, { plan: event.plan, run_id: event.run_id, state: "sending" });
      keep();
      return false;
    case "step_started":
      set(event.step_id, "running");
      return false;
    case "step_finished":
      set(event.step.id, event.step.status);
      return false;
    case "step_retried":
    case "reply":
      return false;
    case "words":
      change(id, { early: early + event.text });
      return false;
    case "turn": {
      const { turn } = event;
      const { plan, steps } = turn.trace;
      const ended = Object.fromEntries(steps.map((step) => [String(step.id), step.status]));
      const { run_id } = turn;
      change(id, { state: "done", turn, plan: plan ?? undefined, run_id, statuses: ended });
      return true;
    }
    case "error": {
      const { code, message } = event.error;
      change(id, { state: "failed", error: new ApiError(500, code ?? "", message) });
      return true;
    }
  }
}

export const stop = (run_id: string): Promise<unknown> =>
  post(at`/v1/runs/${run_id}/cancel`).catch(() => undefined);

/** Where in the tour one is; undefined: it is not being taken. */
export const tourStep = signal<number | undefined>(undefined);
/** How many messages there were when the step began. */
export const begunWith = signal(0);

export function goToStep(step: number | undefined): void {
  begunWith.value = exchanges.peek().length;
  tourStep.value = step;
}
