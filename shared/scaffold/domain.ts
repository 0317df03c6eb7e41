import {
  ask,
  type Domain,
  type DomainOptions,
  defineDomain,
  failure,
  fold,
  type Locale,
  loadManifest,
  success,
} from "#shared/domain-package/index.ts";

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

type Item = { id: number; names: Record<Locale, string> };

/** Something to find on the first day. */
const sampleItems: readonly Item[] = [
  { id: 1, names: { "pt-BR": "tomate cereja", en: "cherry tomato" } },
  { id: 2, names: { "pt-BR": "tomate italiano", en: "plum tomato" } },
  { id: 3, names: { "pt-BR": "alface", en: "lettuce" } },
  { id: 4, names: { "pt-BR": "feijão preto", en: "black beans" } },
];

const nameOf = ({ names }: Item, locale: Locale): string => names[locale];

/** The one that was chosen; else those whose name, in either language, has the words; all without words. */
function findItems(
  items: readonly Item[],
  wanted: { id: unknown; words: unknown },
): readonly Item[] {
  if (wanted.id !== undefined) return items.filter(({ id }) => id === wanted.id);
  if (wanted.words === undefined) return items;
  // People leave accents and capitals out.
  const words = fold(String(wanted.words));
  return items.filter(({ names }) =>
    Object.values(names).some((name) => fold(name).includes(words)),
  );
}

type Texts = {
  whichOne: string;
  found: (names: readonly string[]) => string;
  notFound: (words: string) => string;
  added: (name: string) => string;
  removed: (name: string) => string;
};

/** Every sentence that people read, in their language. */
const texts: Record<Locale, Texts> = {
  "pt-BR": {
    whichOne: "Encontrei mais de um. Qual deles?",
    found: (names) => `Encontrei: ${names.join(", ")}.`,
    notFound: (words) => `Não encontrei “${words}”.`,
    added: (name) => `Guardei ${name}.`,
    removed: (name) => `Tirei ${name}.`,
  },
  en: {
    whichOne: "I found more than one. Which one?",
    found: (names) => `I found: ${names.join(", ")}.`,
    notFound: (words) => `I did not find “${words}”.`,
    added: (name) => `I kept ${name}.`,
    removed: (name) => `I removed ${name}.`,
  },
};
