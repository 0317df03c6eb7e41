import {
  type CheckResult,
  type RuleNumber,
  rules,
  topics,
} from "#shared/conformance/domain-check.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { printable, type Terminal } from "../terminal.ts";
import { checkWords } from "./words.ts";

/** Names of checks in Portuguese. `$1` is a capability, a goal, or what was sent. */
const PT: readonly (readonly [english: string, portuguese: string])[] = [
  [
    "GET /health says ok, and which domain and version it is",
    "GET /health diz ok, e qual é o domínio e a versão",
  ],
  ["GET /manifest keeps the manifest contract", "GET /manifest cumpre o contrato do manifesto"],
  [
    "GET /manifest has a strong ETag, and 304 for who has it",
    "GET /manifest tem um ETag forte, e 304 para quem já o tem",
  ],
  [
    "an unknown path is 404 with an error body",
    "um caminho desconhecido é 404 com um corpo de erro",
  ],
  ["an unknown capability is 404", "uma capacidade desconhecida é 404"],
  ["a call for another domain is 404", "uma chamada para outro domínio é 404"],
  ["an unknown field of the context is ignored", "um campo desconhecido do contexto é ignorado"],
  [
    "a read whose deadline has passed is a failure in words",
    "uma leitura com o prazo vencido é uma falha em palavras",
  ],
  [
    "parameters of the wrong shape are a failure in words, not an error",
    "parâmetros da forma errada são uma falha em palavras, e não um erro",
  ],
  [
    "whatever is chosen when it asks, leads on",
    "o que quer que se escolha quando ele pergunta leva adiante",
  ],
  ["without a token /execute is 401", "sem token, /execute é 401"],
  ["a token is used once", "um token serve uma vez só"],
  ["an empty body", "um corpo vazio"],
  ["half a JSON text", "meio texto JSON"],
  ["two JSON texts", "dois textos JSON"],
  ["null", "null"],
  ["an array", "uma lista"],
  ["bytes that are not UTF-8", "bytes que não são UTF-8"],
  ["an unknown field", "um campo desconhecido"],
  ["an unknown field of the intent", "um campo desconhecido da intenção"],
  ["a missing intent", "a falta da intenção"],
  ["a language that no user is answered in", "uma língua em que ninguém é respondido"],
  ["a confidence above 1", "uma confiança acima de 1"],
  ["a deadline in words", "um prazo em palavras"],
  ["a parameter that reaches a prototype", "um parâmetro que alcança um protótipo"],
  ["a number beyond all numbers", "um número além de todos os números"],
  ["a hundred thousand nested lists", "cem mil listas uma dentro da outra"],
  ["a body of more than 1 MiB", "um corpo de mais de 1 MiB"],
  ["a body that is not declared as JSON", "um corpo que não é declarado como JSON"],
  ["a form", "um formulário"],
  ["a token signed with another secret", "um token assinado com outro segredo"],
  ["a token for another audience", "um token para outro destinatário"],
  ["a token from another issuer", "um token de outro emissor"],
  ["a token that expired two minutes ago", "um token que venceu há dois minutos"],
  ["a token that never expires", "um token que nunca vence"],
  ["a token of another run", "um token de outra execução"],
  ["a token of another step", "um token de outro passo"],
  ["a token for another capability", "um token para outra capacidade"],
  ["a token of another user", "um token de outro usuário"],
  ["a token of another Idempotency-Key", "um token de outra Idempotency-Key"],
  ["an unsigned token", "um token sem assinatura"],
  ["a token that is no token", "um token que não é token"],
];
const pt = new Map(PT);

/** Ends of a name after the capability that it is about. */
const PT_ENDS: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^(\S+) explains itself in (\S+)$/, "$1 se explica em $2"],
  [/^(\S+) answers what its schema says$/, "$1 responde o que o seu esquema diz"],
  [/^(\S+) does not begin after its deadline$/, "$1 não começa depois do prazo"],
  [
    /^(\S+) refuses each wrong value among right ones$/,
    "$1 recusa cada valor errado entre os certos",
  ],
  [/^(\S+) happens once for one key$/, "$1 acontece uma vez para uma chave"],
  [
    /^(\S+) happens once for one key, and the second answer says it is a replay$/,
    "$1 acontece uma vez para uma chave, e a segunda resposta diz que é repetição",
  ],
  [
    /^(\S+) happens once for twins that come together$/,
    "$1 acontece uma vez para gêmeas que chegam juntas",
  ],
  [/^(\S+) happens again for another key$/, "$1 acontece de novo para outra chave"],
  [/^(\S+) is seen by its own user alone$/, "$1 só é visto pelo próprio usuário"],
  [
    /^(\S+) is each user's own where two call together$/,
    "$1 é de cada usuário quando dois chamam juntos",
  ],
  [/^(\S+) is taken back by its own user alone$/, "$1 só é desfeito pelo próprio usuário"],
  [/^(\S+) is taken back by what it names$/, "$1 é desfeito pelo que ele indica"],
  [/^(\S+) leaves nothing of the check behind$/, "$1 não deixa nada da conferência para trás"],
  [/^(\S+) does not happen in a dry run$/, "$1 não acontece em um ensaio"],
  [/^(\S+) refuses a key that another user used$/, "$1 recusa uma chave que outro usuário usou"],
  [
    /^(\S+) refuses a key that was used for other parameters$/,
    "$1 recusa uma chave usada com outros parâmetros",
  ],
  [
    /^(\S+): its examples in (\S+) reach their goal \((\d+)\)$/,
    "$1: os exemplos em $2 chegam em casa ($3)",
  ],
];

