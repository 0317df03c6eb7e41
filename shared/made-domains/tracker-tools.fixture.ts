import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { readTools } from "./tool-server.ts";

/** A server with tools, one of which changes when it is told to. */
export async function startTools() {
  const state = { description: "Opens an issue", opened: [] as string[], token: "" };
  const handler = createMcpHandler(({ requestInfo }) => {
    state.token = requestInfo?.headers.get("authorization") ?? "";
    const server = new McpServer({ name: "tracker", version: "1.0.0" });
    server.registerTool(
      "openIssue",
      {
        description: state.description,
        inputSchema: z.object({ title: z.string() }),
        annotations: { readOnlyHint: true },
      },
      async ({ title }, context) => {
        const which = z.object({ project: z.enum(["web", "api"]) });
        const chosen = acceptedContent(context.mcpReq.inputResponses, "project", which);
        if (chosen === undefined)
          return inputRequired({
            inputRequests: {
              project: inputRequired.elicit({ message: "Which project?", requestedSchema: which }),
            },
          });
        state.opened.push(`${chosen.project}: ${title}`);
        return { content: [{ type: "text", text: `Opened in ${chosen.project}.` }] };
      },
    );
    server.registerTool(
      "wipe",
      {
        description: "Deletes all",
        inputSchema: z.object({}),
        annotations: { destructiveHint: true },
      },
      async () => ({ content: [{ type: "text", text: "gone" }], isError: true }),
    );
    server.registerTool("hidden", { inputSchema: z.object({}) }, async () => ({ content: [] }));
    return server;
  });
  const server = createAdaptorServer({ fetch: (request) => handler.fetch(request) });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { tools: pinned } = await readTools({ mcp: { url }, credentials: undefined, env: {} });
  const close = () => new Promise((closed) => server.close(closed));
  return { state, url, pinned, close };
}
