import type { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
import { jsonFault } from "#shared/contracts/json.ts";

/** The form, or what is wrong with it, in sentences that the model can act on. */
export type ReadForm<T> = { value: T } | { faults: string[] };

const MOST_FAULTS = 8;

/** The JSON that a model wrote, by its schema. A fence around it may be there; words around it may not. */
export function readForm<T>(text: string, schema: z.ZodType<T>): ReadForm<T> {
  let json: unknown;
  try {
    json = JSON.parse(withoutFence(text.trim()));
  } catch {
    return { faults: ["the answer is not one JSON value"] };
  }
  const fault = jsonFault(json);
  if (fault !== undefined) return { faults: [fault] };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const faults = faultsOf(parsed.error).map(({ path, message }) =>
    path === "" ? message : `${path}: ${message}`,
  );
  return { faults: faults.slice(0, MOST_FAULTS) };
}

const FENCE = "```";

function withoutFence(text: string): string {
  const first = text.indexOf("\n");
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE) || first < 0) return text;
  return text.slice(first, -FENCE.length);
}
