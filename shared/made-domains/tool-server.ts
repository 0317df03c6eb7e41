import type {
  CallToolResult,
  Client,
  ElicitRequest,
  Tool,
  Transport,
} from "@modelcontextprotocol/client";
import type { MadeFromMcp } from "../contracts/bootstrap.ts";
import { type OpenedTool, toolDigest } from "./pinned-tools.ts";
import type { Credentials } from "./settings.ts";

type Form = ElicitRequest["params"];

/** A server asks for one thing of its own. */
export type Question = {
  text: string;
  /** What can be chosen; empty: anything may be said. */
  choices: { label: string; value: string }[];
};

export type ToolCall = {
  arguments: Record<string, unknown>;
  /** What the user said to the server's question. */
  answer: string | undefined;
  signal: AbortSignal;
};

/** What came of a call. */
export type ToolAnswered =
  | { how: "answered"; result: CallToolResult }
  | { how: "asked"; question: Question }
  | { how: "changed" }
  | { how: "not_reachable"; why: string };

export type ToolServer = {
  /** What it calls itself, and its tools. */
  describe(): Promise<{ title: string; tools: Tool[] }>;
  call(tool: OpenedTool, call: ToolCall): Promise<ToolAnswered>;
};

/** Where a server is, and how it is told who calls. */
export type Reached = Pick<MadeFromMcp, "mcp"> & {
  credentials: Credentials | undefined;
  /** What a started program may see, beside the common variables. */
  env: Record<string, string>;
};

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

/** A server over its transport: a connection for each call, so that what it asks belongs to that call. */
export function toolServer({ mcp, credentials, env }: Reached): ToolServer {
  async function connect(
    onAsked: (form: Form) => Filled,
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
      transport = new StdioClientTransport({ command, args, env, stderr: "ignore" });
    } else {
      const url = new URL(mcp.url);
      if (credentials?.place === "query") url.searchParams.set(credentials.name, credentials.value);
      const headers =
        credentials?.place === "header" ? { [credentials.name]: credentials.value } : {};
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

  const withClient = async <T>(
    onAsked: (form: Form) => Filled,
    task: (client: Client) => Promise<T>,
  ): Promise<T> => {
    const broken = Promise.withResolvers<never>();
    const work = async () => {
      const client = await connect(onAsked, broken.reject);
      try {
        return await task(client);
      } finally {
        await client.close();
      }
    };
    return Promise.race([work(), broken.promise]);
  };

  return {
    describe: () =>
      withClient(refuseForm, async (client) => {
        const about = client.getServerVersion();
        const { tools } = await client.listTools();
        return { title: about?.title ?? about?.name ?? "", tools };
      }),
    async call({ tool, digest }, { arguments: given, answer, signal }) {
      let asked: Question | undefined;
      const onAsked = (form: Form): Filled => {
        const filled = answer === undefined ? undefined : fill(form, answer);
        if (filled !== undefined) return filled;
        asked ??= questionOf(form);
        return { action: "cancel" };
      };
      try {
        return await withClient(onAsked, async (client): Promise<ToolAnswered> => {
          const { tools } = await client.listTools();
          const now = tools.find(({ name }) => name === tool);
          if (now === undefined || digestNow(now) !== digest) return { how: "changed" };
          const result = await client.callTool({ name: tool, arguments: given }, { signal });
          return asked === undefined
            ? { how: "answered", result }
            : { how: "asked", question: asked };
        });
      } catch (error) {
        signal.throwIfAborted();
        if (asked !== undefined) return { how: "asked", question: asked };
        return { how: "not_reachable", why: error instanceof Error ? error.message : "" };
      }
    },
  };
}

const digestNow = ({ name, description = "", inputSchema }: Tool): string =>
  toolDigest(name, { description, inputSchema });

type Filled =
  | { action: "cancel" }
  | { action: "accept"; content: Record<string, string | number | boolean> };
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

const YES = new Set(["sim", "s", "yes", "y", "true", "ok"]);
const NO = new Set(["nao", "não", "n", "no", "false"]);

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
    const word = said.toLowerCase();
    return YES.has(word) ? accept(true) : NO.has(word) ? accept(false) : undefined;
  }
  if (field.type === "number" || field.type === "integer") {
    const number = Number(said);
    return said !== "" && Number.isFinite(number) ? accept(number) : undefined;
  }
  return said === "" ? undefined : accept(said);
}
