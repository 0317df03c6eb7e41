import type { Locale } from "#shared/contracts/names.ts";
import { success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Item, ItemType, Listing, Selection } from "../store/memory-store.ts";
import { type MemoryDeps, nameOf, ownerOf, shownItem, shownOf, words } from "./deps.ts";

const LONGEST_QUERY = 300;

const selectionOf = (params: Record<string, unknown>): Selection => ({
  // The params_schema lets nothing else pass.
  type: params["type"] as ItemType | undefined,
  limit: Number(params["limit"]),
});

/** `{type?, limit?}`, newest first. */
export const listAll =
  (deps: MemoryDeps): Handler =>
  async (params, call) =>
    tellList(deps, call, selectionOf(params));

/** `{query?, type?, limit?}`, best first; without a query everything, newest first. */
export const searchItems =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const selection = selectionOf(params);
    const query = oneLine(String(params["query"] ?? ""), LONGEST_QUERY);
    if (query === "") return tellList(deps, call, selection);
    const say = words(call.locale);
    const search = (match: "all" | "any") =>
      deps.store.search(ownerOf(call), query, match, selection);
    const exact = await search("all");
    const listing = exact.total > 0 ? exact : await search("any");
    const head = exact.total > 0 ? "found" : "found_some";
    return told(listing, call, selection, say("not_found", { query }), (count, shown) =>
      say(head, { query, count, shown }),
    );
  };

async function tellList({ store }: MemoryDeps, call: Call, selection: Selection) {
  const say = words(call.locale);
  const type = selection.type ?? "item";
  const listing = await store.list(ownerOf(call), selection);
  return told(listing, call, selection, say(`nothing_saved.${type}`), (count, shown) =>
    say("list", { items: say(`count.${type}`, { count }), shown }),
  );
}

/** What there is, below how many there are; where there is nothing, that. */
function told(
  { total, items }: Listing,
  { locale }: Call,
  { type }: Selection,
  nothing: string,
  head: (count: number, shown: string) => string,
) {
  const lines = [head(total, shownOf(items.length, total, words(locale)))];
  // An item is named by its place in what was shown.
  for (const [at, item] of items.entries()) lines.push(`${at + 1}. ${lineOf(item, locale, type)}`);
  return success({
    result: { total, items: items.map(shownItem) },
    explanation: total === 0 ? nothing : lines.join("\n"),
  });
}

/** "Inception (2010), filme": the type where the list has several. */
function lineOf(item: Item, locale: Locale, type: ItemType | undefined): string {
  const { url } = item;
  const address = url === null || url === item.title ? "" : ` ${url}`;
  const kind = type === undefined ? `, ${words(locale)(`types.${item.type}`)}` : "";
  return `${nameOf(item)}${kind}${address}`;
}
