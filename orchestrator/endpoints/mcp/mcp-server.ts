import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import { type Fault, faultsOf } from "#shared/contracts/errors.ts";
import { type Entities, type EntityValue, inputText } from "#shared/contracts/intent.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { FileLink } from "#shared/contracts/output.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { CatalogueGoal } from "../../catalogue/catalogue.ts";
import { expireQuestion } from "../../turn/open-question.ts";
import { failureWords } from "../../turn/reply/say.ts";
import type { Snapshot, TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
import {
  ANSWER,
  ASK,
  formOf,
  goalOfTool,
  refusal,
  resultOfTurn,
  saidInForm,
  toolName,
  toolsFor,
  wrongArguments,
} from "./tools.ts";

/** One request of a client: for whom, with which rights, and how its links begin. */
export type McpCaller = {
  deps: TurnDeps;
  turns: Turns;
  user_id: string;
  locale: Locale;
  options: TurnOptions;
  linkTo(file: FileLink): string;
  settings: { stateKey: string; askedInText: readonly string[] };
  version: string;
};

/** What is signed into a question's state while the client holds it. */
const heldState = z.strictObject({
  pending_id: z.string(),
  session_id: z.string(),
  /** Of the call that it was asked for. */
  call: z.string(),
});
type HeldState = z.infer<typeof heldState>;

type Result = CallToolResult | InputRequiredResult;

/** The orchestrator as a server of the Model Context Protocol, for one request. */
export const handlerFor = (caller: McpCaller): McpHttpHandler =>
  createMcpHandler(() => makeServer(caller));

function makeServer(caller: McpCaller): Server {
  const { deps, user_id, locale, options, settings } = caller;
  const codec = createRequestStateCodec<HeldState>({
    key: settings.stateKey,
    // No one answers with what another user was given.
    bind: () => user_id,
  });
  const server = new Server(
    { name: "regente", version: caller.version },
    {
      capabilities: { tools: {} },
      requestState: { verify: codec.verify },
      cacheHints: { "tools/list": { ttlMs: 60_000, cacheScope: "private" } },
    },
  );
  const allowed = () => ({ catalogue: deps.current().catalogue, mayUse: options.mayUse });
  server.setRequestHandler("tools/list", () => ({ tools: toolsFor(allowed(), locale) }));
  const carryOut = async (
    { name, arguments: given = {} }: CallToolRequest["params"],
    context: ServerContext,
  ): Promise<Result> => {
    const call = digestOf([name, given]);
    const state = context.mcpReq.requestState<unknown>();
    const work = makeCalls(caller, context, (pending) =>
      codec.mint({ pending_id: pending.id, session_id: pending.session_id, call }, context),
    );
    if (state !== undefined) {
      const held = heldState.parse(state);
      if (held.call !== call) return refusal(sayIn("mcp", locale)("other_call"));
      return work.answerForm(held);
    }
    if (name === ASK) return work.ask(given);
    if (name === ANSWER) return work.answerText(given);
    const goal = goalOfTool(name, allowed());
    if (goal === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}"`);
    const tool = toolsFor(allowed(), locale).find((each) => each.name === toolName(goal));
    const snapshot = deps.current();
    const at = { now: deps.clock.now(), timezone: deps.timezone };
    const schema = (tool?.inputSchema ?? { type: "object" }) as JsonSchema;
    const read = readArguments(goal, schema, given, snapshot, at);
    if ("faults" in read) return wrongArguments(read.faults);
    const { domain, spec } = goal;
    return work.begin(`${name} ${JSON.stringify(given)}`, deps.makeId("session"), {
      given: { domain, goal: spec.goal, entities: read.entities },
    });
  };
  server.setRequestHandler("tools/call", async ({ params }, context): Promise<Result> => {
    try {
      return await carryOut(params, context);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // The protocol's own error would tell the client what failed inside.
      deps.log.error({ err: error }, "a tool call failed");
      return refusal(failureWords(error, locale));
    }
  });
  return server;
}

const askArguments = z.strictObject({
  text: inputText,
  conversation: z.string().min(1).max(256).optional(),
});
const answerArguments = z.strictObject({ pending_id: z.string().min(1).max(256), text: inputText });

/** More open questions than this are not looked at. */
const MOST_OPEN = 500;

/** What one call of a tool may do. */
function makeCalls(
  { deps, turns, user_id, locale, options, linkTo, settings }: McpCaller,
  context: ServerContext,
  stateOf: (pending: PendingAction) => Promise<string>,
) {
  const say = sayIn("mcp", locale);
  const openIn = (session_id: string) =>
    deps.store.pending.find({ user_id, session_id }, deps.clock.now());

  /** One message, and the question that it leads to: as a form where the client can show one, else in words. */
  async function begin(
    input_text: string,
    session_id: string,
    more: TurnOptions = {},
    said: Locale | undefined = undefined,
  ): Promise<Result> {
    const entry = {
      ...{ user_id, session_id, input_text, channel: "mcp", metadata: {} },
      ...(more.given !== undefined && { locale }),
      ...(said !== undefined && { locale: said }),
    };
    const turn = await turns.answer(entry, deps, { ...options, ...more, tell: null });
    const pending = turn.pending === null ? undefined : await openIn(turn.session_id);
    if (pending !== undefined && canAsk(context, settings.askedInText)) return asForm(pending);
    return resultOfTurn(turn, pending, linkTo);
  }

  const asForm = async (pending: PendingAction): Promise<Result> =>
    inputRequired({
      inputRequests: { question: inputRequired.elicit(formOf(pending)) },
      requestState: await stateOf(pending),
    });

  return {
    begin,
    async ask(given: unknown): Promise<Result> {
      const parsed = askArguments.safeParse(given);
      if (!parsed.success) return wrongArguments(faultsOf(parsed.error));
      const { text, conversation = deps.makeId("session") } = parsed.data;
      // A "yes" that a model says for its person is none.
      return begin(text, conversation, { isProgram: true });
    },
    async answerText(given: unknown): Promise<Result> {
      const parsed = answerArguments.safeParse(given);
      if (!parsed.success) return wrongArguments(faultsOf(parsed.error));
      const { pending_id, text } = parsed.data;
      const open = await deps.store.pending.list({ user_id }, deps.clock.now(), MOST_OPEN);
      const pending = open.find(({ id }) => id === pending_id);
      if (pending === undefined) return refusal(say("not_open"));
      if (pending.kind === "confirm") return refusal(sayIn("replies", locale)("only_the_person"));
      return begin(text, pending.session_id, { answers: pending.id }, pending.locale);
    },
    /** A form that comes back, for the question that it was made of and for no other. */
    async answerForm({ pending_id, session_id }: HeldState): Promise<Result> {
      const pending = await openIn(session_id);
      if (pending?.id !== pending_id) return refusal(say("not_open"));
      const response = inputResponse(context.mcpReq.inputResponses, "question");
      if (response.kind !== "elicit") return asForm(pending);
      if (response.action !== "accept") {
        await expireQuestion(deps, pending);
        return { content: [{ type: "text", text: say("left") }] };
      }
      const text = saidInForm(pending, response.content);
      if (text === undefined) return asForm(pending);
      return begin(text, session_id, { answers: pending_id }, pending.locale);
    },
  };
}

/** What a client says of itself beside each request. An elicitation that names no way means forms. */
const aboutClient = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({
    elicitation: z.looseObject({ form: z.unknown().optional(), url: z.unknown().optional() }),
  }),
  [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string() }).optional(),
});

