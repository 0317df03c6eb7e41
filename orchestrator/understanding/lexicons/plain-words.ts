import type { Locale } from "#shared/contracts/names.ts";

/**
 * How people say common deeds among friends, and the plain words for them: "joga fora" is "apaga", "get rid of" is
 * "delete". Written as they are said, shorthand opened; `|` between words that mean the same in one place, `*` for what
 * stands between. They serve every goal, because each says no more than its plain word.
 */
export type PlainWords = {
  /** Wherever they stand. */
  readonly anywhere: readonly (readonly [said: string, plain: string])[];
  /** Only where a clause begins with them: elsewhere they are other words. */
  readonly first: readonly (readonly [said: string, plain: string])[];
  /** Say nothing, wherever they stand. */
  readonly fillers: readonly string[];
};

export const PLAIN_WORDS: Readonly<Record<Locale, PlainWords>> = {
  "pt-BR": {
    anywhere: [
      ["joga|jogar|jogue fora", "apaga"],
      ["da|dar|de um fim n|em|no|na|nesse|nessa", "apaga"],
      ["da|dar|de|dando uma|um olhada|olhadinha|espiada|conferida|checada|sacada em|no|na", "vê"],
      ["da|dar|de uma|um pesquisada|procurada|buscada|fucada|googlada", "pesquisa"],
      ["da|dar|de uma|um lida|lidinha em|no|na", "lê"],
      ["se livra|livrar|livre de|do|da", "apaga"],
    ],
    first: [
      ["some|sumir|suma|desaparece com", "apaga"],
      [
        "taca|tacar|taque|mete|meter|meta|bota|botar|bote|enfia|soca|joga|jogar|pendura|add|adc",
        "coloca",
      ],
      ["puxa|puxar|puxe|descola|arruma|saca|levanta", "mostra"],
      ["kd|cd|cade", "onde está"],
    ],
    fillers: [
      "ae",
      "aih",
      "gente",
      "galera",
      "mano",
      "mana",
      "vei",
      "vey",
      "msm",
      "tipo",
      "tipo assim",
      "pessoal",
      "povo",
      "amg",
      "bb",
      "slk",
      "po",
      "poxa",
      "porra",
      "caramba",
      "kk",
      "kkk",
      "kkkk",
      "rs",
      "rsrs",
      "beleza",
      "por favor",
      "por gentileza",
      "rapidao",
      "rapidinho",
      "p mim",
      "na moral",
      "na humilde",
      "na humildade",
      "parca",
      "truta",
    ],
  },
  en: {
    anywhere: [
      ["get|getting rid of", "delete"],
      ["take|have|grab a|another quick|good|little|fast look|peek|gander at", "check"],
      ["take|have|grab a|another look|peek|gander at", "check"],
      ["check up|in on", "check"],
      ["jot|scribble|pen this|that|it down", "note down"],
      ["jot|scribble|pen down", "note down"],
    ],
    first: [
      ["look up", "search for"],
      ["pull|bring|dig up|out", "show me"],
      ["grab|fetch|gimme me", "show me"],
      ["grab|fetch", "show me"],
      ["chuck|toss|throw|bin|ditch|trash|scrap|nuke|dump|axe|zap out|away", "delete"],
      [
        "chuck|stick|pop|throw|toss|slap|shove|whack|bung|tack|add * on|in|onto|into|to|down",
        "put",
      ],
      ["chuck|bin|ditch|trash|scrap|nuke|dump|axe|zap|lose", "delete"],
      ["knock|whip|rustle|put up|together", "make"],
      ["shoot|fire|ping|drop", "send"],
    ],
    fillers: [
      "asap",
      "rn",
      "lol",
      "lmao",
      "haha",
      "bro",
      "bruh",
      "dude",
      "mate",
      "buddy",
      "fam",
      "guys",
      "folks",
      "tho",
      "please",
      "ya",
      "real quick",
      "real fast",
      "thx",
      "thanks",
      "ty",
      "yo",
      "hiya",
      "sup",
      "hun",
      "would you",
      "will you",
      "if you could",
      "when you can",
      "or something",
    ],
  },
};
