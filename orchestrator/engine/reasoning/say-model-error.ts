import type { Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { ModelErrorKind } from "../../ports/language-model.ts";

/** In the metadata of a text that is told with a note that nothing was done by it: which note, `talk` or `text`. */
export const ONLY_TEXT = "only_text";

/** Why a model gave nothing, for people: a stable code, and a sentence without the provider's own. */
export function sayModelError(
  kind: ModelErrorKind,
  locale: Locale,
): { code: string; explanation: string } {
  const say = sayIn("models", locale);
  if (kind === "over_budget") return { code: "MODEL_OVER_BUDGET", explanation: say("over_budget") };
  if (kind === "refused") return { code: "MODEL_REFUSED", explanation: say("refused") };
  if (kind === "cut_off") return { code: "MODEL_CUT_OFF", explanation: say("too_long") };
  return { code: "MODEL_FAILED", explanation: say("failed") };
}
