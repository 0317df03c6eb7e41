import { success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { words } from "../words.ts";
import { type DocumentsDeps, ownerOf, shownDocument, untilWhen } from "./deps.ts";

/** `{limit?}`, newest first. */
export const listDocuments =
  ({ store, now }: DocumentsDeps): Handler =>
  async (params, call) => {
    const say = words[call.locale];
    const all = store.list(ownerOf(call), now());
    const shown = all.slice(0, Number(params["limit"]));
    return success({
      result: { total: all.length, documents: shown.map(shownDocument) },
      explanation:
        all.length === 0
          ? say.none
          : [
              say.list(shown.length, all.length),
              ...shown.map((document) => say.line(document, untilWhen(document, call))),
            ].join("\n"),
    });
  };
