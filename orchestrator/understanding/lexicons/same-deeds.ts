import type { Locale } from "#shared/contracts/names.ts";

/**
 * Verbs that ask for the same deed with the same thing, by language; infinitives, a set a line. Unlike the kinds of
 * deeds.ts, which hold what is alike ("lock" and "close"), each may stand for the others.
 */
const SAME: Readonly<Record<Locale, readonly string[]>> = {
  "pt-BR": [
    "salvar guardar arquivar armazenar gravar registrar favoritar conservar",
    "anotar registrar escrever rabiscar memorizar salvar guardar gravar lançar",
    "apagar excluir deletar remover eliminar descartar suprimir",
    "mostrar exibir listar apresentar relacionar enumerar",
    "abrir exibir mostrar visualizar",
    "procurar buscar pesquisar achar encontrar localizar descobrir caçar catar",
    "mandar enviar disparar soltar lançar postar publicar comunicar anunciar escrever avisar",
    "gerar criar montar produzir preparar elaborar redigir",
    "comparar cotejar confrontar contrapor",
    "calcular medir avaliar analisar estimar mostrar",
    "recuperar restaurar resgatar restabelecer",
    "acompanhar rastrear localizar consultar",
    "consultar cotar conferir verificar checar informar",
    "traduzir verter",
    "resumir sintetizar condensar",
  ],
  en: [
    "save store stash keep archive bookmark pin preserve",
    "note record log jot register scribble write",
    "delete remove erase discard eliminate scrap bin trash ditch purge",
    "show display list present enumerate",
    "open display view show",
    "find search locate seek",
    "send post fire shoot dispatch transmit",
    "make create generate produce prepare build assemble",
    "compare contrast",
    "calculate measure assess estimate analyse analyze gauge",
    "restore recover retrieve reinstate",
    "track trace follow check",
    "summarise summarize condense",
  ],
};

/** A form of a verb: the sets that it stands in, as numbers. */
export type SameDeeds = { readonly locale: Locale; readonly sets: readonly number[] };

/** "arquivar": arquiva, arquive, arquivar, arquivando. Folded; as in "tocar", "toque" and "ligar", "ligue". */
function formsPt(infinitive: string): string[] {
  const folded = infinitive.replaceAll("ç", "c");
  const stem = folded.slice(0, -2);
  if (!folded.endsWith("ar")) return [folded, `${stem}e`, `${stem}a`, `${stem}indo`];
  const soft = infinitive.endsWith("çar") ? stem : stem.replace(/c$/, "qu").replace(/g$/, "gu");
  return [folded, `${stem}a`, `${soft}e`, `${stem}ando`];
}

/** "store": storing; "scrap": scrapping. */
function formsEn(base: string): string[] {
  const stem = base.replace(/e$/, "");
  const doubled = /[^aeiou][aiou][bgmnpt]$/.test(base) ? `${base}${base.at(-1) ?? ""}` : stem;
  return [base, `${doubled}ing`];
}

const FORMS: Readonly<Record<Locale, (verb: string) => string[]>> = {
  "pt-BR": formsPt,
  en: formsEn,
};

const BY_FORM = new Map<string, SameDeeds[]>();
for (const [locale, verbs] of Object.entries(SAME) as [Locale, readonly string[]][])
  verbs.forEach((set, number) => {
    for (const form of set.split(" ").flatMap(FORMS[locale])) {
      const known = BY_FORM.get(form) ?? [];
      const own = known.find((each) => each.locale === locale);
      const others = known.filter((each) => each !== own);
      BY_FORM.set(form, [...others, { locale, sets: [...(own?.sets ?? []), number] }]);
    }
  });

/** The deeds that a form asks for, in each language that has it. */
export const sameDeedsOf = (word: string): readonly SameDeeds[] => BY_FORM.get(word) ?? [];
