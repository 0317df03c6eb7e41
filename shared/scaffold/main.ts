import { startDomain } from "#shared/domain-kit/start-domain.ts";
import { openDomain } from "./domain.ts";

await startDomain(() => openDomain(), { port: 8199 });
