/** The data of the wire, for whoever speaks it without the kit: `@regente/domain/contracts`. */

export { type BootstrapFile, bootstrapFile } from "../contracts/bootstrap.ts";
export {
  type ExecuteContext,
  type ExecuteRequest,
  executeContext,
  executeRequest,
} from "../contracts/execute.ts";
export { type ExecutionIntent, executionIntent } from "../contracts/intent.ts";
export { type Manifest, type ManifestSource, manifestSchema } from "../contracts/manifest.ts";
export { type DomainOutput, domainOutput, type FileLink, fileSchema } from "../contracts/output.ts";
