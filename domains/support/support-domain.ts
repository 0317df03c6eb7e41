import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Domain, type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { makeLog } from "#shared/domain-kit/log.ts";
import { getOrder } from "./capabilities/get-order.ts";
import { searchFaq } from "./capabilities/search-faq.ts";
import { openaiEmbedder } from "./knowledge/embedder.ts";
import { openKnowledge } from "./knowledge/open-knowledge.ts";
import { withVectors } from "./knowledge/with-vectors.ts";
import { openOrders } from "./orders/open-orders.ts";
import type { SupportSettings } from "./settings.ts";

/** The support service; its orders lie in `dataFolder`. Errors: KnowledgeError, OrdersError */
export function supportDomain(
  { dataFolder, knowledgeFolder, embedder }: SupportSettings,
  options: DomainOptions = {},
): Domain {
  const ownFolder = fileURLToPath(new URL("knowledge", import.meta.url));
  const byWords = openKnowledge(knowledgeFolder ?? ownFolder, knowledgeFolder === undefined);
  const log = options.log ?? makeLog("support");
  const warn = (reason: string) =>
    log.warn({ error: reason }, "passages are searched by words alone");
  const knowledge =
    embedder === undefined ? byWords : withVectors(byWords, openaiEmbedder(embedder), warn);
  void knowledge.passagesRead();
  const orders = openOrders(join(dataFolder, "orders.db"));
  return defineDomain(
    loadManifest(new URL(".", import.meta.url)),
    { search_faq: searchFaq(knowledge), get_order: getOrder(orders) },
    options,
  );
}
