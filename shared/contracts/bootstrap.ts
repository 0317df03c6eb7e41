import { z } from "zod";
import { domainName } from "./names.ts";

/** One domain to load: a service at `url`, or a `manifest` file (YAML or JSON) that needs no service. */
export const bootstrapEntry = z
  .strictObject({
    name: domainName,
    url: z.string().min(1).optional(),
    manifest: z.string().min(1).optional(),
    /** The file that the supervisor starts, from the bootstrap file's folder. */
    start: z.string().min(1).optional(),
    enabled: z.boolean().default(true),
  })
  .refine((entry) => entry.url !== undefined || entry.manifest !== undefined, {
    error: "needs a url or a manifest file",
  });
export type BootstrapEntry = z.infer<typeof bootstrapEntry>;

export const bootstrapFile = z.strictObject({
  $schema: z.string().optional(),
  domains: z.array(bootstrapEntry).max(500),
});
export type BootstrapFile = z.infer<typeof bootstrapFile>;
