/** Phrases as templates of words: "(se|when) [you] can". `#n` is a number, `#day` a weekday, `#any` one word of any kind, `#infinitive` and `#gerund` one that ends like it. */
export type Phrases = readonly string[];

/** Phrases that change nothing. */
type CourtesyLexicon = {
  /** Begins like a modifier and is none: "pelo menos", "at once". */
  readonly plain: Phrases;
  /** Why something is asked for behind a pause: "não sei quanto está a WEG, me diz". */
  readonly backgrounds: Phrases;
  /** Changes nothing, wherever it stands: "se puder", "agora mesmo", "if you can". */
  readonly courtesy: Phrases;
  /** Changes nothing where a request begins with it: "não esquece de", "would you mind". */
  readonly polite_openings: Phrases;
  /** The same, where the sentence is a question: "você não", "can't you". */
  readonly polite_questions: Phrases;
  /** Changes nothing at the end: "né", "right". */
  readonly tags: Phrases;
  /** Asks for both: "não só", "not only"; and the words that the second one begins with. */
  readonly not_only: Phrases;
  readonly but_also: Phrases;
  /** Behind a request, why it is made: "pra eu não esquecer", "so I don't lose it". */
  readonly purposes: Phrases;
};

/**
 * The words of one language that say whether, when, if and to whom, by what they do. Words are written as they are said,
 * shorthand opened ("pra" is "para"). Another language is another such table, and nothing else.
 */
export type ModifierLexicon = CourtesyLexicon & {
  /** "não", "never": before a verb they negate it. */
  readonly negators: Phrases;
  /** A spelling of such a word that opens into others: "num" apaga. */
  readonly negators_run_together: readonly string[];
  /** Negates the request that follows: "nada de", "no need to". */
  readonly negating: Phrases;
  /** Takes back what was said, at the end: "esquece", "never mind". */
  readonly retractions: Phrases;
  /** Speaks of the request itself: "do that", "o que eu pedi". */
  readonly of_request: Phrases;
  /** The same, where it asks to be shown and for nothing more: "só mostra aqui". */
  readonly only_shown: Phrases;
  /** May stand before what takes a request back, or puts it right: "ah", "wait". */
  readonly interjections: Phrases;
  /** Taken with a breath in the middle of a text, before what takes it back: "ih, pera", "oh wait". */
  readonly breaths: Phrases;
  /** Takes back what was said, also without a pause: "... não pera", "... scratch that", "... uma ova". */
  readonly plain_retractions: Phrases;
  /** The same of one word that also says something else: "nada". */
  readonly bare_nos: Phrases;
  /** Behind a request, when its sender will say so: "depois que eu confirmar", "once I say". */
  readonly own_word: Phrases;
  /** Behind a request, what it does not need: "nem precisa confirmar", "no reply needed". */
  readonly no_ceremony: Phrases;
  /** Behind what is not wanted, what is: "não o gráfico, *só* a cotação". */
  readonly instead_only: Phrases;
  /** "em vez de" apagar, "instead of" deleting: what follows a pause is wanted instead. */
  readonly instead_of: Phrases;
  /** Behind what is to go, that something stays: "o outro *fica*". */
  readonly staying: Phrases;
  /** What is said to somebody, and no statement: "feliz aniversário", "good night". */
  readonly greetings: Phrases;
  /** How it is said where someone is, or what they have just done: "I'm on the train", "cheguei". */
  readonly of_now: Phrases;
  /** Beside what is to go, what stays: "mas deixa a segunda", "but keep the other one". */
  readonly sparing: Phrases;
  /** Negates what follows it beside a request: "sem", "without". */
  readonly without: Phrases;
  /** The same before a thing, and only behind a request: "..., no pdf please". */
  readonly without_thing: Phrases;
  /** Joins what is negated to a request: "mas", "e", "but". */
  readonly joints: Phrases;
  /** May stand between the beginning of a request and its negation: "eu", "you". */
  readonly subjects: Phrases;

  readonly asking: Phrases;
  readonly reporting: Phrases;
  /** Before a verb in the past, it tells: "já" mandei. */
  readonly already: Phrases;
  readonly supposing: Phrases;
  /** Says what someone does: "eu", "I"; unless a wish follows. */
  readonly tellers: Phrases;
  readonly wishes: Phrases;
  /** How verbs end that tell what was done: "ou" in "apagou". */
  readonly past_endings: readonly string[];

  /** "se", "quando", "unless": a clause follows. */
  readonly conditions: Phrases;
  /** The same, only where a clause begins with it: "caindo abaixo de 40, ...", "should it rain, ...". */
  readonly opening_conditions: Phrases;
  /** What is told after these is a question: "me diz" se subiu. */
  readonly embeds: Phrases;
  /** After a word of time these make a question: "when does". */
  readonly inverts: Phrases;

  /** To come, whatever the tense: "amanhã", "in an hour". */
  readonly times: Phrases;
  /** May be past as well: "na sexta", "in march". */
  readonly dates: Phrases;
  readonly recurrences: Phrases;

  /** "para", "to": before a person, says whom to. */
  readonly recipient_prepositions: Phrases;
  /** "do", "of": the same, before a person of one's own. */
  readonly owner_prepositions: Phrases;
  readonly possessives: Phrases;
  readonly people: Phrases;
  /** "no" grupo, "in the" group: a name follows. */
  readonly group_prepositions: Phrases;
  readonly groups: Phrases;
  /** "mim", "me": the person who asks. */
  readonly oneself: Phrases;

  /** A later value stands for an earlier one: "digo", "no wait". */
  readonly corrections: Phrases;
  /** The same, and people hardly write it into a text: "ops", "scratch that". */
  readonly slips: Phrases;
  /** The same between two names, without a pause as well: "a apple aliás a microsoft". */
  readonly slips_between: Phrases;
  readonly exceptions: Phrases;
  /** "deixa" o bradesco "de fora", "leave" Tesla "out": a name between them is left out. */
  readonly leaving: Phrases;
  readonly out: Phrases;
  /** Says that what follows is left out of "all". */
  readonly exceptions_of_all: Phrases;
  readonly universals: Phrases;
  readonly amounts: Phrases;

  /** Before a payload: "que", "dizendo", "saying". */
  readonly complementisers: Phrases;
  /** Of these, those that stand before what is said and nowhere else: "dizendo", "saying". */
  readonly saying: Phrases;
  /** What a payload may be called that follows: "nota", "message". */
  readonly text_nouns: Phrases;
  /** Which of the things that were shown: "terceira", "both". */
  readonly places_shown: Phrases;
  /** Before what a text is to be about or to hold: "com", "of". What ends it may speak of the request. */
  readonly weak_borders: Phrases;
  /** Holds a request together and says nothing: articles, prepositions, clitics, wishes. */
  readonly harmless: Phrases;

  readonly numbers: readonly string[];
  readonly days: readonly string[];
  readonly months: readonly string[];
  readonly units: readonly string[];
};
