import type { ExampleProposal, ProposalConcern } from "#shared/contracts/promotion.ts";
import { scrub } from "#shared/log/scrub.ts";

const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/;
/** Documents, cards, accounts and telephones: eight digits or more, however they are grouped. */
const LONG_NUMBER = /\d(?:[\s().+/-]{0,3}\d){7,}/;
/** "minha senha é ...", "my password is ...": what follows is no one else's business, however short. */
const CALLED_SECRET = /\b(senhas?|pin|cvv|token|chave de api|passwords?|passcode|api key)\b/i;
/** What people say of themselves or give as an address. */
const OF_A_PERSON =
  /\b(meu nome|me chamo|moro (na|no|em)|meu cpf|meu rg|meu endereco|meu endereço|my name|my address|i live (in|at|on)|my ssn|passport|passaporte)\b/i;

/** Why no one should take this proposal without looking at its words. Pure; it sees what can be told by form. */
export function concernsOf({
  text,
  unmarked = [],
}: Pick<ExampleProposal, "text"> & Partial<Pick<ExampleProposal, "unmarked">>): ProposalConcern[] {
  const isSecret = scrub(text) !== text || CALLED_SECRET.test(text);
  const isPersonal = EMAIL.test(text) || LONG_NUMBER.test(text) || OF_A_PERSON.test(text);
  return [
    ...(isSecret ? (["secret"] as const) : []),
    ...(isPersonal ? (["personal"] as const) : []),
    ...(unmarked.length > 0 ? (["unmarked"] as const) : []),
  ];
}
