import { testCatalogue } from "../catalogue/catalogue.fixture.ts";

/**
 * Three invented domains in both languages: forecasts by place, books and loans, letters that may also
 * follow something else.
 */
export const catalogue = testCatalogue(
  {
    domain: "weather",
    lists: {
      places: {
        values: [
          "Recife",
          "São Paulo",
          "Rio de Janeiro",
          "Lisboa",
          "Lisbon",
          "Oslo",
          "Paris",
          "Manaus",
          "Trinidad and Tobago",
          "ZX81",
          "AB12",
          "CD34",
          "EF56",
        ],
      },
    },
    rules: { tell: "(me diz|me diga|quero saber|qual é|qual)" },
    goals: [
      {
        goal: "FORECAST",
        description: {
          "pt-BR": "Previsão do tempo de um lugar",
          en: "Weather forecast of a place",
        },
        entities_schema: {
          place_text: {
            type: "string",
            list: "places",
            required: true,
            multiple: true,
            question: { "pt-BR": "De que lugar?", en: "Of which place?" },
          },
          day: { type: "date" },
        },
        capability: "forecast",
        hints: {
          keywords: { "pt-BR": ["previsão", "chuva"], en: ["forecast", "rain"] },
          templates: {
            "pt-BR": [
              "{place_text} [hoje]",
              "[<tell>] [a] previsão [do tempo] (de|do|da|para|em) {place_text} [{day}]",
              "vai chover (em|no|na) {place_text} [{day}]",
            ],
            en: [
              "[what is] [the] forecast (for|in) {place_text} [{day}]",
              "will it rain in {place_text} [{day}]",
            ],
          },
          examples: {
            "pt-BR": [
              "como fica o tempo em [Recife](place_text) [amanhã](day)",
              "vai fazer sol em [Manaus](place_text)?",
              "previsão pra [Oslo](place_text)",
              "tem chuva prevista pra [Lisboa](place_text)",
              "preciso de guarda-chuva em [Paris](place_text)?",
              "quero a previsão de [São Paulo](place_text)",
              "como vai estar o tempo em [Rio de Janeiro](place_text) [sexta](day)",
              "me fala do tempo em [Lisboa](place_text)",
              "o tempo em [Recife](place_text) e em [Manaus](place_text)",
              "qual a previsão?",
            ],
            en: [
              "how is the weather in [Oslo](place_text) [tomorrow](day)",
              "is it sunny in [Paris](place_text)",
              "weather for [Lisbon](place_text)",
              "do I need an umbrella in [Manaus](place_text)",
              "forecast for [Paris](place_text) please",
              "give me the weather in [Recife](place_text)",
              "what will the weather be like in [Oslo](place_text)",
              "rain in [Lisbon](place_text) [tomorrow](day)?",
              "what is the forecast",
            ],
          },
          negatives: {
            "pt-BR": [{ text: "quanto tempo falta" }, { text: "que horas são em Paris" }],
            en: [{ text: "what time is it in Oslo" }, { text: "is there a train to Paris" }],
          },
        },
      },
      {
        goal: "EXTREMES",
        description: {
          "pt-BR": "Cidades mais quentes e mais frias",
          en: "Warmest and coldest cities",
        },
        entities_schema: {
          kind: {
            type: "enum",
            values: ["WARM", "COLD", "BOTH"],
            default: "BOTH",
            required: true,
            synonyms: {
              WARM: ["mais quentes", "quentes", "warmest", "hottest"],
              COLD: ["mais frias", "frias", "coldest"],
              BOTH: ["mais quentes e mais frias", "warmest and coldest"],
            },
          },
          region_text: { type: "string" },
          limit: { type: "integer" },
        },
        capability: "extremes",
        hints: {
          keywords: { "pt-BR": ["cidades mais quentes"], en: ["warmest cities"] },
          templates: {
            "pt-BR": [
              "[quais são] [as] [{limit}] cidades {kind} (de|do|da) {region_text}",
              "[as] [{limit}] cidades {kind}",
            ],
            en: ["[the] [{limit}] {kind} cities [(of|in) {region_text}]"],
          },
          examples: {
            "pt-BR": [
              "quais cidades estão [mais quentes](kind:WARM) no [Nordeste](region_text)",
              "onde faz mais calor na [Europa](region_text)",
              "mostra as cidades [mais frias](kind:COLD) do [Sul](region_text)",
              "ranking das cidades [mais quentes](kind:WARM)",
              "cidades [frias](kind:COLD) da [Ásia](region_text)",
              "as [mais quentes e mais frias](kind:BOTH) do [Norte](region_text)",
            ],
            en: [
              "which cities are the [hottest](kind:WARM) in [Asia](region_text)",
              "show the [coldest](kind:COLD) cities of [Europe](region_text)",
              "ranking of the [warmest](kind:WARM) cities",
              "list the [coldest](kind:COLD) places in [Africa](region_text)",
              "the [warmest and coldest](kind:BOTH) cities of [Europe](region_text)",
            ],
          },
        },
      },
    ],
    capabilities: [
      { capability: "forecast", effect: "read" },
      { capability: "extremes", effect: "read" },
    ],
  },
  {
    domain: "library",
    goals: [
      {
        goal: "FIND_BOOK",
        description: { "pt-BR": "Procurar um livro", en: "Look for a book" },
        entities_schema: {
          title_text: {
            type: "string",
            required: true,
            question: { "pt-BR": "Que livro?", en: "Which book?" },
          },
        },
        capability: "find_book",
        hints: {
          keywords: { "pt-BR": ["livro", "exemplar"], en: ["book", "copy"] },
          templates: {
            "pt-BR": ["[vocês] (tem|têm) o livro {title_text}", "livro {title_text}"],
            en: ["do you have the book {title_text}", "book {title_text}"],
          },
          examples: {
            "pt-BR": [
              "procura o livro [Dom Casmurro](title_text)",
              "tem algum exemplar de [Vidas Secas](title_text)?",
              "quero o livro [A Hora da Estrela](title_text)",
              "acha pra mim o livro [Grande Sertão](title_text)",
              "vocês têm o livro [Iracema](title_text)",
              "onde está o livro [Capitães da Areia](title_text)",
            ],
            en: [
              "look for the book [Moby Dick](title_text)",
              "is there a copy of [Emma](title_text)",
              "I want the book [Dracula](title_text)",
              "find the book [War and Peace](title_text)",
              "where is the book [Ulysses](title_text)",
              "any copies of [Middlemarch](title_text) left?",
            ],
          },
        },
      },
      {
        goal: "LIST_LOANS",
        description: { "pt-BR": "Mostrar os livros emprestados", en: "Show the books on loan" },
        capability: "list_loans",
        hints: {
          keywords: { "pt-BR": ["empréstimos"], en: ["loans"] },
          templates: { "pt-BR": ["meus empréstimos"], en: ["my loans"] },
          examples: {
            "pt-BR": [
              "quais livros estão comigo",
              "mostra meus empréstimos",
              "o que eu peguei emprestado",
              "lista os livros que eu tenho pra devolver",
              "quando vencem meus empréstimos",
              "que livros eu preciso devolver",
            ],
            en: [
              "which books do I have",
              "show my loans",
              "what did I borrow",
              "list the books I have to return",
              "when are my loans due",
              "what books do I need to give back",
            ],
          },
        },
      },
    ],
    capabilities: [
      { capability: "find_book", effect: "read" },
      { capability: "list_loans", effect: "read" },
    ],
  },
  {
    domain: "letters",
    goals: [
      {
        goal: "SEND_LETTER",
        description: { "pt-BR": "Mandar uma carta", en: "Send a letter" },
        entities_schema: {
          body: {
            type: "string",
            required: true,
            question: { "pt-BR": "Dizendo o quê?", en: "Saying what?" },
          },
        },
        capability: "send_letter",
        hints: {
          templates: {
            "pt-BR": ["manda uma carta dizendo [que] {body}"],
            en: ["send a letter saying [that] {body}"],
          },
          examples: {
            "pt-BR": [
              "manda uma carta dizendo que [a reunião mudou de sala](body)",
              "envia uma carta falando [que eu chego na segunda](body)",
              "escreve uma carta: [o portão está quebrado](body)",
              "quero mandar uma carta avisando que [vou me atrasar hoje](body)",
            ],
            en: [
              "send a letter saying [the meeting has moved](body)",
              "write a letter that says [I will be there on monday](body)",
              "send a letter telling them [the gate is broken](body)",
              "I want to send a letter saying [we are running late](body)",
            ],
          },
        },
      },
    ],
    capabilities: [
      {
        capability: "send_letter",
        effect: "external",
        metadata: {
          roles: ["messenger"],
          followup: {
            hints: {
              "pt-BR": ["me manda por carta", "(manda|envia) por carta"],
              en: ["send it by letter", "and write me a letter"],
            },
            sets: { by_letter: true },
          },
        },
      },
    ],
  },
);
