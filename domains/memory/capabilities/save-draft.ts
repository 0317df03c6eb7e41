import type { DomainOutput } from "#shared/contracts/output.ts";
import { success } from "#shared/domain-kit/answers.ts";
import type { Call } from "#shared/domain-kit/define-domain.ts";
import type { Draft } from "../items/item.ts";
import { nameOf, words } from "../words.ts";
import { type MemoryDeps, ownerOf, shownItem } from "./deps.ts";

/** Keeps a draft and says so; `remark` is what else there is to say about a new one. */
export async function saveDraft(
  { store, now }: MemoryDeps,
  call: Call,
  draft: Draft,
  remark?: string,
): Promise<DomainOutput> {
  const { item, isNew, undo_token } = await store.save(ownerOf(call), draft, now());
  const say = words[call.locale];
  const told = (isNew ? say.saved : say.savedAlready)[item.type](nameOf(item));
  return success({
    result: { item: shownItem(item), already_saved: !isNew, undo_token },
    explanation: isNew && remark !== undefined ? `${told} ${remark}` : told,
  });
}
