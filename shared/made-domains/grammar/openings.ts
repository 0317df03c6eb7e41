import { type Locale, locales } from "../../contracts/names.ts";

/** What is done with a thing. */
export const deeds = [
  ...(["read", "add", "change", "remove", "send", "cancel", "convert", "count"] as const),
] as const;
export type Deed = (typeof deeds)[number];

/** Words of names in documents, and the deed that each stands for. */
const DEED_WORDS: Readonly<Record<Deed, readonly string[]>> = {
  read: [
    "find",
    "get",
    "list",
    "search",
    "show",
    "read",
    "look",
    "fetch",
    "view",
    "check",
    "query",
    "lookup",
    "describe",
    "retrieve",
    "load",
    "return",
    "inspect",
    "preview",
  ],
  add: [
    "create",
    "add",
    "post",
    "insert",
    "register",
    "make",
    "new",
    "open",
    "book",
    "save",
    "upload",
    "start",
    "generate",
    "draw",
    "write",
  ],
  change: [
    "update",
    "edit",
    "change",
    "set",
    "patch",
    "put",
    "rename",
    "move",
    "assign",
    "replace",
    "modify",
  ],
  remove: ["delete", "remove", "destroy", "clear", "erase", "forget"],
  send: ["send", "share", "notify", "publish", "forward", "deliver"],
  cancel: ["cancel", "close", "stop", "end", "abort", "archive"],
  convert: ["convert", "translate", "transform"],
  count: ["count", "total", "sum"],
};

/** The deed that a word stands for, if it stands for one. */
export const deedOf = (word: string): Deed | undefined =>
  deeds.find((deed) => DEED_WORDS[deed].includes(word));

/** How a request begins, as templates: a lead that may be there, and the ways to say what is wanted. */
type Openings = Readonly<Record<Deed, { lead: string; ways: string }>>;

const asked: Readonly<Record<Locale, string>> = {
  "pt-BR":
    "[por favor|oi|olá] [você pode|pode|poderia|você consegue|dá para|quero|eu quero|queria|preciso|gostaria de]",
  en: "[please|hi|hello] [can you|could you|would you|can I|I want to|I want you to|I would like to|I'd like to|I need to|let me|help me]",
};

const both = (locale: Locale, ways: string) => ({ lead: asked[locale], ways });

export const openings: Readonly<Record<Locale, Openings>> = {
  "pt-BR": {
    read: both(
      "pt-BR",
      "mostra|mostre|mostrar|me mostra|me mostre|me mostrar|ver|veja|olha|olhar|procura|procure|procurar|busca|busque|buscar|acha|ache|achar|encontra|encontre|encontrar|lista|liste|listar|consulta|consulte|consultar|pega|pegue|pegar|traz|traga|me traz|diz|diga|me diz|me diga|me fala|me dá|me passa|saber|me informa|confere|verifica|checa|acompanha|acompanhar|localiza|localizar|me conta|vê|me vê|me manda|preciso de|preciso do|preciso da|quero|exibe|exiba|exibir",
    ),
    add: both(
      "pt-BR",
      "cria|crie|criar|adiciona|adicione|adicionar|acrescenta|acrescente|acrescentar|inclui|inclua|incluir|coloca|coloque|colocar|põe|ponha|pôr|bota|bote|botar|cadastra|cadastre|cadastrar|registra|registre|registrar|faz|faça|fazer|salva|salve|salvar|guarda|guarde|guardar|gera|gere|gerar|anota|anote|anotar|marca|marque|marcar",
    ),
    change: both(
      "pt-BR",
      "muda|mude|mudar|altera|altere|alterar|atualiza|atualize|atualizar|edita|edite|editar|troca|troque|trocar|corrige|corrija|corrigir|ajusta|ajuste|ajustar",
    ),
    remove: both(
      "pt-BR",
      "apaga|apague|apagar|remove|remova|remover|exclui|exclua|excluir|tira|tire|tirar|deleta|delete|deletar|esquece|esqueça|esquecer",
    ),
    send: both(
      "pt-BR",
      "manda|mande|mandar|envia|envie|enviar|compartilha|compartilhe|compartilhar|encaminha|encaminhe|encaminhar|publica|publique|publicar|avisa|avise|avisar|escreve|escreva|escrever|posta|poste|postar|dispara|passa|deixa",
    ),
    cancel: both(
      "pt-BR",
      "cancela|cancele|cancelar|encerra|encerre|encerrar|fecha|feche|fechar|para|pare|parar|desmarca|desmarque|desmarcar",
    ),
    convert: both(
      "pt-BR",
      "converte|converta|converter|traduz|traduza|traduzir|transforma|transforme|transformar",
    ),
    count: both("pt-BR", "conta|conte|contar|soma|some|somar|calcula|calcule|calcular"),
  },
  en: {
    read: both(
      "en",
      "show|show me|see|view|find|find me|get|get me|list|look up|look for|search|search for|check|give me|tell me|fetch|pull up|know|know about|bring me|display|read|check on|I want|I need|let me see|go through",
    ),
    add: both(
      "en",
      "create|add|make|put|register|save|store|keep|record|enter|set up|generate|write|write down|note|book|log|start|draw",
    ),
    change: both("en", "change|update|edit|modify|set|correct|adjust|switch|rename|replace"),
    remove: both("en", "delete|remove|erase|take out|get rid of|drop|forget|clear"),
    send: both(
      "en",
      "send|send me|share|forward|publish|post|deliver|message|write|drop|leave|shoot|say",
    ),
    cancel: both("en", "cancel|call off|close|end|stop"),
    convert: both("en", "convert|translate|turn|transform"),
    count: both("en", "count|add up|total|calculate|compute"),
  },
};

/** The deed that the first word of a description means, in either language. */
export const deedSaid = (word: string): Deed | undefined =>
  deedOf(word) ??
  deeds.find((deed) =>
    locales.some((locale) => openings[locale][deed].ways.split("|").includes(word)),
  );

/** Verbs as an example says them, two for each deed. */
export const sayings: Readonly<Record<Locale, Readonly<Record<Deed, readonly [string, string]>>>> =
  {
    "pt-BR": {
      read: ["mostra", "quero ver"],
      add: ["cria", "quero adicionar"],
      change: ["muda", "quero alterar"],
      remove: ["apaga", "quero remover"],
      send: ["manda", "quero enviar"],
      cancel: ["cancela", "quero cancelar"],
      convert: ["converte", "quero traduzir"],
      count: ["conta", "quero somar"],
    },
    en: {
      read: ["show me", "I want to see"],
      add: ["create", "I want to add"],
      change: ["change", "I want to update"],
      remove: ["delete", "I want to remove"],
      send: ["send", "I want to share"],
      cancel: ["cancel", "I want to call off"],
      convert: ["convert", "I want to translate"],
      count: ["count", "I want to add up"],
    },
  };
