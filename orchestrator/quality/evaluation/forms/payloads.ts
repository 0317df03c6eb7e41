import type { Locale } from "#shared/contracts/names.ts";

/**
 * What people write down or tell, with the words of modifiers inside it: whole sentences about nothing in particular,
 * with neither a time nor a person at their edges. `plain` has none of those words.
 */
export type Payloads = { plain: readonly string[]; modified: readonly string[] };

export const payloads: Readonly<Record<Locale, Payloads>> = {
  "pt-BR": {
    plain: ["o portão da garagem é azul", "a chave está na gaveta da cozinha"],
    modified: [
      "o portão não fecha quando chove",
      "a chave nunca está na gaveta da cozinha",
      "a bomba só liga se a caixa esvaziar",
      "todo mundo pagou, menos o vizinho do terceiro andar",
      "a vistoria de amanhã não tem horário certo",
      "o remédio das crianças não pode ser tomado com leite",
      "a feira de toda sexta mudou de praça",
      "o síndico pediu para ninguém usar o elevador",
      "a torneira pinga sem parar quando a máquina liga",
      "o cachorro não come se a tigela estiver no sol",
      "a senha do portão só vale até o fim da obra",
      "o bolo ficou bom, exceto a cobertura de limão",
    ],
  },
  en: {
    plain: ["the garage gate is blue", "the key is in the kitchen drawer"],
    modified: [
      "the gate won't close when it rains",
      "the key is never in the kitchen drawer",
      "the pump only starts if the tank is empty",
      "everyone has paid except the neighbour upstairs",
      "the inspection of tomorrow has no fixed hour",
      "the medicine must not be mixed with milk",
      "the market that opens every friday sells no fish",
      "the landlord asked nobody to use the lift",
      "the tap drips without end once the washer runs",
      "the dog doesn't eat if the bowl is in the sun",
      "the code is good until the works are over",
      "the cake was fine except for the lemon glaze",
    ],
  },
};
