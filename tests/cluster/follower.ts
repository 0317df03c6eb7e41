import { setTimeout as pause } from "node:timers/promises";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { runsPage } from "#shared/contracts/native-endpoints.ts";
import { runEvent } from "#shared/contracts/run.ts";
import { twoChains } from "../crash/ledger.ts";
import type { Machine } from "./machines.ts";

const PATIENCE_MS = 30_000;
/** The machine dies after so many events. */
const SEEN_BEFORE = 9;

/** What someone heard who followed a run at one machine, and after its death at another. */
export type Followed = {
  items: string[];
  /** Steps of which they heard no end, or no beginning; `reply` where that did not come. */
  missing: string[];
  /** Events that they heard twice. */
  twice: string[];
  /** The stream broke before the reply, as it should for this to say anything. */
  isBroken: boolean;
};

/** A run of two chains side by side, followed live at a machine that dies meanwhile, and read on at another one. */
export async function followAcross(
  name: string,
  dying: Machine,
  other: () => Machine | undefined,
  kill: () => Promise<void>,
): Promise<Followed> {
  const { plan, items, ids } = twoChains(name);
  const headers = { "content-type": "application/json", "idempotency-key": name };
  const body = JSON.stringify({ plan, context: { session_id: name } });
  const asked = fetch(`${dying.url}/v1/plans/execute`, {
    ...{ method: "POST", headers, body },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    (response) => response.text(),
    () => "",
  );
  const heard: string[] = [];
  /** Steps that were never sent, as one before them failed: they have no beginning. */
  const unsent = new Set<string>();
  let lastId = "0";
  let dies: Promise<void> | undefined;

  /** True once the reply was heard. */
  async function listen(url: string, run_id: string, dieAfter: number): Promise<boolean> {
    const response = await fetch(`${url}/v1/runs/${run_id}/events`, {
      headers: { "last-event-id": lastId },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok || response.body === null) return false;
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { id, data } of events) {
      if (id !== undefined) lastId = id;
      const event = runEvent.parse(JSON.parse(data));
      if (event.type === "step_retried") continue;
      const step = event.type === "step_finished" ? event.step.id : undefined;
      if (event.type === "step_finished" && event.step.attempts === 0)
        unsent.add(`step_started ${event.step.id}`);
      const begun = event.type === "step_started" ? event.step_id : undefined;
      heard.push([event.type, step ?? begun].filter((part) => part !== undefined).join(" "));
      if (event.type === "reply") return true;
      if (heard.length === dieAfter) dies = kill();
    }
    return false;
  }

  const run_id = await runIn(dying.url, name);
  if (run_id !== undefined) await listen(dying.url, run_id, SEEN_BEFORE).catch(() => false);
  const isBroken = dies !== undefined && !heard.includes("reply");
  dies ??= kill();
  await dies;
  const until = performance.now() + PATIENCE_MS;
  let isOver = run_id === undefined || heard.includes("reply");
  while (!isOver && run_id !== undefined && performance.now() < until) {
    const url = other()?.url ?? "";
    isOver = await listen(url, run_id, Number.POSITIVE_INFINITY).catch(() => false);
    if (!isOver) await pause(50);
  }
  await asked;
  const wanted = [
    "plan",
    "reply",
    ...ids.flatMap((id) => [`step_started ${id}`, `step_finished ${id}`]),
  ];
  return {
    items: run_id === undefined ? [] : items,
    missing:
      run_id === undefined
        ? []
        : wanted.filter((each) => !heard.includes(each) && !unsent.has(each)),
    twice: heard.filter((each, at) => heard.indexOf(each) < at),
    isBroken,
  };
}

/** The run of a session, as soon as the machine knows of it. */
async function runIn(url: string, session_id: string): Promise<string | undefined> {
  for (let tried = 0; tried < 100; tried += 1) {
    const page = await fetch(`${url}/v1/runs?session_id=${session_id}`).then(
      async (response) => (response.ok ? runsPage.parse(await response.json()) : undefined),
      () => undefined,
    );
    const [run] = page?.runs ?? [];
    if (run !== undefined) return run.run_id;
    await pause(10);
  }
  return undefined;
}
