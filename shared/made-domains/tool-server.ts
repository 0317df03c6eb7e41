import type {
  CallToolResult,
  Client,
  ElicitRequest,
  Tool,
  Transport,
} from "@modelcontextprotocol/client";
import type { MadeFromMcp } from "../contracts/bootstrap.ts";
import { parseContract } from "../contracts/errors.ts";
import type { Locale } from "../contracts/names.ts";
import { phraseList } from "../language/words.ts";
import { oneAfterAnother } from "../patience/one-after-another.ts";
import { fold, foldPhrase } from "../plain-text/fold.ts";
import { type OpenedTool, type PinnedTool, pinnedTool, toolDigest } from "./pinned-tools.ts";
import type { Credentials } from "./settings.ts";

/** A server asks for one thing of its own. */
type Question = {
  text: string;
  /** What can be chosen; empty: anything may be said. */
  choices: { label: string; value: string }[];
};

type ToolCall = {
  arguments: Record<string, unknown>;
  /** What the user said to the server's question. */
  answer: string | undefined;
  /** The user's language, for a server that speaks more than one. */
  locale: Locale;
  signal: AbortSignal;
};

/** What came of a call. */
export type ToolAnswered =
  | { how: "answered"; result: CallToolResult }
  | { how: "asked"; question: Question }
  | { how: "changed" }
  /** The tool was not called: the server could not be reached, or be started. */
  | { how: "not_called" }
  /** It was called, and how it ended is not known. */
  | { how: "not_reachable" };

type ToolServer = {
  /** What it calls itself, and its tools. */
  describe(): Promise<{ title: string; tools: Tool[] }>;
  call(tool: OpenedTool, call: ToolCall): Promise<ToolAnswered>;
  /** Ends the program, if it was started. */
  close(): Promise<void>;
};

/**
 * A server over its transport. What it asks belongs to the call that it asks in, so an address is connected to for each
 * call, and a program, which keeps its state, does one call after the other.
 */
export function toolServer(reached: Reached): ToolServer {
  const { withClient, close } =
    "command" in reached.mcp ? keptClient(reached) : freshClient(reached);
  return {
    close,
    describe: () =>
      withClient({ onAsked: refuseForm }, async (client) => {
        const about = client.getServerVersion();
        const { tools } = await client.listTools();
        return { title: about?.title ?? about?.name ?? "", tools };
      }),
    async call(tool, call) {
      const first = await callOnce(tool, call);
      // A program that had ended in the meantime is started again: nothing was asked of it yet.
      const isEnded = first.how === "not_called" && "command" in reached.mcp;
      return isEnded && !call.signal.aborted ? callOnce(tool, call) : first;
    },
  };

  async function callOnce({ tool, digest }: OpenedTool, call: ToolCall): Promise<ToolAnswered> {
    const { arguments: given, answer, locale, signal } = call;
    let asked: Question | undefined;
    let isCalled = false;
    const onAsked = (form: Form): Filled => {
      const filled = answer === undefined ? undefined : fill(form, answer);
      if (filled !== undefined) return filled;
      asked ??= questionOf(form);
      return refuseForm();
    };
    try {
      return await withClient(
        { onAsked, locale, signal },
        async (client): Promise<ToolAnswered> => {
          const { tools } = await client.listTools(undefined, { signal });
          const now = tools.find(({ name }) => name === tool);
          if (now === undefined || digestNow(now) !== digest) return { how: "changed" };
          isCalled = true;
          const result = await client.callTool(
            { name: tool, arguments: given, _meta: { [LOCALE_KEY]: locale } },
            { signal },
          );
          return asked === undefined
            ? { how: "answered", result }
            : { how: "asked", question: asked };
        },
      );
    } catch {
      if (!isCalled) return { how: "not_called" };
      if (asked !== undefined) return { how: "asked", question: asked };
      return { how: "not_reachable" };
    }
  }
}

/** Where a call says the user's language. */
const LOCALE_KEY = "regente/locale";

const digestNow = ({ name, description = "", inputSchema }: Tool): string =>
  toolDigest(name, { description, inputSchema });

const refuseForm = (): Filled => ({ action: "cancel" });

type Field = {
  type?: string;
  title?: string;
  enum?: unknown[];
  enumNames?: unknown[];
  oneOf?: { const?: unknown; title?: unknown }[];
};

