import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type DomainsResponse,
  domainsResponse,
  type ErrorBody,
  type ExplainResponse,
  explainRequest,
  explainResponse,
  type TurnEvent,
  type TurnRequest,
  type TurnResponse,
  turnEvent,
  turnRequest,
  turnResponse,
} from "#shared/contracts/endpoints.ts";
import { parseContract } from "#shared/contracts/errors.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import { type RunEvent, runEvent } from "#shared/contracts/run.ts";

/** What the stub says. Everything that goes in or out keeps the contracts, or the test fails. */
export type Says = {
  turn?: (request: TurnRequest) => TurnResponse | TurnEvent[] | ErrorBody;
  explain?: ExplainResponse;
  /** Or what each look at them shows in its turn. */
  domains?: DomainsResponse | (() => DomainsResponse);
  /** Answers of other endpoints, by method and path: `GET /v1/runs?limit=1`. The test has checked them. */
  others?: Readonly<Record<string, unknown>>;
  /** Of one run: what each connection is told before it breaks, or ends where the last event is a reply. */
  events?: readonly (readonly RunEvent[])[];
  /** Hears the request and never answers it. */
  hold?: boolean;
  /** A whole answer that is none of ours. */
  raw?: { status: number; body: string };
};

export type Stub = {
  url: string;
  heard: TurnRequest[];
  /** The Last-Event-ID of each connection that asked for events. */
  followed: (string | undefined)[];
  close(): Promise<void>;
};

/** An orchestrator for terminals to talk to, on a free port of this machine. */
export async function stubOrchestrator(says: Says): Promise<Stub> {
  const heard: TurnRequest[] = [];
  const followed: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      json(response, 500, { error: { message, type: "stub", param: null, code: null } });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (says.raw !== undefined) {
      response.writeHead(says.raw.status).end(says.raw.body);
    } else if (request.url === "/v1/turns" && says.turn) {
      const asked = parseContract(turnRequest, JSON.parse(text), "request");
      heard.push(asked);
      if (says.hold) return;
      const said = says.turn(asked);
      if (Array.isArray(said)) stream(response, said);
      else if ("error" in said) json(response, 400, said);
      else json(response, 200, parseContract(turnResponse, said, "turn"));
    } else if (request.url === "/v1/explain" && says.explain) {
      parseContract(explainRequest, JSON.parse(text), "request");
      json(response, 200, parseContract(explainResponse, says.explain, "explain"));
    } else if (request.url === "/v1/domains" && says.domains) {
      const shown = typeof says.domains === "function" ? says.domains() : says.domains;
      json(response, 200, parseContract(domainsResponse, shown, "domains"));
    } else if (request.url?.endsWith("/events") && says.events) {
      follow(response, says.events[followed.length] ?? []);
      followed.push(request.headers["last-event-id"]?.toString());
    } else {
      const said = says.others?.[`${request.method} ${request.url}`];
      if (said === undefined) json(response, 404, noSuchThing);
      else json(response, 200, said);
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    followed,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const noSuchThing: ErrorBody = {
  error: { message: "Não existe.", type: "not_found_error", param: null, code: "not_found" },
};

/** A line that breaks, unless the run is over. */
function follow(response: ServerResponse, events: readonly RunEvent[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events)
    response.write(
      `id: ${event.seq}\ndata: ${JSON.stringify(parseContract(runEvent, event, "event"))}\n\n`,
    );
  if (events.at(-1)?.type === "reply") response.end();
  // What was written is sent before the line is cut.
  else setImmediate(() => setImmediate(() => response.destroy()));
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, events: readonly TurnEvent[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const kept = parseContract(turnEvent, event, "event");
    response.write(`event: ${kept.type}\ndata: ${JSON.stringify(kept)}\n\n`);
  }
  response.end();
}

export const intentOf = (changes: Partial<IntentOutput> = {}): IntentOutput => ({
  primary_domain: "weather",
  goal: "GET_RAIN",
  entities: { city: "Recife" },
  confidence: 0.99,
  original_query: "vai chover no Recife?",
  tier: "template",
  evidence: [{ kind: "template", detail: "vai chover em {city}" }],
  alternatives: [],
  also: [],
  followups: [],
  ...changes,
});

export const turnOf = (changes: Partial<TurnResponse> = {}): TurnResponse => ({
  session_id: "session_1",
  run_id: "run_1",
  status: "success",
  answer: "Vai chover no Recife.",
  sources: [],
  files: [],
  pending: null,
  usage: { llm_calls: 0, tokens_input: 0, tokens_output: 0 },
  trace: { intent: intentOf(), execution_intents: [], plan: null, steps: [], receipts: [] },
  ...changes,
});
