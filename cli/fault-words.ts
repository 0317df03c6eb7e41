import type { Locale } from "#shared/contracts/names.ts";

/** What the core and Node say in English of files, addresses and settings, as people read it in another language. */
const PHRASES: Readonly<Record<Locale, readonly (readonly [said: string, shown: string])[]>> = {
  en: [],
  "pt-BR": [
    [
      "cannot be read; REGENTE_BOOTSTRAP says where it is",
      "não dá para ler; REGENTE_BOOTSTRAP diz onde está",
    ],
    ["no such file or folder", "não existe esse arquivo nem essa pasta"],
    ["no such file or directory", "não existe esse arquivo nem essa pasta"],
    ["no such file", "não existe esse arquivo"],
    ["no manifest here (looked for", "não há manifesto aqui (procurei"],
    ["refuses the connection; is it running?", "recusa a conexão; está rodando?"],
    ["needs a url or a manifest file", "precisa de uma url ou de um arquivo de manifesto"],
    [
      "its entry has neither a manifest nor a start file nor a url",
      "a entrada não tem manifesto, nem start, nem url",
    ],
    ["must be an object", "tem de ser um objeto"],
    ["must look like", "tem de ser como"],
    ["must be a number from", "tem de ser um número de"],
    ["unknown field", "campo desconhecido"],
    ["cannot be read", "não dá para ler"],
    ["is not JSON", "não é JSON"],
    ["fetch failed", "a conexão falhou"],
    ["exit code", "código de saída"],
    ["bootstrap file /", "arquivo de inicialização /"],
    ["manifest in /", "manifesto em /"],
    ["manifest of ", "manifesto de "],
    ["is missing", "falta"],
  ],
};

/** A fault with the phrases that are known in the reader's language; the rest as it was said. */
export const faultIn = (locale: Locale, message: string): string =>
  PHRASES[locale].reduce((text, [said, shown]) => text.replaceAll(said, shown), message);
