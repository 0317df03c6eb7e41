import { digestOf } from "#shared/contracts/digest.ts";
import type { JsonObject } from "#shared/contracts/json.ts";

/** What a yes is bound to and the journal keeps: the very parameters, whatever the order of their keys. */
export const paramsDigest = (params: JsonObject): string => digestOf(params);
