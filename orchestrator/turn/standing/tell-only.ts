import type { Locale } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { framesOf, withFrames } from "../../planning/frames.ts";
import { gateOfFrame } from "../../planning/gate-of-frame.ts";
import { endOf, phrasesOf } from "../../standing/words/phrases.ts";
import { tokens } from "../../understanding/text.ts";
import type { Turn } from "../turn.ts";
import { type Deed, TELLING } from "./deed.ts";
import { planned } from "./deed-of.ts";

const MOST_WORDS = 14;
const ONLY: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf(
    "so me avisa, so me avise, so avisa, so avise, me avisa so, apenas me avisa, apenas me avise, apenas avisa, so quero saber, so me manda aqui, so manda aqui, me manda so aqui, so me mostra, me mostra aqui, mostra aqui mesmo, so me fala, so me diz, so me conta, me avisa aqui, me avisa aqui mesmo, so um aviso, so o aviso, basta me avisar, so avisar",
  ),
  en: phrasesOf(
    "just tell me, only tell me, just let me know, only let me know, just notify me, only notify me, just show me, just alert me, tell me here, show me here, show it here, just a heads up, just the alert",
  ),
};

/** "Não precisa salvar, só me avisa": an answer to a question for a yes. Pure. */
export function saysTellOnly(
  text: string,
  { resume: to, locale }: Pick<PendingAction, "resume" | "locale">,
): boolean {
  if (to.at !== "standing" || to.asked !== "confirm") return false;
  const words = tokens(text, MOST_WORDS + 1);
  return (
    words.length <= MOST_WORDS &&
    words.some((_, at) => endOf(ONLY[locale], words, at) !== undefined)
  );
}

/** The proposal without what it changes or sends: what it reads is told, and of a watch what was seen. undefined: nothing is left. */
export function tellOnly(turn: Turn, proposal: Schedule): Schedule | undefined {
  const deed = deedThatTells(turn, proposal);
  return deed && !deed.acts ? { ...proposal, ...deed } : undefined;
}

function deedThatTells(turn: Turn, { action, timing, digests }: Schedule): Deed | undefined {
  if (timing.kind === "when") return { ...TELLING, digests, action: { do: "tell", text: null } };
  if (action.do === "tell") return undefined;
  const { catalogue } = turn.snapshot;
  const reads = framesOf(action.intent).filter(
    (frame) => gateOfFrame(frame, [], catalogue).effect === "read",
  );
  return reads.length === 0
    ? undefined
    : planned(turn, withFrames({ ...action.intent, followups: [] }, reads));
}
