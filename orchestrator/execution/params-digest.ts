import { hash } from "node:crypto";
import { canonicalJson, type JsonObject } from "#shared/contracts/json.ts";

/** What a yes is bound to and the journal keeps: the very parameters, whatever the order of their keys. */
export const paramsDigest = (params: JsonObject): string => hash("sha256", canonicalJson(params));
