import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const serviceSchema = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default([]),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  tmpfs: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()) }),
  stop_grace_period: z.string(),
  init: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  read_only: z.boolean(),
  security_opt: z.array(z.string()),
  mem_limit: z.string(),
  logging: z.object({
    driver: z.string(),
    options: z.object({ "max-size": z.string(), "max-file": z.string() }),
  }),
});
const composeSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() })),
});

/** docker-compose.yml, with what its services have in common in each of them. */
export const readCompose = () =>
  composeSchema.parse(parse(readFileSync("docker-compose.yml", "utf8"), { merge: true }));
