import type { Locale } from "#shared/contracts/names.ts";
import type { ModelErrorKind } from "../../ports/language-model.ts";

type Words = {
  noModel: string;
  overBudget: string;
  refused: string;
  tooLong: string;
  failed: string;
  dryRun: string;
  noPlan: string;
  tooDeep: string;
  cut: (chars: number) => string;
  onlyText: string;
  onlyTalk: string;
};

const words: Record<Locale, Words> = {
  "pt-BR": {
    noModel: "Isso depende de um modelo de linguagem, e aqui não há nenhum configurado.",
    overBudget:
      "O limite de uso do modelo de linguagem foi atingido. O que não depende dele continua funcionando.",
    refused: "O modelo de linguagem se recusou a responder a isso.",
    tooLong: "A resposta não coube no tamanho permitido. Peça algo mais curto.",
    failed:
      "O modelo de linguagem não deu uma resposta que eu possa usar agora. Tente de novo daqui a pouco.",
    dryRun: "Um modelo de linguagem escreveria isto; ele não foi consultado.",
    tooDeep: "Os agentes chamaram uns aos outros vezes demais; parei aqui.",
    noPlan: "Não consegui montar um plano para isso com o que está disponível. Nada foi feito.",
    cut: (chars) =>
      `(O texto é longo: só os primeiros ${chars.toLocaleString("pt-BR")} caracteres foram lidos.)`,
    onlyText:
      "(Isto é só um texto escrito por um modelo: nada foi enviado, salvo nem alterado por ele.)",
    onlyTalk: "(Só conversa: nada foi feito.)",
  },
  en: {
    noModel: "This needs a language model, and none is configured here.",
    overBudget:
      "The limit for the language model has been reached. Everything that does not need it still works.",
    refused: "The language model refused to answer this.",
    tooLong: "The answer exceeded the allowed length. Ask for something shorter.",
    failed: "The language model gave no answer that I can use right now. Try again in a while.",
    dryRun: "A language model would write this; it was not asked.",
    tooDeep: "The agents have called one another too often; I stopped here.",
    noPlan: "I could not make a plan for this with what is available. Nothing was done.",
    cut: (chars) =>
      `(The text is long: only its first ${chars.toLocaleString("en")} characters were read.)`,
    onlyText: "(This is only text that a model wrote: it sent, saved and changed nothing.)",
    onlyTalk: "(Just talk: nothing was done.)",
  },
};

/** In the metadata of a text that is told with a note that nothing was done by it: which note, `talk` or `text`. */
export const ONLY_TEXT = "only_text";

export const wordsOf = (locale: Locale): Words => words[locale];

/** Why a model gave nothing, for people: a stable code, and a sentence without the provider's own. */
export function sayModelError(
  kind: ModelErrorKind,
  locale: Locale,
): { code: string; explanation: string } {
  const say = words[locale];
  if (kind === "over_budget") return { code: "MODEL_OVER_BUDGET", explanation: say.overBudget };
  if (kind === "refused") return { code: "MODEL_REFUSED", explanation: say.refused };
  if (kind === "cut_off") return { code: "MODEL_CUT_OFF", explanation: say.tooLong };
  return { code: "MODEL_FAILED", explanation: say.failed };
}
