import { z } from "zod";
import type { Effect } from "../contracts/capability.ts";
import { digestOf } from "../contracts/digest.ts";
import { parseContract } from "../contracts/errors.ts";
import { anyJson } from "../contracts/json-schema.ts";
import { reason } from "../messages/reason.ts";
import { DocumentError } from "./document.ts";
import { effectOf, type Opened, snake } from "./operations.ts";
import { type ToolNotes, toolNotes } from "./overlay.ts";
import { convertSchema } from "./schema.ts";

/** A tool as its server describes it. What it says of its effects is a hint: it can only make things stricter. */
export const pinnedTool = z.looseObject({
  description: z.string().max(20_000).default(""),
  inputSchema: z.record(z.string(), anyJson),
  annotations: z.looseObject({ destructiveHint: z.boolean().optional() }).optional(),
});
export type PinnedTool = z.infer<typeof pinnedTool>;

/** The file of the tools that an operator has looked at. */
const toolsFile = z.looseObject({
  info: z.looseObject({ title: z.string() }),
  tools: z.record(z.string().min(1).max(128), pinnedTool),
});

/** The tools of such a file. Errors: SyntaxError, ContractError */
export const pinnedIn = (text: string): Record<string, PinnedTool> =>
  parseContract(toolsFile, JSON.parse(text), "the pinned tools").tools;

/** What a tool is known by: when any of it changes, it is another tool. */
export const toolDigest = (
  name: string,
  { description, inputSchema }: { description: string; inputSchema: unknown },
): string => digestOf([name, description, inputSchema]);

/** A tool that an overlay has opened. */
export type OpenedTool = Opened & {
  tool: string;
  digest: string;
  notes: ToolNotes;
  /** By its server's own account: what is said of it, and nothing that is let through. */
  onlyReads: boolean;
};

/** The parameter that brings what the user answered to the server's own question. */
export const ANSWER_PARAM = "mcp_answer";

/**
 * The tools with an `x-regente`. Without one a tool does not exist.
 * Errors: ContractError, DocumentError naming the tool that cannot be called from here
 */
export function toolsOf(document: unknown, isTrusted: boolean): OpenedTool[] {
  const { tools } = parseContract(toolsFile, document, "the pinned tools");
  return Object.entries(tools).flatMap(([tool, pinned]) => {
    if (pinned["x-regente"] === undefined) return [];
    const place = `tools.${tool}`;
    const notes = parseContract(toolNotes, pinned["x-regente"], `${place}.x-regente`);
    const {
      type,
      properties = {},
      ...rest
    } = convertSchema(pinned, pinned.inputSchema, `${place}.inputSchema`);
    if (type !== "object")
      throw new DocumentError(
        `${place}.inputSchema`,
        reason("must_be", { options: [reason("an_object")] }),
      );
    const kept = Object.entries(properties).filter(([name]) => !notes.leave_out.includes(name));
    // The most careful reading: a hint of the server counts only where it is worse.
    const usual: Effect = pinned.annotations?.destructiveHint === true ? "destructive" : "external";
    const effect = effectOf(usual, notes.effect, isTrusted, place);
    return [
      {
        tool,
        digest: toolDigest(tool, pinned),
        capability: notes.capability ?? snake(tool),
        params_schema: {
          ...rest,
          type: "object" as const,
          properties: {
            ...Object.fromEntries(kept),
            [ANSWER_PARAM]: { type: "string" as const, maxLength: 2000 },
          },
          additionalProperties: false,
        },
        effect,
        isKeyed: false,
        notes,
        onlyReads: pinned.annotations?.["readOnlyHint"] === true && effect === "external",
        summary: pinned.description,
      },
    ];
  });
}
