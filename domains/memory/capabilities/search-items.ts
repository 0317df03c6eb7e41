import type { Locale } from "#shared/contracts/names.ts";
import { success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Item, ItemType, Listing, Selection } from "../store/memory-store.ts";
import { nameOf, shownOf, words } from "../words.ts";
import { type MemoryDeps, ownerOf, shownItem } from "./deps.ts";

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
    if (listing.total === 0)
      return success({ result: shownListing(listing), explanation: say("not_found", { query }) });
    const explanation = [
      say(exact.total > 0 ? "found" : "found_some", {
        query,
        count: listing.total,
        shown: shownOf(listing.items.length, listing.total, say),
      }),
      ...linesOf(listing, call.locale, selection.type),
    ].join("\n");
    return success({ result: shownListing(listing), explanation });
  };

async function tellList({ store }: MemoryDeps, call: Call, selection: Selection) {
  const listing = await store.list(ownerOf(call), selection);
  const say = words(call.locale);
  const { type } = selection;
  const explanation =
    listing.total === 0
      ? say(`nothing_saved.${type ?? "item"}`)
      : [
          say("list", {
            items: say(`count.${type ?? "item"}`, { count: listing.total }),
            shown: shownOf(listing.items.length, listing.total, say),
          }),
          ...linesOf(listing, call.locale, type),
        ].join("\n");
  return success({ result: shownListing(listing), explanation });
}

const shownListing = ({ total, items }: Listing) => ({ total, items: items.map(shownItem) });

/** "1. Inception (2010), filme": an item is named by its place in what was shown; the type where the list has several. */
const linesOf = ({ items }: Listing, locale: Locale, type: ItemType | undefined): string[] =>
  items.map((item, at) => `${at + 1}. ${lineOf(item, locale, type)}`);

function lineOf(item: Item, locale: Locale, type: ItemType | undefined): string {
  const { url } = item;
  const address = url === null || url === item.title ? "" : ` ${url}`;
  const kind = type === undefined ? `, ${words(locale)(`types.${item.type}`)}` : "";
  return `${nameOf(item)}${kind}${address}`;
}
