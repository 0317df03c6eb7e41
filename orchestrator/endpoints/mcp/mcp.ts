import { z } from "zod";
import { languageOf, optionsOf, originOf, type Route } from "../http/endpoint.ts";
import { type EndpointDeps, linkTo } from "../http/endpoint-deps.ts";
import { userOf } from "../http/identity.ts";
import { OWN_VERSION } from "../http/own-version.ts";
import { readBody } from "../http/read-body.ts";

/** A message of JSON-RPC, as the Model Context Protocol has them. */
const message = z.looseObject({ jsonrpc: z.literal("2.0") });

/** POST /mcp: clients of the Model Context Protocol, behind the same authentication, rights and limits as every other. */
export function mcpRoutes(endpoints: EndpointDeps): Route[] {
  const { deps, turns, settings } = endpoints;
  if (settings.mcp === undefined) return [];
  const own = settings.mcp;
  return [
    {
      method: "POST",
      path: "/mcp",
      right: "turns",
      summary: "The Model Context Protocol: `ask`, `answer` and a tool for each goal",
      body: message,
      answer: message,
      handle: async (context) => {
        // One message: a batch would be a hundred requests that count as one.
        const parsedBody = await readBody(context, message);
        // Only whose clients speak it pay for loading it.
        const { handlerFor } = await import("./mcp-server.ts");
        const origin = originOf(context);
        const handler = handlerFor({
          deps,
          turns,
          user_id: userOf(context, settings),
          locale: languageOf(context),
          options: optionsOf(context),
          linkTo: (file) => linkTo(endpoints, file, origin),
          settings: own,
          version: OWN_VERSION,
        });
        return handler.fetch(context.req.raw, { parsedBody });
      },
    },
  ];
}
