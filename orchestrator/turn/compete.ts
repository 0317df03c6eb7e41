import type { Alternative, DoubtReason } from "#shared/contracts/intent.ts";
import { sayOnlyWhich } from "../language/commands/pick.ts";
import { schedulesIn } from "../language/schedule-reading.ts";
import { framesOf } from "../planning/frames.ts";
import type { Turn } from "./turn.ts";
import { isClear, understandMessage } from "./understand-message.ts";

/** What has to be so for something to be offered at all. */
export type State = "always" | "any_stands";

/** What a message may mean, and what that makes of the message. Of each number less is better, but of the last. */
export type Offer = {
  readonly state: State;
  /** Words that stand against it: it is denied, told or only asked about. */
  readonly against: number;
  /** Content words that it does not read. */
  readonly unread: number;
  /** Values that it needs, and that are not said. */
  readonly assumed: number;
  /** 0: its own kind of thing is named; 1: a goal of a domain; 2: anything of its kind may be meant. */
  readonly generality: number;
  /** 0 to 1. */
  readonly confidence: number;
};

const ORDER = ["against", "unread", "assumed", "generality"] as const;

const compared = (one: Offer, other: Offer): number => {
  const first = ORDER.find((place) => one[place] !== other[place]);
  return first === undefined ? other.confidence - one.confidence : one[first] - other[first];
};

/**
 * Which of the offers whose state is so is meant. No sum: the first place at which two differ decides, in the order of the
 * fields. Equal ones stay in their order. undefined: none is on offer. Pure.
 */
export const compete = <O extends Offer>(
  offers: readonly O[],
  states: ReadonlySet<State>,
): O | undefined =>
  offers
    .filter(({ state }) => state === "always" || states.has(state))
    .toSorted(compared)
    .at(0);

/** So likely is a goal that is worth a comparison. */
const LIKELY = 0.5;
const AGAINST: ReadonlySet<DoubtReason> = new Set(["negated", "reported", "supposed"]);

/** The goals that the message may ask for; what only points names nothing. Cost: an interpretation for each that is likely */
export function goalOffers(turn: Turn): Offer[] {
  const heard = understandMessage(turn);
  const [meant] = framesOf(heard.intent);
  const own = meant && { ...meant, domain: meant.primary_domain };
  const others = heard.candidates.filter(
    ({ domain, goal }) => domain !== own?.domain || goal !== own.goal,
  );
  const clear = isClear(turn, heard) ? own : undefined;
  const isNamed = (said: string) =>
    !sayOnlyWhich(schedulesIn(said, turn.locale).words, turn.locale);
  const beside = ({ domain, goal }: Pick<Alternative, "domain" | "goal">): readonly string[] =>
    turn.snapshot.understanding.besideGoal(domain, goal, turn.entry.input_text).filter(isNamed);
  return [...(own === undefined ? [] : [own]), ...others]
    .filter(({ confidence }) => confidence >= LIKELY)
    .map((each) => ({
      ...{ state: "always", assumed: 0, generality: 1, confidence: each.confidence },
      against:
        each === own ? (own.doubts ?? []).filter(({ reason }) => AGAINST.has(reason)).length : 0,
      // What would be carried out as it was said has been read whole.
      unread: each === clear ? 0 : beside(each).length,
    }));
}
