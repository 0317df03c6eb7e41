import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Item, ItemType } from "../store/memory-store.ts";
import {
  itemsInWords,
  type MemoryDeps,
  nameOf,
  namesInWords,
  ownerOf,
  shownItem,
  words,
} from "./deps.ts";

const LONGEST_QUERY = 300;
const MOST_CHOICES = 20;

/**
 * `{id | query, type?}`: one item. A query that fits several is a question; the `id` counts where both are given. An `id` of
 * another type than was said deletes nothing; of what a query fits, those of the type are meant where there are any.
 */
export const deleteMemory =
  (deps: MemoryDeps): Handler =>
  async ({ id, query, type: said }, call) => {
    const say = words(call.locale);
    // The params_schema lets nothing else pass.
    const type = said as ItemType | undefined;
    if (typeof id === "number") {
      const there = await deps.store.find(ownerOf(call), id);
      if (type === undefined || there === undefined || there.type === type)
        return deleteOne(deps, call, id, `#${id}`);
      const explanation = say("other_type", {
        type: say(`types.${type}`),
        id,
        has: labelOf(there, call),
      });
      return failure({ code: "NOT_FOUND", explanation });
    }
    const asked = oneLine(String(query ?? ""), LONGEST_QUERY);
    if (asked === "") return ask({ missing_param: "query", explanation: say("delete_what") });
    const search = (type?: ItemType) =>
      deps.store.search(ownerOf(call), asked, "all", { type, limit: MOST_CHOICES });
    const ofType = await search(type);
    const { total, items } = ofType.total > 0 ? ofType : await search();
    const [only] = items;
    if (only === undefined) return nothingToDelete(asked, call);
    if (total === 1) return deleteOne(deps, call, only.id, asked);
    return ask({
      explanation: say("delete_which", { count: total, query: asked }),
      candidates: items.map((item) => ({ label: labelOf(item, call), id: item.id })),
    });
  };

async function deleteOne({ store, now }: MemoryDeps, call: Call, id: number, asked: string) {
  const { items, undo_token } = await store.remove(ownerOf(call), [id], now());
  if (items.length === 0) return nothingToDelete(asked, call);
  const say = words(call.locale);
  return success({
    result: { items: items.map(shownItem), undo_token },
    explanation: say("deleted", { items: itemsInWords(items, say) }),
  });
}

const nothingToDelete = (asked: string, { locale }: Call) =>
  failure({ code: "NOT_FOUND", explanation: words(locale)("nothing_to_delete", { what: asked }) });

const labelOf = (item: Item, { locale }: Call): string =>
  `${nameOf(item)}, ${words(locale)(`types.${item.type}`)}`;

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
    const explanation = inWords("deleted_all", items, type, call);
    return success({ result: { deleted: items.length, undo_token }, explanation });
  };

/** How many `delete_all_memories` would delete, given the same, and the names of the first. */
export const countMemories =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const items = await meant(deps, params, call);
    const explanation = inWords("would_delete", items, asked(params).type, call);
    return success({ result: { total: items.length }, explanation });
  };

function inWords(
  what: "deleted_all" | "would_delete",
  all: readonly Item[],
  type: ItemType | "item" = "item",
  { locale }: Call,
): string {
  const say = words(locale);
  if (all.length === 0) return say(`nothing_saved.${type}`);
  const items = say(`count.${type}`, { count: all.length });
  return say(what, { items, names: namesInWords(all.map(nameOf), say) });
}

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

/**
 * `{undo_token?}`: takes one change back, a save as well as a deletion. Without a token the latest deletion
 * that has not been taken back.
 */
export const restoreMemories =
  ({ store, now }: MemoryDeps): Handler =>
  async ({ undo_token }, call) => {
    const say = words(call.locale);
    const token = undo_token === undefined ? undefined : String(undo_token);
    const undone = await store.undo(ownerOf(call), token, now());
    if (undone === undefined)
      return failure({
        code: "NOTHING_TO_UNDO",
        explanation: say(token === undefined ? "nothing_to_bring_back" : "nothing_changed"),
      });
    const { effect, items } = undone;
    return success({
      result: {
        effect: effect === "deleted" ? "restored" : "removed",
        count: items.length,
        undo_token: undone.undo_token,
      },
      explanation:
        items.length === 0
          ? say("nothing_changed")
          : say(effect === "deleted" ? "brought_back" : "taken_back", {
              count: items.length,
              items: itemsInWords(items, say),
            }),
    });
  };
