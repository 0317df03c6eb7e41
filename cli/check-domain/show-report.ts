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
    "GET /health reports ok, the domain and its version",
    "GET /health diz ok, e qual é o domínio e a versão",
  ],
  ["GET /manifest keeps the manifest contract", "GET /manifest cumpre o contrato do manifesto"],
  [
    "GET /manifest has a strong ETag and answers 304 to a match",
    "GET /manifest tem um ETag forte e responde 304 a quem já tem essa versão",
  ],
  [
    "an unknown path is 404 with an error body",
    "um caminho desconhecido recebe 404 com um corpo de erro",
  ],
  ["an unknown capability is 404", "uma capacidade desconhecida recebe 404"],
  ["a call for another domain is 404", "uma chamada para outro domínio recebe 404"],
  ["an unknown field of the context is ignored", "um campo desconhecido do contexto é ignorado"],
  [
    "a read past its deadline gets a failure with an explanation",
    "uma leitura com o prazo vencido recebe uma falha com explicação",
  ],
  [
    "parameters of the wrong shape get a failure with an explanation, not an error",
    "parâmetros com a forma errada recebem uma falha com explicação, e não um erro",
  ],
  ["every choice that it offers leads on", "qualquer opção escolhida leva adiante"],
  ["without a token /execute is 401", "sem token, /execute é 401"],
  ["a token is used once", "um token só vale uma vez"],
  ["an empty body", "um corpo vazio"],
  ["half a JSON text", "meio texto JSON"],
  ["two JSON texts", "dois textos JSON"],
  ["null", "null"],
  ["an array", "uma lista"],
  ["bytes that are not UTF-8", "bytes que não são UTF-8"],
  ["an unknown field", "um campo desconhecido"],
  ["an unknown field of the intent", "um campo desconhecido da intenção"],
  ["a missing intent", "sem a intenção"],
  ["a language that is not supported", "um idioma que não é suportado"],
  ["a confidence above 1", "uma confiança acima de 1"],
  ["a deadline in words", "um prazo por extenso"],
  ["a parameter that reaches a prototype", "um parâmetro que alcança um protótipo"],
  ["a number that is too large", "um número grande demais"],
  ["a hundred thousand nested lists", "cem mil listas, uma dentro da outra"],
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
  ["a text that is not a token", "um token que não é token"],
];
const pt = new Map(PT);

