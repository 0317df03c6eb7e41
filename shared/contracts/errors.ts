import type { z } from "zod";
import { describeIssue, MOST_FAULTS } from "./describe-issue.ts";

/** The base of every error that Regente raises on purpose: a stable code for machines, a sentence for people. */
export abstract class RegenteError extends Error {
  abstract readonly code: string;
  /** Worth another try without changing anything. */
  readonly retryable: boolean = false;
}

/** A payload that breaks its contract. `faults` name each refused field by path. */
export class ContractError extends RegenteError {
  override readonly name = "ContractError";
  readonly code: string = "INVALID_PAYLOAD";
  readonly faults: readonly Fault[];
  constructor(what: string, faults: readonly Fault[], options?: ErrorOptions) {
    super(`${what}: ${faults.map(describeFault).join("; ")}`, options);
    this.faults = faults;
  }
}

/** One refused field: where (`goals.0.capability`; "" is the whole) and why. */
export type Fault = { path: string; message: string };

const describeFault = ({ path, message }: Fault): string =>
  path === "" ? message : `${path}: ${message}`;

/** zod's issues, the first of them, as faults in plain words: one for each refused key, so that an unknown field is named and not its parent. */
export const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues
    .slice(0, MOST_FAULTS)
    .flatMap((issue) => describeIssue(issue))
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => ({ path: path.map(String).join("."), message }));

/**
 * Parse by a contract, or say what is wrong and where.
 * Errors: ContractError with every fault, prefixed by `what` ("manifest of finance")
 */
export function parseContract<T extends z.ZodType>(
  schema: T,
  value: unknown,
  what: string,
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ContractError(what, faultsOf(parsed.error));
}
