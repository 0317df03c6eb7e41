import { startDomain } from "#shared/domain-package/index.ts";
import { openDomain } from "./domain.ts";

await startDomain(() => openDomain(), { port: 8199 });