function inPortuguese(name: string): string {
  const whole = pt.get(name);
  if (whole !== undefined) return whole;
  const [, what = "", status = "", param = ""] =
    /^(.+) is (\d{3})(?:, naming (.+))?$/.exec(name) ?? [];
  const sent = pt.get(what);
  if (sent !== undefined) return `${sent}: ${status}${param === "" ? "" : `, dizendo ${param}`}`;
  const end = PT_ENDS.find(([english]) => english.test(name));
  return end === undefined ? name : name.replace(end[0], end[1]);
}

/** The name of a check as people read it; one that is not known stays as it is. */
export const checkName: Readonly<Record<Locale, (name: string) => string>> = {
  en: (name) => name,
  "pt-BR": inPortuguese,
};

/** The results of a check, and of what. */
type Report = {
  url: string;
  domain: string;
  version: string;
  checks: readonly CheckResult[];
};

export const countOf = (checks: readonly CheckResult[], outcome: CheckResult["outcome"]): number =>
  checks.filter((check) => check.outcome === outcome).length;

/** A line for each topic, what is broken or was not looked at beneath it, and the sum. `all` names what is kept too. */
export function showReport(
  { url, domain, version, checks }: Report,
  all: boolean,
  terminal: Terminal,
): string {
  const { paint } = terminal;
  const { locale } = terminal.words;
  const words = checkWords(locale);
  const marks = {
    passed: paint.green("✓"),
    failed: paint.red("✗"),
    not_checked: paint.yellow("-"),
  };
  const lines = topics.flatMap((topic) => {
    const own = checks.filter(({ about }) => about === topic);
    if (own.length === 0) return [];
    const worst = own.some(({ outcome }) => outcome === "failed")
      ? marks.failed
      : own.every(({ outcome }) => outcome === "not_checked")
        ? marks.not_checked
        : marks.passed;
    const kept = words.kept(countOf(own, "passed"), own.length);
    return [
      `${worst} ${paint.bold(words.topics[topic])} ${paint.dim(kept)}`,
      ...own
        .filter(({ outcome, detail }) => all || outcome !== "passed" || detail !== "")
        .flatMap(({ name, outcome, detail, rule, sentence }) => [
          `    ${marks[outcome]} ${printable(checkName[locale](name))}`,
          ...(detail === "" ? [] : [`      ${paint.dim(printable(detailIn[locale](detail)))}`]),
          ...(sentence === undefined ? [] : [`      ${words.rule(rule, ruleIn[locale](rule))}`]),
        ]),
    ];
  });
  const [passed, failed, notChecked] = (["passed", "failed", "not_checked"] as const).map(
    (outcome) => countOf(checks, outcome),
  );
  const summary = words.summary(passed ?? 0, failed ?? 0, notChecked ?? 0);
  return [
    printable(words.checked(domain, version, url)),
    "",
    ...lines,
    "",
    failed === 0 ? paint.green(summary) : paint.red(summary),
  ].join("\n");
}

