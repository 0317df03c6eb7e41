import type { AgentCard } from "@a2a-js/sdk";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Allowed } from "../../planning/rights.ts";
import { type EndpointContext, originOf } from "../http/endpoint-context.ts";
import type { EndpointDeps } from "../http/endpoint-deps.ts";
import { userOf } from "../http/identity.ts";
import { optionsOf } from "../http/leaving.ts";
import { readBody } from "../http/read-body.ts";
import type { Route } from "../http/route.ts";
import { languageOf } from "../mcp/mcp.ts";
import { goalOfTool, toolsFor } from "../mcp/tools.ts";
import type { A2aServer } from "./a2a-server.ts";

/** In each language. */
const MOST_EXAMPLES = 2;
const MODES = ["text/plain"];

const descriptions: Readonly<Record<Locale, string>> = {
  "pt-BR":
    "Um pedido em português ou inglês é entendido, planejado e executado; o que faltar é perguntado de volta.",
  en: "A request in Portuguese or English is understood, planned and carried out; what is missing is asked back.",
};

/** What this agent is to others of the Agent2Agent protocol: a skill for each goal that the caller may use. */
function agentCard(
  allowed: Allowed,
  {
    origin,
    locale,
    version,
    asksForKey,
  }: { origin: string; locale: Locale; version: string; asksForKey: boolean },
): AgentCard {
  const skills = toolsFor(allowed, locale).flatMap(({ name, title, description }) => {
    const goal = goalOfTool(name, allowed);
    if (goal === undefined) return [];
    const examples = locales.flatMap((each) =>
      (goal.spec.hints.examples?.[each] ?? []).slice(0, MOST_EXAMPLES),
    );
    return [
      {
        ...{ id: name, name: title, description, tags: [goal.domain] },
        examples: examples.map((example) => parseExample(example).text),
        ...{ inputModes: MODES, outputModes: MODES, securityRequirements: [] },
      },
    ];
  });
  return {
    name: "Regente",
    description: descriptions[locale],
    supportedInterfaces: [
      {
        url: new URL("/a2a", origin).href,
        ...{ protocolBinding: "JSONRPC", tenant: "", protocolVersion: "1.0" },
      },
    ],
    provider: undefined,
    version,
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extensions: [],
      extendedAgentCard: false,
    },
    securitySchemes: asksForKey
      ? {
          key: {
            scheme: {
              $case: "httpAuthSecurityScheme",
              value: { description: "", scheme: "Bearer", bearerFormat: "" },
            },
          },
        }
      : {},
    securityRequirements: asksForKey ? [{ schemes: { key: { list: [] } } }] : [],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills,
    signatures: [],
  };
}

const VERSION = "0.1.0";

/** A text of 8,000 characters, however it is written, and as much about it. */
const MAX_BODY = 128 * 1024;

/** A message of JSON-RPC, as the Agent2Agent protocol has them. */
const message = z.looseObject({ jsonrpc: z.literal("2.0"), method: z.string().max(200) });
const card = z.looseObject({ name: z.string(), skills: z.array(z.unknown()) });

/** POST /a2a and its card: peers of the Agent2Agent protocol, behind the same authentication, rights and limits as every other. */
export function a2aRoutes(endpoints: EndpointDeps): Route[] {
  const { deps, turns, settings, processLease } = endpoints;
  let opened: Promise<{ serve: A2aServer; cardText: (card: CardOf) => unknown }> | undefined;
  // Only whose peers speak it pay for loading it.
  const server = () => {
    opened ??= import("./a2a-server.ts").then(({ openA2aServer, cardText }) => ({
      ...{ serve: openA2aServer(), cardText },
    }));
    return opened;
  };
  const cardFor = (context: EndpointContext): CardOf =>
    agentCard(
      { catalogue: deps.current().catalogue, mayUse: optionsOf(context).mayUse },
      {
        ...{ origin: originOf(context), locale: languageOf(context), version: VERSION },
        asksForKey: endpoints.authentication !== undefined,
      },
    );
  return [
    {
      method: "GET",
      path: "/.well-known/agent-card.json",
      right: "turns",
      tag: "a2a",
      summary: "What this agent does, for peers of the Agent2Agent protocol: a skill for each goal",
      answer: card,
      handle: async (context) =>
        context.json((await server()).cardText(cardFor(context)) as z.infer<typeof card>),
    },
    {
      method: "POST",
      path: "/a2a",
      right: "turns",
      tag: "a2a",
      summary: "The Agent2Agent protocol 1.0 over JSON-RPC: messages, tasks, streams",
      body: message,
      answer: message,
      handle: async (context) => {
        const body = await readBody(context, message, MAX_BODY);
        const { serve } = await server();
        const caller = {
          ...{ deps, turns, user_id: userOf(context, settings), by: processLease },
          ...{ locale: languageOf(context), options: optionsOf(context) },
          linkTo: (file: Parameters<typeof deps.files.signed>[0]) => {
            const { url } = endpoints.authentication === undefined ? file : deps.files.signed(file);
            return new URL(url, originOf(context)).href;
          },
        };
        const answered = await serve(
          caller,
          cardFor(context),
          body,
          context.req.header("A2A-Version"),
        );
        if (!(Symbol.asyncIterator in answered)) return context.json(answered);
        context.header("x-accel-buffering", "no");
        return streamSSE(context, async (stream) => {
          for await (const each of answered as AsyncIterable<object>)
            await stream.writeSSE({ data: JSON.stringify(each) });
        });
      },
    },
  ];
}

type CardOf = ReturnType<typeof agentCard>;
