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
    // What endpoints refuse.
    ['There is no run "', 'Não existe a execução "'],
    ['There is no session "', 'Não existe a conversa "'],
    ['There is no schedule "', 'Não existe o agendamento "'],
    ['There is no domain "', 'Não existe o domínio "'],
    ['There is no open question "', 'Não existe a pergunta aberta "'],
    ['You have linked no recipient "', 'Você não ligou nenhum destinatário "'],
    ["There is nothing at ", "Não há nada em "],
    ['No proposal "', 'Nenhuma proposta "'],
    [" waits to be decided on.", " espera uma decisão."],
    ['No manifest of "', 'Nenhum manifesto de "'],
    [
      " with that digest waits for approval; look at the domain again.",
      " com esse resumo espera aprovação; olhe o domínio de novo.",
    ],
    [" waits for approval.", " espera aprovação."],
    [" is in force.", " está em vigor."],
    ["Another process carries the run on already.", "Outro processo já continua a execução."],
    [
      "No process has the run now; it is carried on soon, or stands still: look at it.",
      "Nenhum processo está com a execução agora; ela continua em breve ou está parada: olhe para ela.",
    ],
    ["The run is over, and nothing of it failed.", "A execução terminou, e nada dela falhou."],
    ["The run is over: success.", "A execução já terminou, e deu certo."],
    ["The run is over: partial.", "A execução já terminou, e uma parte falhou."],
    ["The run is over: failure.", "A execução já terminou, e falhou."],
    ["The run is over: cancelled.", "A execução já foi cancelada."],
    ["The run is under way.", "A execução está em andamento."],
    [
      "The run waits for an answer to its question.",
      "A execução espera a resposta à pergunta dela.",
    ],
    ["It was changed meanwhile; read it again.", "Mudou nesse meio-tempo; leia de novo."],
    ["The schedule is over: ", "O agendamento terminou: "],
    ["That time has passed.", "Essa hora já passou."],
    ["The words say no time or threshold.", "As palavras não dizem nem hora nem limite."],
    [" recipients are the most.", " destinatários é o máximo."],
    ["One's own chat is not shared.", "A própria conversa não é compartilhada."],
    [
      "To share a recipient with everybody these credentials need the scope ",
      "Para compartilhar um destinatário com todos, estas credenciais precisam do escopo ",
    ],
    ["This endpoint needs the scope ", "Este endereço precisa do escopo "],
    [", which these credentials do not have.", ", que estas credenciais não têm."],
    [
      "The API key is not known, or was revoked.",
      "A chave de API não é conhecida ou foi revogada.",
    ],
    ["The API key has expired.", "A chave de API venceu."],
    ["The token has expired.", "O token venceu."],
    ["The token is refused: ", "O token é recusado: "],
    ["Too many requests of ", "Pedidos demais de "],
    ["; try again in a second.", "; tente de novo em um segundo."],
    ["; try again in ", "; tente de novo em "],
    [
      "The store is not available; nothing was started. Try again.",
      "O armazenamento não responde; nada foi iniciado. Tente de novo.",
    ],
    ["Something failed on our side.", "Algo falhou do nosso lado."],
    // What backup and restore refuse.
    ["There is no data folder ", "Não existe a pasta de dados "],
    [
      " is in the data folder itself; a backup belongs elsewhere",
      " fica na própria pasta de dados; uma cópia deve ficar em outro lugar",
    ],
    [" is not empty; name a new folder", " não está vazia; diga uma pasta nova"],
    [" is no whole backup", " não é uma cópia inteira"],
    [
      "This backup has a PostgreSQL database: set DATABASE_URL to where it goes",
      "Esta cópia tem um banco PostgreSQL: diga em DATABASE_URL para onde ele vai",
    ],
    [
      "This backup has an embedded store, and DATABASE_URL names PostgreSQL: unset it",
      "Esta cópia tem um armazenamento embutido, e DATABASE_URL indica PostgreSQL: retire-a",
    ],
    [
      "Regente is running on this data: stop it first",
      "O Regente está usando estes dados: pare-o antes",
    ],
    [
      " is missing in the backup, or is not as it was copied",
      " falta na cópia, ou não está como foi copiado",
    ],
    [" is no sound database", " não é um banco de dados íntegro"],
    // What documents to be imported are refused for.
    ["is no operation of this document", "não é uma operação deste documento"],
    [
      "must be 3.0, 3.1 or 3.2; convert an older document first",
      "deve ser 3.0, 3.1 ou 3.2; converta antes um documento mais antigo",
    ],
    ["is no object", "não é um objeto"],
    ["must be a day like ", "tem de ser um dia como "],
    ["must be 1 or more", "tem de ser 1 ou mais"],
    ["must be 100 or less", "tem de ser 100 ou menos"],
    ["ENOENT: no such file or directory, open ", "não existe esse arquivo: "],
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
