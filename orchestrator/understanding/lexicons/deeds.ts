import { actionOf, actionWords } from "./actions.ts";

/**
 * What else people ask for, folded, by kind. The kinds of actions.ts tell goals apart; these only tell where a request
 * begins, and whether two requests ask for the same.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  keep: "put putting poe ponha bota bote coloca coloque inclui take taking salva salvar salve salvando guarda guardar guarde guardando anota anotar anote anotando registra registrar registre favorita favoritar favorite arquiva arquivar arquive grava gravar grave save saving keep keeping note jot bookmark bookmarking store storing record archive archiving",
  show: "mostra mostrar mostre mostrando exibe exibir exiba lista listar liste listando show showing list listing display",
  read: "le ler leia lendo read reading resume resumir resuma resumindo summarize summarise summarizing summarising",
  look: "analisa analisar analise busca buscar busque buscando procura procurar procure procurando pesquisa pesquisar pesquise pesquisando acha encontra encontrar encontre verifica verificar verifique confere conferir checa checar search searching find finding check checking look looking googla",
  compare: "compara comparar compare comparando comparing",
  cancel: "anula anular anule anulando",
  tell: "avisa avisar avise avisando notifica notificar notifique notificando alerta alertar conta contar conte fala falar fale falando diz diga dizer pergunta perguntar tell telling notifying alert alerting message messaging text texting telegram telegramming contact contacting",
  give: "give giving passa passar passe da dar",
  restore:
    "reverte reverter reverta restaura restaurar restaure restaurando recupera recuperar recupere traz devolve restore restoring recover bring undo desfaz desfazer",
  remove: "zera zerar zere tira tirar tire tirando removendo deletando apagando excluindo",
  send: "repassa repassar repasse encaminhe encaminhando pass forward forwarding relay reenvia reenviar reenvie resend mandando enviando joga jogar posta dispara disparar sending shoot drop posting",
  create: "faz fazer faca monta produz produzir elabora making creating generating gerando",
  open: "abrindo opening",
};

const KIND = new Map<string, string>(
  Object.entries(FAMILIES).flatMap(([kind, words]) =>
    words.split(" ").map((word) => [word, kind] as const),
  ),
);

/** The kind of deed that a word asks for, if it asks for one. */
export const deedOf = (word: string): string | undefined => actionOf(word) ?? KIND.get(word);

/** All words that ask for a kind of deed. */
export const deedWords = (kind: string): readonly string[] => [
  ...actionWords(kind),
  ...(FAMILIES[kind]?.split(" ") ?? []),
];

/** Forms in which something is wished for, where no ending tells: "if you *told* me", "se me *desse*". */
const WISHED: Readonly<Record<string, string>> = {
  ...{
    told: "tell",
    sent: "send",
    gave: "give",
    got: "get",
    found: "find",
    made: "make",
    took: "take",
    kept: "keep",
  },
  ...{
    dissesse: "diz",
    fizesse: "faz",
    desse: "da",
    visse: "ve",
    lesse: "le",
    abrisse: "abre",
    traduzisse: "traduz",
  },
};

/** The form in which it is asked for: "deleting" in "would you mind deleting" is "delete", "anotasse" is "anota". */
export function imperativeOf(word: string): string {
  const wished = WISHED[word];
  if (wished !== undefined) return wished;
  const forms = formsOf(word);
  return forms.find((form) => deedOf(form) !== undefined) ?? word;
}

function formsOf(word: string): string[] {
  if (word.endsWith("ing")) {
    const stem = word.slice(0, -"ing".length);
    return [`${stem}e`, stem, stem.slice(0, -1)];
  }
  if (word.endsWith("ed")) return [word.slice(0, -1), word.slice(0, -"ed".length)];
  if (word.endsWith("asse")) return [word.slice(0, -"sse".length)];
  return word.endsWith("isse") ? [`${word.slice(0, -"isse".length)}a`] : [];
}
