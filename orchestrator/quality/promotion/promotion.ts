import { parseExample, patternOf } from "#shared/contracts/annotated-example.ts";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { EntityValue } from "#shared/contracts/intent.ts";
import { ownValue } from "#shared/contracts/json.ts";
import type { LintFinding, ProposedNearMiss } from "#shared/contracts/lint.ts";
import type {
  ExampleProposal,
  PromotedExample,
  ProposalAccepted,
  ProposalConcern,
  ProposalProgress,
  ProposalsResponse,
} from "#shared/contracts/promotion.ts";
import type { Route, RouteChange } from "#shared/contracts/routing.ts";
import { scrub } from "#shared/log/scrub.ts";
import { oneAfterAnother } from "#shared/patience/one-after-another.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Log } from "../../ports/log.ts";
import type { ProposalStore } from "../../ports/stores.ts";

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
  return [...names].every((name) => isSameValue(ownValue(a, name), ownValue(b, name)));
}

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

type Judged = Parameters<typeof concernsOf>[0];
const withConcerns = <T extends Judged>(each: T) => ({ ...each, concerns: concernsOf(each) });

export type PromotionDeps = {
  proposals: ProposalStore;
  /** In force now. */
  current(): Catalogue;
  /** What one more example would do. */
  judge(
    example: PromotedExample,
    inForce: Catalogue,
  ): Promise<{
    errors: LintFinding[];
    changes: RouteChange[];
    isLearnt: boolean;
    nearMisses?: ProposedNearMiss[];
  }>;
  /** Brings it into force; false: it cannot be, and nothing is changed. */
  promote(example: PromotedExample): Promise<boolean>;
  log: Log;
};

/** What waits to become an example, and the operator's word on it. */
export type Promotion = {
  list(): Promise<ProposalsResponse>;
  /**
   * Gives the goal the proposed example, or the operator's own wording of it. undefined: it does not wait.
   * Errors: PromotionRefusedError, in a sentence that names what speaks against it
   * Cost:   seconds
   */
  accept(id: string, example?: string): Promise<ProposalAccepted | undefined>;
  /**
   * The same in the background: what can be said at once is said now, the rest is for `progressOf`.
   * Errors: PromotionRefusedError for what needs no judgement
   */
  begin(id: string, example?: string): Promise<ProposalProgress | undefined>;
  /** What became of one. undefined: it neither waits nor was begun in this process. */
  progressOf(id: string): Promise<ProposalProgress | undefined>;
  /**
   * Gives a goal an example that nothing proposed; `unclear` is the id of a sentence that is settled by it.
   * Errors: PromotionRefusedError
   */
  give(example: PromotedExample, unclear?: string): Promise<{ digest: string }>;
  /**
   * False: it does not wait.
   * Errors: PromotionRefusedError while it is being judged
   */
  reject(id: string): Promise<boolean>;
};

/** The example would do harm, or no one has looked at its words yet. */
export class PromotionRefusedError extends RegenteError {
  override readonly name = "PromotionRefusedError";
  readonly code = "PROMOTION_REFUSED";
}

/** An example as it was taken, and what its goal would act on by now and probably should not. */
type Taken = { readonly promoted: PromotedExample; readonly nearMisses: ProposedNearMiss[] };

const MOST_LISTED = 500;
const MOST_TOLD = 5;
const MOST_REMEMBERED = 200;
const MOST_TOLD_CHARS = 80;