/** The rules of the wire in Portuguese; docs/wire.md has them in English. */
const RULES_PT: Readonly<Record<RuleNumber, string>> = {
  "1.1":
    '`GET /health` responde 200 e `{status: "ok", domain, version}`, como no manifesto, enquanto o serviço consegue trabalhar.',
  "1.2":
    "`GET /manifest` responde 200, `content-type: application/json` e um manifesto que cumpre manifest.schema.json, com nomes únicos e conhecidos.",
  "1.3":
    "`GET /manifest` traz um `ETag` forte, e responde 304 a um `If-None-Match` que o cite e 200 a qualquer outro.",
  "1.4":
    "O Regente aceita o manifesto: os seus esquemas podem ser conferidos, os seus modelos podem ser lidos, e tudo o que ele nomeia existe.",
  "2.1":
    "Um pedido recusado recebe o seu status e `{error: {message, type, param, code}}`; a mensagem não mostra a pilha. Um caminho que não existe é 404.",
  "2.2":
    "Uma capacidade que o manifesto não tem é 404 com o param `intent.capability`; uma chamada para outro domínio é 404 com `intent.domain`.",
  "2.3":
    "Um corpo que não é um único texto JSON em UTF-8 é 400; também um com um número que não cabe em um double, ou tão aninhado que derrubaria quem o lê.",
  "2.4":
    "Um corpo que não cumpre execute_request é 400, e `param` é o caminho do primeiro campo errado: que falta, de outro tipo ou desconhecido, menos no contexto.",
  "2.5":
    "Um campo do contexto que quem recebe não conhece é ignorado: é assim que o protocolo cresce.",
  "2.6": "Uma chave `__proto__`, `constructor` ou `prototype` é 400, onde quer que esteja.",
  "2.7": "Um corpo de mais de 1 MiB é 413.",
  "2.8": "Um corpo que não é declarado como `application/json` é 415.",
  "3.1":
    "Parâmetros que o params_schema não aceita (que faltam, de valor errado, ou desconhecidos onde ele nomeia `properties` e não abre `additionalProperties`) são 200 com status `failure`, metadata.code `INVALID_PARAMS` e uma explicação em palavras. Nada é feito.",
  "4.1":
    "O que quer que resulte de uma chamada aceita é 200 com um domain_output: `success`, `failure` ou `clarification`. Qualquer outro status quer dizer que o próprio serviço falhou.",
  "4.2": "A explicação nunca é vazia e é dita na língua de context.locale.",
  "4.3": "O resultado de um sucesso cumpre o result_schema da capacidade.",
  "4.4":
    "Uma pergunta tem `result.candidates`, cada um com um `label` e os parâmetros que a escolha significa, ou diz o parâmetro que quer em `metadata.missing_param`.",
  "4.5":
    "A mesma chamada, com os parâmetros de um candidato por cima dos seus, é entendida e não leva à mesma pergunta.",
  "5.1":
    "Uma chamada que chega depois do seu deadline_at (milissegundos desde 1970) é uma `failure` em palavras, e nada começa.",
  "6.1": "Com context.dry_run true, um efeito (tudo menos `read`) é respondido e não acontece.",
  "6.2":
    "A mesma Idempotency-Key de novo, por 24 horas no mínimo, dá a mesma resposta com o cabeçalho `idempotency-replayed: true`; o efeito aconteceu uma vez.",
  "6.3":
    "Chamadas com uma só chave que chegam juntas fazem o efeito acontecer uma vez, e todas recebem a resposta dele.",
  "6.4": "Outra chave faz o efeito acontecer de novo.",
  "6.5":
    "Uma chave que já serviu para outros parâmetros, outra capacidade ou outro usuário é 422, e nada é feito.",
  "6.6":
    "Onde uma capacidade indica o seu `undo`, ele, chamado com os valores do recibo, desfaz o que foi feito.",
  "6.7":
    "O que um usuário (context.user_id) fez não é mostrado a outro nem mudado por outro, a não ser que o domínio queira que seja de todos.",
  "7.1":
    "Um serviço que tem uma chave responde 401 a /execute sem `Authorization: Bearer` e um JWT HS256 assinado com os bytes dessa chave; um sem chave só atende na própria máquina.",
  "7.2":
    "O `iss` do token é `regente` e o `aud` é o nome do domínio; `iat` tem no máximo 60 s e `exp` não passou, com 60 s para relógios que diferem. Todo o resto é 401.",
  "7.3":
    "`run_id`, `step_id`, `capability`, `sub` (o usuário) e, onde existe, `idempotency_key` do token são os da chamada; senão, 401.",
  "7.4": "Um token (`jti`) serve uma vez; na segunda é 401.",
  "8.1":
    "Todo exemplo do manifesto chega ao seu próprio objetivo entre os domínios que rodam ao lado dele.",
};

