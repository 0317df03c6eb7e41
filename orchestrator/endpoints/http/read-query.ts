import type { z } from "zod";
import { faultsOf, placed } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";
import type { EndpointContext } from "./endpoint-context.ts";
import { HttpError } from "./http-error.ts";

/**
 * What is asked after the `?`, by its contract.
 * Errors: DoorError 400 that names the first wrong one
 */
export function readQuery<T extends z.ZodType>(context: EndpointContext, schema: T): z.output<T> {
  const parsed = schema.safeParse(context.req.query());
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error);
  throw new HttpError(400, reason("all_of", { all: faults.map(placed) }), {
    code: "invalid_request",
    param: faults[0]?.path ?? null,
  });
}
