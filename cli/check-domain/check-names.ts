import type { Locale } from "#shared/contracts/names.ts";

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