/** What was seen, in Portuguese; the words of the domain itself stay as they are. */
const SEEN_PT: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^(\S+: )?wanted a failure, got (\S+)$/, "$1esperava uma falha, veio $2"],
  [/^(\S+: )?wanted a question, got (\S+)$/, "$1esperava uma pergunta, veio $2"],
  [/wanted (\d{3}) for the same tag, got/, "esperava $1 para a mesma etiqueta, veio"],
  [/wanted (\d{3}) for another tag, got/, "esperava $1 para outra etiqueta, veio"],
  [/wanted an error body, got/, "esperava um corpo de erro, veio"],
  [/wanted param (\S+), got/, "esperava o param $1, veio"],
  [/wanted (\d{3})(.*?), got/, "esperava $1$2, veio"],
  [/the error shows a stack: got/, "o erro mostra a pilha: veio"],
  [/^(.*)content-type is (.+)$/, "$1content-type é $2"],
  [/^ETag is (.+)$/, "ETag é $1"],
  [/not a DomainOutput:/, "não é um DomainOutput:"],
  [/against its result_schema:/, "contra o result_schema:"],
  [/the manifest has no (\S+)$/, "o manifesto não tem $1"],
  [/it has no capability that only reads/, "não tem nenhuma capacidade que só lê"],
  [
    /no capability has a rule for its parameters/,
    "nenhuma capacidade tem regra para os parâmetros",
  ],
  [/it has no rule for its parameters/, "não tem regra para os parâmetros"],
  [/ was taken$/, " foi aceito"],
  [/the explanation is empty$/, "a explicação está vazia"],
  [/^the same words in (\S+) and (\S+):/, "as mesmas palavras em $1 e $2:"],
  [/no case leads to a question/, "nenhum caso leva a uma pergunta"],
  [/a question without choices$/, "uma pergunta sem opções"],
  [
    /a question without candidates and without missing_param$/,
    "uma pergunta sem candidatos e sem missing_param",
  ],
  [/choosing (.+) gives no parameter$/, "a escolha de $1 não dá nenhum parâmetro"],
  [
    /after choosing (.+?) it asks the same again$/,
    "depois de escolher $1, pergunta o mesmo de novo",
  ],
  [
    /after choosing (.+?) it refuses the parameters:/,
    "depois de escolher $1, recusa os parâmetros:",
  ],
  [/after choosing (.+?):/, "depois de escolher $1:"],
  [/^the answers differ:/, "as respostas diferem:"],
  [/^no header (.+)$/, "sem o cabeçalho $1"],
  [/^wanted twice, it happened (\d+) times$/, "esperava duas vezes, aconteceu $1"],
  [/^it happened (\S+) times, before it (\S+)$/, "aconteceu $1 vezes, antes eram $2"],
  [/^it happened (-?\d+) times$/, "aconteceu $1 vezes"],
  [/^it happened nevertheless$/, "aconteceu mesmo assim"],
  [/^there were (\d+), and there are (\d+)$/, "havia $1, e há $2"],
  [
    /^what one user made, another one sees \((\S+) more for them\)/,
    "o que um usuário fez, outro vê ($1 a mais para ele)",
  ],
  [
    /^two users made two each, and they see (-?\d+) and (-?\d+) more/,
    "dois usuários fizeram dois cada um, e veem $1 e $2 a mais",
  ],
  [
    /^what one user made, another one took back \(there were (\d+), now (\d+)\)/,
    "o que um usuário fez, outro desfez (havia $1, agora $2)",
  ],
  [
    /: say in counted_by whether it is shared: true or false$/,
    ": diga em counted_by se é de todos (shared: true) ou não (false)",
  ],
  [
    /^(\d+) made by this check are still there, for the user "(.+?)": /,
    'o que esta conferência fez continua lá ($1), do usuário "$2": ',
  ],
  [/it names no undo$/, "não indica nenhum undo"],
  [/(\S+) did not take them back$/, "$1 não os desfez"],
  [/^(\S+) did not take it back:/, "$1 não o desfez:"],
  [
    /^no case with counted_by says how often it has happened$/,
    "nenhum caso com counted_by diz quantas vezes aconteceu",
  ],
  [/ is neither a number nor a list$/, " não é um número nem uma lista"],
  [/^a good token was answered (\d+)$/, "um token bom recebeu $1"],
  [/^asked about first:/, "pergunta antes:"],
  [/ and (\d+) more$/, " e mais $1"],
  [/ -> no goal/g, " -> nenhum objetivo"],
  [/^fetch failed:/, "a conexão falhou:"],
];

/** A rule of the wire, as the reader's language says it. */
export const ruleIn: Readonly<Record<Locale, (rule: RuleNumber) => string>> = {
  en: (rule) => rules[rule],
  "pt-BR": (rule) => RULES_PT[rule],
};

/** What a check has seen, as people read it; what is not known stays as it is. */
export const detailIn: Readonly<Record<Locale, (detail: string) => string>> = {
  en: (detail) => detail,
  "pt-BR": (detail) =>
    SEEN_PT.reduce((text, [english, portuguese]) => text.replace(english, portuguese), detail),
};