/** Whether the client says that it can show forms, and is not known to leave them unanswered. */
function canAsk({ mcpReq }: ServerContext, askedInText: readonly string[]): boolean {
  const said = aboutClient.safeParse(mcpReq.envelope);
  if (!said.success) return false;
  const { elicitation } = said.data[CLIENT_CAPABILITIES_META_KEY];
  if (elicitation.form === undefined && elicitation.url !== undefined) return false;
  return !askedInText.includes(said.data[CLIENT_INFO_META_KEY]?.name ?? "");
}

type Read = { entities: Entities } | { faults: Fault[] };

/**
 * A tool's arguments as the values of its goal: checked by the tool's own schema, and words read as they are in a
 * sentence ("last friday", a listed name's synonym).
 */
function readArguments(
  { domain, spec }: CatalogueGoal,
  inputSchema: JsonSchema,
  given: unknown,
  { understanding }: Snapshot,
  at: { now: number; timezone: string },
): Read {
  const parsed = compileSchema(inputSchema).safeParse(given);
  if (!parsed.success) return { faults: faultsOf(parsed.error) };
  const faults: Fault[] = [];
  const entities: [string, EntityValue][] = [];
  const read = (name: string, value: string): EntityValue | undefined => {
    const { type, values } = spec.entities_schema[name] ?? { type: "string" };
    if (type === "enum" && values?.includes(value)) return value;
    const found = understanding.valueOf(domain, spec.goal, name, value, at);
    // Of free words, only what is listed is read; the rest is the domain's to understand.
    return type === "string" ? (found?.known ? found.value : value) : found?.value;
  };
  for (const [name, value] of Object.entries(parsed.data as Record<string, unknown>)) {
    const one = Array.isArray(value)
      ? value.map((each: unknown) => (typeof each === "string" ? read(name, each) : each))
      : typeof value === "string"
        ? read(name, value)
        : value;
    if (one === undefined || (Array.isArray(one) && one.includes(undefined)))
      faults.push({ path: name, message: `"${String(value)}" is no value for it` });
    else entities.push([name, one as EntityValue]);
  }
  return faults.length > 0 ? { faults } : { entities: Object.fromEntries(entities) };
}
