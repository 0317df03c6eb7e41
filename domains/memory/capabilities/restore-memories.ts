import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { nameOf, words } from "../words.ts";
import { type MemoryDeps, ownerOf } from "./deps.ts";

/**
 * `{undo_token?}`: takes one change back, a save as well as a deletion. Without a token the latest deletion
 * that has not been taken back.
 */
export const restoreMemories =
  ({ store, now }: MemoryDeps): Handler =>
  async ({ undo_token }, call) => {
    const say = words[call.locale];
    const token = undo_token === undefined ? undefined : String(undo_token);
    const undone = await store.undo(ownerOf(call), token, now());
    if (undone === undefined)
      return failure({
        code: "NOTHING_TO_UNDO",
        explanation: token === undefined ? say.nothingToBringBack : say.nothingChanged,
      });
    const { effect, items } = undone;
    const tell = effect === "deleted" ? say.broughtBack : say.takenBack;
    return success({
      result: {
        effect: effect === "deleted" ? "restored" : "removed",
        count: items.length,
        undo_token: undone.undo_token,
      },
      explanation: items.length === 0 ? say.nothingChanged : tell(items.map(nameOf)),
    });
  };
