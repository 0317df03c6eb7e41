import { RegenteError } from "../contracts/errors.ts";
import { giveBackMemory } from "../idle-memory/give-back-memory.ts";
import type { Domain } from "./define-domain.ts";
import type { ServeOptions } from "./serve.ts";

/**
 * What a domain's main.ts does: makes the domain and serves it. A mistake of whoever starts it (a
 * wrong setting, a taken port, a wrong manifest) is one line on stderr and exit code 1, without a stack.
 */
export async function startDomain(make: () => Domain, options: ServeOptions): Promise<void> {
  try {
    await make().serve(options);
    giveBackMemory();
  } catch (error) {
    if (!(error instanceof RegenteError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
