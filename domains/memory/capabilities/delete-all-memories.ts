import { success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Item, ItemType } from "../items/item.ts";
import { nameOf, words } from "../words.ts";
import { type MemoryDeps, ownerOf } from "./deps.ts";

/** `{type?, query?, keep?}`: everything, or what is left of it. */
export const deleteAllMemories =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const { store, now } = deps;
    const { type, query, keep } = asked(params);
    const isPlain = query === "" && keep.size === 0;
    const { items, undo_token } = isPlain
      ? await store.removeAll(ownerOf(call), type, now())
      : await store.remove(ownerOf(call), idsOf(await meant(deps, params, call)), now());
    return success({
      result: { deleted: items.length, undo_token },
      explanation: words[call.locale].deletedAll(type, items.length),
    });
  };

/** How many `delete_all_memories` would delete, given the same, and the names of the first. */
export const countMemories =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const items = await meant(deps, params, call);
    return success({
      result: { total: items.length },
      explanation: words[call.locale].wouldDelete(asked(params).type, items.map(nameOf)),
    });
  };

/** What is asked to be deleted, in the plural as it is said, and which items that are. */
const TYPES = {
  everything: undefined,
  notes: "note",
  movies: "movie",
  series: "tv_show",
  videos: "video",
  links: "link",
} as const satisfies Record<string, ItemType | undefined>;

/** Nobody keeps more. */
const MOST_ITEMS = 1_000_000;
const LONGEST_QUERY = 300;

/** The params_schema lets nothing else pass, and fills in "everything". */
const asked = (params: Record<string, unknown>) => ({
  type: typeOf(params["type"]),
  query: oneLine(String(params["query"] ?? ""), LONGEST_QUERY),
  keep: new Set([params["keep"] ?? []].flat().map(typeOf)),
});

const typeOf = (said: unknown): ItemType | undefined => TYPES[said as keyof typeof TYPES];

/** The items that are meant, newest first. */
async function meant(
  { store }: MemoryDeps,
  params: Record<string, unknown>,
  call: Call,
): Promise<Item[]> {
  const { type, query, keep } = asked(params);
  const selection = { type, limit: MOST_ITEMS };
  const { items } =
    query === ""
      ? await store.list(ownerOf(call), selection)
      : await store.search(ownerOf(call), query, "all", selection);
  return items.filter((item) => !keep.has(item.type));
}

const idsOf = (items: readonly Item[]): number[] => items.map(({ id }) => id);
