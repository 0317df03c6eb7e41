import { failure } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { cleanText } from "#shared/plain-text/clean-text.ts";
import { blankDraft } from "../items/item.ts";
import { words } from "../words.ts";
import type { MemoryDeps } from "./deps.ts";
import { saveDraft } from "./save-draft.ts";

/** `{content}`, kept as it was said. */
export const saveNote =
  (deps: MemoryDeps): Handler =>
  async ({ content }, call) => {
    const text = cleanText(String(content));
    if (text === "") return failure({ code: "EMPTY", explanation: words[call.locale].empty });
    return saveDraft(deps, call, blankDraft("note", text));
  };
