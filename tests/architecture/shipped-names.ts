import { globSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const named = z.looseObject({
  domain: z.string(),
  goals: z.array(z.looseObject({ goal: z.string() })).default([]),
  capabilities: z.array(z.looseObject({ capability: z.string() })),
});

/** Every domain, goal and capability of the manifests that are shipped, in lower case. */
export function shippedNames(): Set<string> {
  const names = globSync("domains/*/manifest.{yaml,yml,json}").flatMap((file) => {
    const { domain, goals, capabilities } = named.parse(parse(readFileSync(file, "utf8")));
    return [
      domain,
      ...goals.map((each) => each.goal),
      ...capabilities.map((each) => each.capability),
    ];
  });
  return new Set(names.map((name) => name.toLowerCase()));
}