/** Ends of a name after the capability that it is about. */
const PT_ENDS: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^(\S+) explains itself in (\S+)$/, "$1 se explica em $2"],
  [/^(\S+) answers as its schema says$/, "$1 responde de acordo com o esquema"],
  [/^(\S+) does not begin after its deadline$/, "$1 não começa depois do prazo"],
  [
    /^(\S+) refuses each wrong value among right ones$/,
    "$1 recusa cada valor errado no meio dos certos",
  ],
  [/^(\S+) happens once for one key$/, "$1 acontece uma vez para uma chave"],
  [
    /^(\S+) happens once for one key, and the second answer says it is a replay$/,
    "$1 acontece uma vez para uma chave, e a segunda resposta diz que é repetição",
  ],
  [
    /^(\S+) happens once for simultaneous calls$/,
    "$1 acontece uma vez para chamadas iguais que chegam juntas",
  ],
  [/^(\S+) happens again for another key$/, "$1 acontece de novo para outra chave"],
  [/^(\S+) is visible only to its own user$/, "$1 só é visto pelo próprio usuário"],
  [
    /^(\S+) keeps two users apart when both call at once$/,
    "$1 separa os dados de dois usuários que chamam juntos",
  ],
  [/^(\S+) can only be undone by its own user$/, "$1 só é desfeito pelo próprio usuário"],
  [/^(\S+) is undone by the capability it names$/, "$1 é desfeito pelo undo que indica"],
  [/^(\S+) leaves no trace of the check$/, "$1 não deixa restos da verificação"],
  [/^(\S+) does not happen in a dry run$/, "$1 não acontece em um ensaio"],
  [/^(\S+) refuses a key that another user used$/, "$1 recusa uma chave que outro usuário usou"],
  [
    /^(\S+) refuses a key that was used for other parameters$/,
    "$1 recusa uma chave usada com outros parâmetros",
  ],
  [
    /^(\S+): its examples in (\S+) reach their goal \((\d+)\)$/,
    "$1: os exemplos em $2 levam ao objetivo ($3)",
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
    '`GET /health` responde 200 e `{status: "ok", domain, version}`, com os valores do manifesto, enquanto o serviço consegue trabalhar.',
  "1.2":
    "`GET /manifest` responde 200, `content-type: application/json` e um manifesto que cumpre manifest.schema.json, com nomes únicos e conhecidos.",
  "1.3":
    "`GET /manifest` tem um `ETag` forte; um `If-None-Match` com essa tag recebe 304, e qualquer outro recebe 200.",
  "1.4":
    "O Regente aceita o manifesto: os esquemas podem ser verificados, os modelos de frase podem ser lidos, e tudo o que ele cita existe.",
  "2.1":
    "Um pedido recusado recebe o código de status dele e `{error: {message, type, param, code}}`, sem a pilha de chamadas. Um caminho desconhecido recebe 404.",
  "2.2":
    "Uma capacidade que não está no manifesto recebe 404 com o param `intent.capability`; uma chamada para outro domínio recebe 404 com `intent.domain`.",
  "2.3":
    "Um corpo que não é um único texto JSON em UTF-8 recebe 400, assim como um número que não cabe em um double ou um aninhamento que esgotaria o parser.",
  "2.4":
    "Um corpo que não cumpre execute_request recebe 400. `param` é o caminho do primeiro campo errado: ausente, de outro tipo, fora dos limites ou desconhecido (exceto no contexto).",
  "2.5":
    "Quem recebe ignora um campo do contexto que não conhece, para que o protocolo possa crescer.",
  "2.6":
    "Uma chave `__proto__`, `constructor` ou `prototype` recebe 400 em qualquer lugar; `param` é o caminho dela.",
  "2.7": "Um corpo maior que 1 MiB recebe 413.",
  "2.8": "Um corpo que não é declarado como `application/json` recebe 415.",
  "3.1":
    "Parâmetros que não cumprem o params_schema (ausentes, errados, ou desconhecidos quando há `properties` e não há `additionalProperties`) recebem 200 com status `failure`, metadata.code `INVALID_PARAMS` e uma explicação. Nada é feito.",
  "4.1":
    "Toda chamada aceita recebe 200 com um domain_output: `success`, `failure` ou `clarification`. Qualquer outro código de status significa que o próprio serviço falhou.",
  "4.2": "A explicação nunca fica vazia e está no idioma de context.locale.",
  "4.3": "O resultado de um sucesso cumpre o result_schema da capacidade.",
  "4.4":
    "Uma pergunta tem `result.candidates`, cada um com um `label` e os parâmetros dessa opção, ou indica o parâmetro que falta em `metadata.missing_param`.",
  "4.5":
    "A mesma chamada, com os parâmetros de um candidato, é aceita e não leva à mesma pergunta.",
  "5.1":
    "Uma chamada que chega depois do deadline_at (em milissegundos desde 1970) recebe uma `failure` com explicação, e nada começa.",
  "6.1":
    "Com context.dry_run true, um efeito (tudo menos `read`) recebe uma resposta, mas não acontece.",
  "6.2":
    "A mesma Idempotency-Key, por pelo menos 24 horas, recebe a mesma resposta com o cabeçalho `idempotency-replayed: true`; o efeito aconteceu uma vez.",
  "6.3":
    "Chamadas simultâneas com a mesma chave causam o efeito uma vez, e todas recebem a resposta dele.",
  "6.4": "Outra chave causa o efeito de novo.",
  "6.5":
    "Uma chave já usada com outros parâmetros, outra capacidade ou outro usuário recebe 422, e nada é feito.",
  "6.6": "Se uma capacidade indica um `undo`, chamá-lo com os valores do recibo desfaz o efeito.",
  "6.7":
    "Os dados que um usuário (context.user_id) criou não são mostrados a outro nem mudados por outro, a menos que o domínio os compartilhe de propósito.",
  "7.1":
    "Um serviço com chave responde 401 a /execute sem `Authorization: Bearer` e um JWT HS256 assinado com os bytes da chave; um serviço sem chave só atende na própria máquina.",
  "7.2":
    "O `iss` do token é `regente` e o `aud` é o nome do domínio; `iat` tem no máximo 60 s e `exp` não passou, com tolerância de 60 s entre relógios. Qualquer outra coisa recebe 401.",
  "7.3":
    "`run_id`, `step_id`, `capability`, `sub` (o usuário) e, se houver, `idempotency_key` do token são os da chamada; senão, a resposta é 401.",
  "7.4": "Um token (`jti`) é aceito uma vez; na segunda, recebe 401.",
  "8.1": "Todo exemplo do manifesto leva ao próprio objetivo, com todos os outros domínios no ar.",
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