export function openPromotion(deps: PromotionDeps): Promotion {
  const { proposals, current, judge, promote, log } = deps;
  /** What is judged beside one example must know of it. */
  const inTurn = oneAfterAnother();

  const promoteOne = async (promoted: PromotedExample): Promise<Taken> => {
    const { errors, changes, isLearnt, nearMisses = [] } = await judge(promoted, current());
    const [error] = errors;
    if (error !== undefined)
      throw new PromotionRefusedError(`${error.message.en} ${error.way_out.en}`);
    const waiting = await proposals.waiting(MOST_LISTED);
    const harm = changes.filter((change) => isHarm(change, promoted, waiting));
    if (harm.length > 0) throw new PromotionRefusedError(tellHarm(harm));
    if (!isLearnt)
      throw new PromotionRefusedError(
        `Even with it the sentence would not reach ${promoted.goal} with the values that it marks; mark its words, or give the goal more examples of that kind.`,
      );
    if (!(await promote(promoted)))
      throw new PromotionRefusedError("It could not be brought into force; the log says why.");
    return { promoted, nearMisses };
  };

  /** With other values in the places of its marks, too, where that takes no other sentence from its goal; else as it stands. */
  const promoteWell = async (promoted: PromotedExample): Promise<Taken> => {
    if (patternOf(promoted.example) !== undefined) {
      const general = { ...promoted, general: true as const };
      const taken = await promoteOne(general).catch((error: unknown) => {
        if (!(error instanceof PromotionRefusedError)) throw error;
      });
      if (taken !== undefined) return taken;
    }
    return promoteOne(promoted);
  };

  /** One that the goal has already stays as it is. */
  const promoteNew = async (promoted: PromotedExample, since = ""): Promise<Taken> => {
    const { domain, goal, locale } = promoted;
    const known = current().goal(domain, goal);
    if (known === undefined)
      throw new PromotionRefusedError(`${domain} has no goal ${goal}${since}.`);
    const said = known.spec.hints.examples?.[locale] ?? [];
    const isKnown = said.some((each) => textOf(each) === textOf(promoted.example));
    return isKnown ? { promoted, nearMisses: [] } : promoteWell(promoted);
  };

  /** Of what was begun last; the newest at the end. */
  const begun = new Map<string, ProposalProgress>();
  const note = (progress: ProposalProgress): ProposalProgress => {
    begun.delete(progress.id);
    begun.set(progress.id, progress);
    for (const [id, { state }] of begun)
      if (begun.size > MOST_REMEMBERED && state !== "judging") begun.delete(id);
    return progress;
  };
  const isJudged = (id: string) => begun.get(id)?.state === "judging";

  /** What is no proposal, and settled by an example. */
  const findSettled = async (id: string) =>
    (await proposals.findUnclear(id)) ?? (await proposals.findWrong(id));

  const promotion: Promotion = {
    async list() {
      const waiting = await proposals.waiting(MOST_LISTED);
      const unclear = await proposals.unclear(MOST_LISTED);
      const wrong = await proposals.wrong(MOST_LISTED);
      return {
        proposals: waiting.map(withConcerns),
        unclear: unclear.map(withConcerns),
        wrong: wrong.map(withConcerns),
      };
    },

    accept: (id, wording) =>
      inTurn(async () => {
        const proposal = await proposals.find(id);
        if (proposal === undefined) return undefined;
        const { domain, goal, locale } = proposal;
        mustBeFit(proposal, wording);
        const example = wording ?? proposal.example;
        const taken = await promoteNew({ domain, goal, locale, example }, " any more");
        const near_misses = taken.nearMisses;
        await proposals.decide(proposal, id, "accepted");
        const { digest } = current();
        log.info({ id, domain, goal, digest }, "an example was promoted");
        return { id, ...taken.promoted, digest, ...(near_misses.length > 0 && { near_misses }) };
      }),

    async begin(id, wording) {
      const proposal = await proposals.find(id);
      if (proposal === undefined) return undefined;
      const before = begun.get(id);
      if (before?.state === "judging") return before;
      mustBeFit(proposal, wording);
      const judging = note({ id, state: "judging", accepted: null, refusal: null });
      const refused = (refusal: string) => note({ ...judging, state: "refused", refusal });
      promotion.accept(id, wording).then(
        (accepted) =>
          accepted === undefined
            ? refused("It was decided on meanwhile.")
            : note({ ...judging, state: "accepted", accepted }),
        (error: unknown) => {
          if (error instanceof PromotionRefusedError) return refused(error.message);
          log.error({ err: error, id }, "an example could not be judged");
          return refused("It could not be judged; the log says why.");
        },
      );
      return judging;
    },

    async progressOf(id) {
      const known = begun.get(id);
      if (known !== undefined) return known;
      const waits = (await proposals.find(id)) !== undefined;
      return waits ? { id, state: "waiting", accepted: null, refusal: null } : undefined;
    },

    give: (example, unclear) =>
      inTurn(async () => {
        await promoteNew(example);
        const settled = unclear === undefined ? undefined : await findSettled(unclear);
        if (settled !== undefined) await proposals.decide(settled, settled.id, "accepted");
        const { digest } = current();
        log.info({ domain: example.domain, goal: example.goal, digest }, "an example was given");
        return { digest };
      }),

    async reject(id) {
      if (isJudged(id)) throw new PromotionRefusedError("It is being judged; wait for its end.");
      const proposal = (await proposals.find(id)) ?? (await findSettled(id));
      begun.delete(id);
      return proposal !== undefined && proposals.decide(proposal, id, "rejected");
    },
  };
  return promotion;
}

/** What can be told of a proposal by itself. */
function mustBeFit(proposal: ExampleProposal, wording: string | undefined): void {
  const concerns = concernsOf(proposal);
  if (wording === undefined && concerns.length > 0)
    throw new PromotionRefusedError(tellConcerns(proposal, concerns));
}

const textOf = (annotated: string): string => foldPhrase(parseExample(annotated).text);

function tellHarm(changes: readonly RouteChange[]): string {
  const told = changes.slice(0, MOST_TOLD).map(({ text, before, after, changed }) => {
    const cut = text.slice(0, MOST_TOLD_CHARS);
    return changed.includes("goal")
      ? `"${cut}" would lead to ${after.goal ?? "nothing"}, not to ${before.goal ?? "nothing"}`
      : `"${cut}" would change its ${changed.join(" and ")}`;
  });
  const more = changes.length - told.length;
  return `It would change where other sentences lead: ${told.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
}

const CONCERNS: Readonly<Record<ProposalConcern, string>> = {
  secret: "seems to contain a secret",
  personal: "seems to contain personal data",
  unmarked: "does not show the words of every value",
};

const tellConcerns = (
  { unmarked }: ExampleProposal,
  concerns: readonly ProposalConcern[],
): string => {
  const why = concerns.map((each) => CONCERNS[each]).join(", and ");
  const names = unmarked.length > 0 ? ` (${unmarked.join(", ")})` : "";
  return `The sentence ${why}${names}: say how the example is to read, with its entities marked as [words](entity) or [words](entity:VALUE).`;
};
