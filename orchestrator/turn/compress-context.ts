import type { ConversationState } from "#shared/contracts/pending.ts";
import { sessionOrderKey } from "../engine/in-order.ts";
import { summarise } from "../engine/reasoning/summarise.ts";
import { ModelError } from "../ports/model-error.ts";
import type { SessionKey } from "../ports/stores.ts";
import { withoutFacts } from "./conversation/key-facts.ts";
import type { Turn } from "./turn.ts";

/** Of turns between two summaries. */
const EVERY = 5;
const TIMEOUT_MS = 10_000;
const NEVER = new AbortController().signal;

/**
 * After every fifth turn, where there is a model: the facts become part of the summary. No one waits for it, and
 * what it took is the session's; a session that went on or was reset meanwhile keeps what is newer.
 * Errors: none; what fails is logged, and the facts stay as they are
 */
export async function compressContext(
  { deps, ledger }: Turn,
  key: SessionKey,
  { turn_count, summary, key_facts }: ConversationState,
): Promise<void> {
  if (ledger === undefined || turn_count % EVERY !== 0 || key_facts.length === 0) return;
  try {
    const model = ledger.model({ purpose: "summary" });
    const next = await summarise({ summary, key_facts }, model, {
      timeoutMs: TIMEOUT_MS,
      signal: NEVER,
    });
    await deps.inOrder(sessionOrderKey(key), async () => {
      const now = await deps.store.conversations.load(key);
      const left = now && withoutFacts(now.key_facts, key_facts);
      if (now !== undefined && left !== undefined)
        deps.store.conversations.save(key, { ...now, summary: next, key_facts: left });
    });
  } catch (error) {
    const reason = error instanceof ModelError ? error.kind : String(error);
    deps.log.warn({ reason }, "a conversation is not summarised");
  }
}
