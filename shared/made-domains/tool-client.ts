import type { Client, ElicitRequest, Transport } from "@modelcontextprotocol/client";
import type { MadeFromMcp } from "../contracts/bootstrap.ts";
import type { Locale } from "../contracts/names.ts";
import type { Credentials } from "./settings.ts";

/** What a server asks while it works. */
export type Form = ElicitRequest["params"];
export type Filled =
  | { action: "cancel" }
  | { action: "accept"; content: Record<string, string | number | boolean> };

/** Where a server is, and how it is told who calls. */
export type Reached = Pick<MadeFromMcp, "mcp"> & {
  credentials: Credentials | undefined;
  /** What a started program may see, beside the common variables. */
  env: Record<string, string>;
};

/** On whose behalf a connection is used. */
type Use = { onAsked: (form: Form) => Filled; locale?: Locale; signal?: AbortSignal };

/** Connections to a server. Errors: those of the connection, and what the task throws */
export type ToolClient = {
  withClient<T>(use: Use, task: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A connection for each use. */
export function freshClient(reached: Reached): ToolClient {
  return {
    async withClient(use, task) {
      const broken = Promise.withResolvers<never>();
      const work = async () => {
        const client = await connect(reached, use, broken.reject);
        try {
          return await task(client);
        } finally {
          await client.close();
        }
      };
      return Promise.race([work(), broken.promise]);
    },
    close: async () => {},
  };
}

/**
 * One connection, made when it is first needed and again after it has broken, used by one after the other. A use that is
 * given up ends it, since the program may still be busy: its state is lost then.
 */
export function keptClient(reached: Reached): ToolClient {
  let kept: Promise<Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let onAsked: Use["onAsked"] | undefined;

  async function open(): Promise<Client> {
    const ask = (form: Form) => onAsked?.(form) ?? { action: "cancel" as const };
    const client = await connect(reached, { onAsked: ask }, () => {});
    client.onclose = () => {
      kept = undefined;
    };
    return client;
  }

  async function end(): Promise<void> {
    const opened = kept;
    kept = undefined;
    const client = await opened?.catch(() => undefined);
    await client?.close();
  }

  async function take<T>(use: Use, task: (client: Client) => Promise<T>): Promise<T> {
    use.signal?.throwIfAborted();
    onAsked = use.onAsked;
    let client: Client | undefined;
    try {
      kept ??= open();
      client = await kept;
      return await task(client);
    } finally {
      onAsked = undefined;
      if (client === undefined || use.signal?.aborted === true) await end();
    }
  }

  return {
    withClient(use, task) {
      const mine = last.then(() => take(use, task));
      last = mine.catch(() => undefined);
      return mine;
    },
    close: end,
  };
}

async function connect(
  { mcp, credentials, env }: Reached,
  { onAsked, locale }: Use,
  fails: (reason: Error) => void,
): Promise<Client> {
  const { Client: McpClient, StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/client"
  );
  const client = new McpClient(
    { name: "regente", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => onAsked(params));
  let transport: Transport;
  if ("command" in mcp) {
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const [command = "", ...args] = mcp.command;
    const started = { command, args, env, stderr: "ignore" as const, maxBufferSize: MOST_BYTES };
    transport = new StdioClientTransport(started);
  } else {
    const url = new URL(mcp.url);
    if (credentials?.place === "query") url.searchParams.set(credentials.name, credentials.value);
    const headers = {
      ...(locale !== undefined && { "accept-language": locale }),
      ...(credentials?.place === "header" && { [credentials.name]: credentials.value }),
    };
    transport = new StreamableHTTPClientTransport(url, {
      // No redirect is followed: the address is the operator's.
      requestInit: { headers, redirect: "error" },
      // Who waits for an answer in a stream does not hear that the stream has broken.
      fetch: fetchAtMost((error) => {
        fails(error);
        void transport.close();
      }),
    });
  }
  await client.connect(transport);
  return client;
}

/** Of one answer, unpacked: all tools of a server are described in one. */
const MOST_BYTES = 4 * 1024 * 1024;

/** As fetch; an answer without end is given up, and told, instead of taking all memory. */
const fetchAtMost =
  (isTooMuch: (error: Error) => void) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    let size = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, stream) {
        size += chunk.length;
        if (size <= MOST_BYTES) return stream.enqueue(chunk);
        const error = new Error(`an answer of more than ${MOST_BYTES} bytes`);
        stream.error(error);
        isTooMuch(error);
      },
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
