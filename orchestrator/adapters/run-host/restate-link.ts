import { request } from "undici";
import type { Log } from "../../ports/log.ts";
import { RunHostAwayError } from "../../ports/run-host.ts";

/** Restate answers what it takes in some milliseconds; milliseconds. */
const PATIENCE_MS = 3000;

type RestateClient = {
  /** Durably taken once it resolves; what it leads to comes later. Rejects with RunHostAwayError. */
  send(service: string, key: string, handler: string, body: object): Promise<void>;
  /** Tells Restate where our services are. Rejects with RunHostAwayError. */
  register(endpoint: string): Promise<void>;
  /** What stands still, by service and key, with the last failure. Rejects with RunHostAwayError. */
  paused(): Promise<{ id: string; service: string; key: string; failure: string }[]>;
  /** Rejects with RunHostAwayError while none of its nodes answers. */
  check(): Promise<void>;
};

type Addresses = {
  ingress: readonly string[];
  admin: readonly string[];
  token: string | undefined;
};

/**
 * Restate over HTTP. Each of its nodes takes everything, so that the next is asked where one does not answer; what is sent
 * twice for it is taken once (workflows), or does no harm (a turn that is over).
 */
function restateClient({ ingress, admin, token }: Addresses): RestateClient {
  const first = { ingress: 0, admin: 0 };
  const lists = { ingress, admin };

  async function ask(where: "ingress" | "admin", path: string, body?: object): Promise<string> {
    const list = lists[where];
    let why = "";
    for (let tried = 0; tried < list.length; tried += 1) {
      const at = (first[where] + tried) % list.length;
      try {
        const response = await request(`${list[at]}${path}`, {
          method: body === undefined ? "GET" : "POST",
          signal: AbortSignal.timeout(PATIENCE_MS),
          headers: {
            "content-type": "application/json",
            accept: "application/json",
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          body: body === undefined ? null : JSON.stringify(body),
        });
        const text = await response.body.text();
        if (response.statusCode >= 200 && response.statusCode < 300) {
          first[where] = at;
          return text;
        }
        why = `HTTP ${response.statusCode}`;
      } catch (error) {
        why = error instanceof Error ? error.message || error.name : String(error);
      }
    }
    throw new RunHostAwayError(`Restate does not take it (${why})`);
  }

  return {
    async send(service, key, handler, body) {
      const path = `/${service}/${encodeURIComponent(key)}/${handler}/send`;
      await ask("ingress", path, body);
    },
    async register(endpoint) {
      await ask("admin", "/deployments", { uri: endpoint, force: false });
    },
    async paused() {
      const query =
        "select id, target_service_name, target_service_key, last_failure from sys_invocation " +
        "where status = 'paused' and target_service_name like 'Regente%' limit 500";
      const answer: unknown = JSON.parse(await ask("admin", "/query", { query }));
      return rowsOf(answer).map((row) => ({
        id: textOf(row["id"]),
        service: textOf(row["target_service_name"]),
        key: textOf(row["target_service_key"]),
        failure: textOf(row["last_failure"]),
      }));
    },
    async check() {
      await ask("ingress", "/restate/health");
    },
  };
}

const rowsOf = (answer: unknown): Record<string, unknown>[] => {
  const rows: unknown = isRecord(answer) ? answer["rows"] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
};
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Restate, and whether it answers. */
export type RestateLink = RestateClient & {
  /** Why it does not, as far as it was asked; undefined: it does. */
  away(): string | undefined;
};

export function restateLink(settings: Parameters<typeof restateClient>[0], log: Log): RestateLink {
  const restate = restateClient(settings);
  let why: string | undefined = "it was not asked yet";
  async function asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const given = await ask();
      isThere();
      return given;
    } catch (error) {
      if (error instanceof RunHostAwayError) isAway(error.message);
      throw error;
    }
  }
  const isThere = () => {
    if (why !== undefined) log.info({}, "the host of runs is there");
    why = undefined;
  };
  const isAway = (reason: string) => {
    if (why === undefined)
      log.warn({ reason }, "the host of runs is away: nothing that changes something is begun");
    why = reason;
  };

  return {
    send: (...sent) => asking(() => restate.send(...sent)),
    check: () => asking(() => restate.check()),
    register: restate.register,
    paused: restate.paused,
    away: () => why,
  };
}
