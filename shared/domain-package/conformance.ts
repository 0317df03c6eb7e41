/** Whether a running domain, in any language, keeps the wire's promises: `@regente/domain/conformance`. */

export { checkDomain } from "../conformance/check-domain.ts";
export type { CheckResult } from "../conformance/domain-check.ts";
export { casesIn } from "../conformance/domain-check.ts";
export {
  type CheckOptions,
  type DomainCase,
  makeProbe,
  type Probe,
} from "../conformance/domain-probe.ts";
