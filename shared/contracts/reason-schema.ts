import { z } from "zod";
import type { Reason, ReasonValue } from "../messages/reason.ts";

/** A reason on the wire: what a value may be is looked at by whoever says it, since one may hold others. */
export const reasonSchema: z.ZodType<Reason> = z.strictObject({
  code: z.string(),
  values: z.record(z.string(), z.unknown() as unknown as z.ZodType<ReasonValue>),
});
