/** What a domain is made with: the package `@regente/domain` begins here. */

export { type DateRange, isComing, type Period, rangeOf } from "../calendar/period.ts";
export { type Locale, locales } from "../contracts/names.ts";
export type { DomainOutput } from "../contracts/output.ts";
export { ask, type Candidate, failure, success } from "../domain-kit/answers.ts";
export {
  type Call,
  type Domain,
  type DomainOptions,
  defineDomain,
  type Handler,
  type Logger,
  startDomain,
} from "../domain-kit/define-domain.ts";
export { loadManifest } from "../domain-kit/load-manifest.ts";
export { loadMessages, type Say } from "../domain-kit/load-messages.ts";
export { makeLog, silentLog } from "../domain-kit/log.ts";
export { fileReceipts, memoryReceipts, type ReceiptStore } from "../domain-kit/receipts.ts";
export { fold } from "../plain-text/fold.ts";
