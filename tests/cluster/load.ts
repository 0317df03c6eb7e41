import { setTimeout as pause } from "node:timers/promises";
import { planExecuteResponse, turnResponse } from "#shared/contracts/endpoints.ts";
import { planFor } from "../crash/ledger.ts";
import type { Machine } from "./machines.ts";

/** A request as its client saw it. */
export type Answered = {
  name: string;
  kind: "enter" | "announce" | "line";
  status: string;
  run_id: string;
  /** In words. */
  told: string;
  /** Milliseconds from when it was first sent, and whether the first try was enough. */
  took: number;
  again: number;
  endedAt: number;
};

export type Load = {
  readonly answered: Answered[];
  sent(): number;
  /** Sends nothing new, and waits for what was sent. */
  stop(): Promise<void>;
};

const LONGEST_MS = 120_000;

/**
 * Clients that send plans with two effects, and pairs of messages of one session to two machines at once, each under an
 * Idempotency-Key, and send them again until they are answered.
 */
export function keepAsking(
  machines: readonly Machine[],
  clients: number,
  label: string,
  report: (what: string) => void,
): Load {
  const answered: Answered[] = [];
  let sent = 0;
  let goesOn = true;
  const anyOf = (): Machine => {
    const up = machines.filter((each) => each.isUp());
    const from = up.length > 0 ? up : machines;
    const one = from[Math.floor(Math.random() * from.length)];
    if (one === undefined) throw new Error("there are no machines");
    return one;
  };

  async function carryThrough(
    name: string,
    kind: Answered["kind"],
    path: string,
    body: object,
    read: (body: unknown) => { run_id: string | null; status: string; answer: string },
  ): Promise<void> {
    const headers = {
      "content-type": "application/json",
      "idempotency-key": name.replace(" ", "_"),
    };
    const begun = performance.now();
    sent += 1;
    let last = "nothing came";
    for (let again = 0; performance.now() - begun < LONGEST_MS; again += 1) {
      const response = await fetch(`${anyOf().url}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      }).then(
        async (got) => ({ status: got.status, text: await got.text() }),
        () => undefined,
      );
      if (response?.status === 200) {
        const { run_id, status, answer: told } = read(JSON.parse(response.text));
        const endedAt = performance.now();
        const took = endedAt - begun;
        answered.push({ name, kind, status, run_id: run_id ?? "", told, took, again, endedAt });
        return;
      }
      if (response !== undefined) last = `${response.status} ${response.text.slice(0, 200)}`;
      if (response !== undefined && ![409, 429, 500, 503].includes(response.status))
        return report(`${name}: HTTP ${response.status} ${response.text.slice(0, 200)}`);
      await pause(20);
    }
    report(`${name} was never answered: ${last}`);
  }

  const plan = (name: string, kind: "enter" | "announce") =>
    carryThrough(
      name,
      kind,
      "/v1/plans/execute",
      { plan: planFor(name, kind), context: { session_id: name } },
      (body) => {
        const { run_id, status, output } = planExecuteResponse.parse(body);
        return { run_id, status, answer: output.explanation };
      },
    );
  const line = (session: string, message: number) =>
    carryThrough(
      `${session} m${message}`,
      "line",
      "/v1/turns",
      { session_id: session, input_text: `note down ${session} m${message}`, locale: "en" },
      (body) => {
        const { run_id, status, answer } = turnResponse.parse(body);
        return { run_id: run_id ?? null, status, answer };
      },
    );

  async function client(at: number): Promise<void> {
    for (let turn = 0; goesOn; turn += 1) {
      const name = `${label}.${at}.${turn}`;
      if (turn % 2 === 0) await plan(name, turn % 8 === 6 ? "announce" : "enter");
      else
        await Promise.all([line(`${label}-${at}`, turn * 2), line(`${label}-${at}`, turn * 2 + 1)]);
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, at) => client(at)));
  return {
    answered,
    sent: () => sent,
    async stop() {
      goesOn = false;
      await running;
    },
  };
}
