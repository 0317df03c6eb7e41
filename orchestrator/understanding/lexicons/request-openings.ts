import type { Locale } from "#shared/contracts/names.ts";

/**
 * How a request may begin before it says what it asks for. Each piece may follow another: "você pode" and "me mostrar".
 * None of them says what is to be done, so that a template need not spell them out.
 */
export const REQUEST_OPENINGS: Readonly<Record<Locale, readonly string[]>> = {
  "pt-BR": [
    "eu quero, quero, queria, eu queria, gostaria de, eu gostaria de, gostaria que você, quero que você, queria que você",
    "preciso, eu preciso, preciso que você, preciso de, preciso do, preciso da, to precisando de, to precisando do, to precisando da",
    "pode, poderia, podia, você pode, você poderia, vc pode, vc poderia, consegue, você consegue, vc consegue, conseguiria",
    "sabe, você sabe, vc sabe, tem como, dá pra, dá para, daria pra, daria para, vou querer",
    "saber, ver, me dizer, me falar, me mostrar, me informar, me passar, me dar, me contar, dizer, mostrar, informar",
    "diz, diga, fala, fale, me diz, me diga, me fala, me fale, me mostra, me mostre, mostra, mostre, me passa, me passe",
    "me informa, me informe, informa, informe, me dá, me dê, vê, me vê, veja, ver se, exibe, exiba, me conta, me conte",
    "vê pra mim, pra mim, para mim, aí",
    "qual, qual é, qual foi, qual era, quais, quais são, quais foram, qual que é",
    "o, a, os, as",
  ],
  en: [
    "i want to, i need to, i would like to, i should like to, i'd like to, i wanna, i'd love to, i want you to, i need you to, i'd like you to",
    "i want, i need, i would like, i'd like, i'm looking for, i am looking for",
    "can you, could you, would you, will you, can you please, could you please, would you please, you can, would you mind",
    "tell me, show me, give me, get me, find me, let me see, let me know, let me have, do you know, to know, to see, show",
    "what is, what's, whats, what are, what was, what were",
    "the, please, just, kindly",
  ],
};
