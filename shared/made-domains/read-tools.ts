import { parseContract } from "../contracts/errors.ts";
import { type PinnedTool, pinnedTool } from "./pinned-tools.ts";
import type { Reached } from "./tool-client.ts";
import { type ToolServer, toolServer } from "./tool-server.ts";

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
