export { domainSecret } from "#shared/domain-secret/domain-secret.ts";
