import type { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
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
  const told = faults.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw new HttpError(400, "invalid_request", told, faults[0]?.path ?? null);
}
