import type { Locale } from "../../contracts/names.ts";

/** Words around a value. */
type Joints = {
  /** Before the thing. */
  articles: string;
  /** Between the thing and what it is of. */
  of: string;
  /** Before a value that is named. */
  with: string;
  and: string;
  /** Of things, before where they are or by what they are found. */
  be: string;
  /** Before a text that is written or sent. */
  says: string;
  /** Before how much something is changed by. */
  more: string;
  asks: string;
  whats: string;
  /** Between what is sent and what carries it: "on telegram". */
  via: string;
  /** Between what is looked for and where it is. */
  inside: string;
  /** Whose a list is, where nothing else is said. */
  mine: string;
  /** After a question for a list. */
  have: string;
  end: string;
};
export const joints: Readonly<Record<Locale, Joints>> = {
  "pt-BR": {
    articles:
      "[o|a|os|as|um|uma|uns|umas|meu|minha|meus|minhas|todos os|todas as|todos os meus|todas as minhas|esse|essa|este|esta|cada|no|na|nos|nas|pelo|pela]",
    of: "[de|do|da|dos|das|em|no|na|para|pra|para o|para a|por|pelo|pela|com|sobre|sobre o|sobre a|chamado|chamada|intitulado|intitulada|número|nº|com o nome|id|com id|com o id|de id|com número|com o número]",
    with: "(com|de|do|da|dos|das|por|pelo|pela|no|na|nos|nas|em|para|pra|para o|para a|pro|ao|à|sendo) [o|a]",
    and: "e [o|a|com|com o|com a]",
    be: "[que|que está|que estão|está|estão|há|tem|existem]",
    more: "[mais]",
    says: "[dizendo|dizendo que|que diz|que diga|falando|falando que|avisando que|com|com o texto|com o conteúdo|que|sobre|assim|escrito|mostrando|que mostre|que mostra|de|do|da]",
    asks: "(qual|quais|qual é|quais são|qual o|qual a|quais os|quais as|qual foi|que|cadê|como está|como estão|como tá|quanto é|quanto está|quanto tá|tem|há|existe|existem|quero saber)",
    whats: "[o|a|os|as|meu|minha|meus|minhas]",
    via: "[isso|aí|lá] (no|na|pelo|pela|via|por)",
    inside: "(em|no|na|nos|nas|do|da|dos|das) [meu|minha|meus|minhas]",
    mine: "(meu|minha|meus|minhas|todos os|todas as|todos os meus|todas as minhas)",
    have: "[eu tenho|tenho|temos|existem|há|tem|vocês têm|estão aí|que eu tenho|que existem|que há|disponíveis|eu posso usar|eu posso ver]",
    end: "[por favor|agora|aí|hoje|pra mim|para mim|de novo]",
  },
  en: {
    articles:
      "[the|a|an|my|all|all the|all my|some|any|this|that|these|those|every|each|in the|on the|at the|through the]",
    of: "[of|for|in|on|at|from|with|about|by|called|named|titled|number|to|of the|for the|about the|from the|in the|id|with id|with the id|with number|no.]",
    with: "(with|by|of|for|in|from|as|to|since|over|at|on) [the|a]",
    and: "and [the|a|with|with the|with a]",
    be: "[is|are|that is|that are|there are|standing]",
    more: "[another|more]",
    says: "[saying|saying that|that says|which says|with|with the text|with the content|that|about|reading|telling|showing|that shows|of]",
    asks: "(what is|what's|what are|what was|which|which is|which are|where is|where are|where's|how is|how's|how are|how much is|is there|are there|do you have|do we have|do I have|have I got|what)",
    whats: "[the|a|an|my|any]",
    via: "[this|it] (on|by|via|through|over)",
    inside: "(in|on|from|through|inside) [the|my]",
    mine: "(my|all|all my|all the|the)",
    have: "[do I have|have I got|do we have|do you have|are there|there are|I have|exist|that I have|that there are|available|can I use|can I see]",
    end: "[please|now|today|right now|for me|again]",
  },
};
