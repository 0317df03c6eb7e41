import { readFileSync } from "node:fs";
import { type CheckCases, checkCases } from "#shared/contracts/check-case.ts";
import { parseContract } from "#shared/contracts/errors.ts";

/**
 * The calls that a file asks for.
 * Errors: Node's own when it cannot be read, SyntaxError for no JSON, ContractError naming each wrong field
 */
export const readCases = (file: string): CheckCases =>
  parseContract(checkCases, JSON.parse(readFileSync(file, "utf8")), "cases");
