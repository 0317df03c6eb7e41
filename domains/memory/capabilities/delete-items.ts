import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Item } from "../items/item.ts";
import { nameOf, words } from "../words.ts";
import { type MemoryDeps, ownerOf, shownItem } from "./deps.ts";

const LONGEST_QUERY = 300;
const MOST_CHOICES = 20;

/** `{id | query}`: one item. A query that fits several is a question; the `id` counts where both are given. */
export const deleteMemory =
  (deps: MemoryDeps): Handler =>
  async ({ id, query }, call) => {
    const say = words[call.locale];
    const owner = ownerOf(call);
    if (typeof id === "number") return deleteOne(deps, call, id, `#${id}`);
    const asked = oneLine(String(query ?? ""), LONGEST_QUERY);
    if (asked === "") return ask({ missing_param: "query", explanation: say.deleteWhat });
    const { total, items } = await deps.store.search(owner, asked, "all", { limit: MOST_CHOICES });
    const [only] = items;
    if (only === undefined) return nothingToDelete(asked, call);
    if (total === 1) return deleteOne(deps, call, only.id, asked);
    return ask({
      explanation: say.deleteWhich(total, asked),
      candidates: items.map((item) => ({ label: labelOf(item, call), id: item.id })),
    });
  };

async function deleteOne({ store, now }: MemoryDeps, call: Call, id: number, asked: string) {
  const { items, undo_token } = await store.remove(ownerOf(call), [id], now());
  if (items.length === 0) return nothingToDelete(asked, call);
  return success({
    result: { items: items.map(shownItem), undo_token },
    explanation: words[call.locale].deleted(items.map(nameOf)),
  });
}

const nothingToDelete = (asked: string, { locale }: Call) =>
  failure({ code: "NOT_FOUND", explanation: words[locale].nothingToDelete(asked) });

const labelOf = (item: Item, { locale }: Call): string =>
  `${nameOf(item)}, ${words[locale].types[item.type].one}`;
