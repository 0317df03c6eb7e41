import type { Entities, EntityValue } from "#shared/contracts/intent.ts";
import type {
  ExampleProposal,
  PromotedExample,
  ProposalConcern,
} from "#shared/contracts/promotion.ts";
import type { Route, RouteChange } from "#shared/contracts/routing.ts";
import { scrub } from "#shared/log/scrub.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";

/**
 * True for a change that speaks against an example: another sentence is taken from its goal, has others follow, or acts, asks or has
 * other values where the example's goal is concerned. Learning again moves sentences of other goals about the edge
 * between acting and asking, and words at the ends of a value; that is not this example's doing. Pure.
 * Shape: a sentence that was asked about may act where it waits to be an example of the same goal itself
 */
export function isHarm(
  { text, before, after }: RouteChange,
  promoted: Pick<PromotedExample, "domain" | "goal">,
  waiting: readonly ExampleProposal[],
): boolean {
  if (!acts(before) && !acts(after)) return false;
  if (acts(before) && acts(after) && goalsOf(before)[0] !== goalsOf(after)[0]) return true;
  if (acts(after) && !sameFollowups(before, after)) return true;
  const own = `${promoted.domain}.${promoted.goal}`;
  if (![...goalsOf(before), ...goalsOf(after)].includes(own)) return false;
  if (!acts(before))
    return !waiting.some(
      (each) => each.text === text && `${each.domain}.${each.goal}` === goalsOf(after)[0],
    );
  if (!acts(after)) return true;
  return goalsOf(before).join() !== goalsOf(after).join() || !meanTheSame(before, after);
}

const acts = ({ cost }: Route): boolean => cost !== "unsure";

const goalsOf = ({ domain, goal, also }: Route): string[] => [`${domain}.${goal}`, ...also];

const sameFollowups = (a: Route, b: Route): boolean => a.followups.join() === b.followups.join();

function meanTheSame({ entities: a }: Route, { entities: b }: Route): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSameValue(own(a, name), own(b, name)));
}

const own = (entities: Entities, name: string): EntityValue | undefined =>
  Object.hasOwn(entities, name) ? entities[name] : undefined;

/** "last week" and "the last week" are one value; so are lists of such. */
function isSameValue(a: EntityValue | undefined, b: EntityValue | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [left, right] = [[a].flat(), [b].flat()];
  return (
    left.length === right.length &&
    left.every((value, at) => {
      const [one, other] = [value, right[at]].map((each) => ` ${foldPhrase(String(each))} `);
      return (
        one !== undefined && other !== undefined && (one.includes(other) || other.includes(one))
      );
    })
  );
}

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
