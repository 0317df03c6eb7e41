import {
  ask,
  type Domain,
  type DomainOptions,
  defineDomain,
  failure,
  loadManifest,
  success,
} from "#shared/domain-package/index.ts";
import { findItems, type Item, nameOf, sampleItems } from "./items.ts";
import { texts } from "./texts.ts";

/**
 * The service: a handler for each capability of manifest.yaml. Items are kept in memory; whoever keeps them
 * elsewhere also keeps the receipts there (fileReceipts of the kit), so that a restart forgets neither.
 */
export function openDomain(options: DomainOptions = {}): Domain {
  const items: Item[] = [...sampleItems];
  return defineDomain(
    loadManifest(new URL(".", import.meta.url)),
    {
      async new_domain_find({ item_text, item_id }, { locale }) {
        const say = texts[locale];
        const found = findItems(items, { id: item_id, words: item_text });
        if (found.length === 0)
          return failure({ code: "NOT_FOUND", explanation: say.notFound(String(item_text)) });
        const listed = found.map((item) => ({ id: item.id, name: nameOf(item, locale) }));
        // Several: the person chooses, and this is called again with what the choice means.
        if (item_text !== undefined && listed.length > 1)
          return ask({
            explanation: say.whichOne,
            candidates: listed.map(({ id, name }) => ({ label: name, item_id: id })),
          });
        const names = listed.map(({ name }) => name);
        return success({ result: { items: listed }, explanation: say.found(names) });
      },

      async new_domain_add({ item_text }, { locale }) {
        const name = String(item_text);
        const id = Math.max(0, ...items.map((item) => item.id)) + 1;
        const item = { id, names: { "pt-BR": name, en: name } };
        items.push(item);
        return success({ result: { id: item.id, name }, explanation: texts[locale].added(name) });
      },

      async new_domain_remove({ item_id }, { locale }) {
        const say = texts[locale];
        const at = items.findIndex(({ id }) => id === item_id);
        const [item] = at === -1 ? [] : items.splice(at, 1);
        if (item === undefined)
          return failure({ code: "NOT_FOUND", explanation: say.notFound(String(item_id)) });
        return success({ explanation: say.removed(nameOf(item, locale)) });
      },
    },
    options,
  );
}