/** The one field of a form that asks for one thing; undefined for any other. */
function onlyField(form: Form): [string, Field] | undefined {
  if (!("requestedSchema" in form)) return undefined;
  const fields = Object.entries(form.requestedSchema.properties) as [string, Field][];
  return fields.length === 1 ? fields[0] : undefined;
}

/** A server's form as our question. What it says is outside text, and cut. */
function questionOf(form: Form): Question {
  const field = onlyField(form)?.[1];
  const listed = field?.enum ?? field?.oneOf?.map((each) => each.const) ?? [];
  const choices = listed.slice(0, 50).map((value, at) => ({
    value: String(value),
    label: String(field?.oneOf?.[at]?.title ?? field?.enumNames?.[at] ?? value).slice(0, 200),
  }));
  return { text: form.message.slice(0, 1000), choices: field?.type === "boolean" ? [] : choices };
}

const YES = new Set([...phraseList("answers.yes"), ...phraseList("answers.true-values")].map(fold));
const NO = new Set([...phraseList("answers.no"), ...phraseList("answers.false-values")].map(fold));

/** A form filled in with what the user said; undefined where that fits nothing. */
function fill(form: Form, answer: string): Filled | undefined {
  const [name, field] = onlyField(form) ?? [];
  if (name === undefined || field === undefined) return undefined;
  const said = answer.trim();
  const accept = (value: string | number | boolean): Filled => ({
    action: "accept",
    content: { [name]: value },
  });
  if (field.type === "boolean") {
    const word = foldPhrase(said);
    return YES.has(word) ? accept(true) : NO.has(word) ? accept(false) : undefined;
  }
  if (field.type === "number" || field.type === "integer") {
    const number = Number(said);
    return said !== "" && Number.isFinite(number) ? accept(number) : undefined;
  }
  return said === "" ? undefined : accept(said);
}

/** A server's tools as they are now, to be looked at and kept. */
export async function readTools(
  reached: Reached,
): Promise<{ title: string; tools: Record<string, PinnedTool> }> {
  const server = toolServer(reached);
  const { tools, title } = await described(server);
  const pinned = tools.map(({ name, description = "", inputSchema, annotations }) => {
    const one = { description, inputSchema, ...(annotations && { annotations }) };
    return [name, parseContract(pinnedTool, one, name)] as const;
  });
  return { title, tools: Object.fromEntries(pinned) };
}

async function described(server: ToolServer): ReturnType<ToolServer["describe"]> {
  try {
    return await server.describe();
  } finally {
    await server.close();
  }
}

/** What a server asks while it works. */
type Form = ElicitRequest["params"];
type Filled =
  | { action: "cancel" }
  | { action: "accept"; content: Record<string, string | number | boolean> };

/** Where a server is, and how it is told who calls. */
type Reached = Pick<MadeFromMcp, "mcp"> & {
  credentials: Credentials | undefined;
  /** What a started program may see, beside the common variables. */
  env: Record<string, string>;
};

/** On whose behalf a connection is used. */
type Use = { onAsked: (form: Form) => Filled; locale?: Locale; signal?: AbortSignal };

/** Connections to a server. Errors: those of the connection, and what the task throws */
type ToolClient = {
  withClient<T>(use: Use, task: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A connection for each use. */
function freshClient(reached: Reached): ToolClient {
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
function keptClient(reached: Reached): ToolClient {
  let kept: Promise<Client> | undefined;
  const inTurn = oneAfterAnother();
  let onAsked: Use["onAsked"] | undefined;

  async function open(signal: AbortSignal | undefined): Promise<Client> {
    const ask = (form: Form) => onAsked?.(form) ?? refuseForm();
    const client = await connect(reached, { onAsked: ask, ...(signal && { signal }) }, () => {});
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
      kept ??= open(use.signal);
      client = await kept;
      return await task(client);
    } finally {
      onAsked = undefined;
      // One that has ended before it was listened to does not say so.
      const isOpen = client?.transport !== undefined;
      if (!isOpen || use.signal?.aborted === true) await end();
    }
  }

  return {
    withClient: (use, task) => inTurn(() => take(use, task)),
    close: end,
  };
}

async function connect(
  { mcp, credentials, env }: Reached,
  { onAsked, locale, signal }: Use,
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
  await client.connect(transport, { ...(signal && { signal }) });
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
