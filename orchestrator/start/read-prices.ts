import { readFileSync } from "node:fs";
import { ContractError, parseContract } from "#shared/contracts/errors.ts";
import { type PriceTable, priceTable } from "#shared/contracts/price-table.ts";

/**
 * What tokens cost, from the operator's file.
 * Errors: ContractError naming the file, for one that cannot be read, is no JSON or has wrong fields
 */
export function readPrices(file: string): PriceTable {
  const what = `prices in ${file}`;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ContractError(what, [{ path: "", message }], { cause });
  }
  return parseContract(priceTable, value, what);
}
