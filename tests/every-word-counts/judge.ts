import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { fold } from "#shared/plain-text/fold.ts";
import type { Came } from "./came.ts";

/** What is right for one message, as people judged it who had not seen the program. */
export type Judgement = {
  text: string;
  /** The right thing is to carry something out at once. */
  in_scope?: boolean;
  /** Every acceptable one. */
  outcome: ("does" | "asks" | "declines")[];
  /** What is carried out when it "does". */
  goals: string[];
  /** All that may be changed. */
  effects: string[];
  /** What must stand in the parameters when it "does". */
  values: string[];
  /** What must not stand in anything that is sent or saved. */
  never: string[];
  category?: string;
};

/** false_effect: something was changed that must not be. wrong: another goal, or other values. asked: it should have acted. */
export type Verdict = { verdict: "right" | "asked" | "wrong" | "false_effect"; why: string };

const GOAL_OF: Readonly<Record<string, string>> = {
  compare_quotes: "COMPARE_QUOTES",
  get_stock_price: "GET_QUOTE",
  get_price_history: "PRICE_HISTORY",
  get_risk_metrics: "RISK_METRICS",
  search_symbol: "SEARCH_SYMBOL",
  get_top_gainers: "TOP_MOVERS",
  get_top_losers: "TOP_MOVERS",
  list_outbox: "LIST_OUTBOX",
  send_telegram_message: "SEND_MESSAGE",
  save_note: "SAVE_NOTE",
  save_movie: "SAVE_MOVIE",
  save_tv_show: "SAVE_TV_SHOW",
  save_video: "SAVE_VIDEO",
  save_link: "SAVE_LINK",
  search_items: "SEARCH_ITEMS",
  list_all: "LIST_ALL",
  delete_memory: "DELETE_ITEM",
  delete_all_memories: "DELETE_ALL",
  restore_memories: "RESTORE_ITEMS",
  read_web_page: "READ_PAGE",
  search_web: "WEB_SEARCH",
  delete_document: "DELETE_DOCUMENT",
  generate_pdf: "GENERATE_PDF",
  list_documents: "LIST_DOCUMENTS",
  open_document: "OPEN_DOCUMENT",
  search_faq: "FAQ_SEARCH",
  get_order: "GET_ORDER",
};

const EFFECT_OF: Readonly<Record<string, string>> = {
  send_telegram_message: "send_message",
  save_note: "save_note",
  save_movie: "save_movie",
  save_tv_show: "save_tv_show",
  save_video: "save_video",
  save_link: "save_link",
  delete_memory: "delete_item",
  delete_all_memories: "delete_all",
  restore_memories: "restore_items",
  generate_pdf: "generate_pdf",
  delete_document: "delete_document",
  restore_document: "restore_document",
};

/** What judges call the capabilities of a catalogue. */
export type Terms = {
  goalOf(capability: string): string;
  effectOf(capability: string): string;
  /** It changes something. */
  isEffect(capability: string): boolean;
  /** Steps that only look something up for another one. */
  helpers: ReadonlySet<string>;
  /** Goals of which judges name both where one of them is enough. */
  alike: ReadonlySet<string>;
  /** Who takes something back is judged by the effect alone: its capability may be a goal's as well. */
  undoIsNoGoal: boolean;
};

/** The shipped domains. */
export const SHIPPED_TERMS: Terms = {
  goalOf: (capability) => GOAL_OF[capability] ?? capability,
  effectOf: (capability) => EFFECT_OF[capability] ?? capability,
  isEffect: (capability) => EFFECT_OF[capability] !== undefined,
  helpers: new Set(["enrich_movie", "enrich_tv_show", "enrich_video"]),
  alike: new Set(["LIST_ALL", "SEARCH_ITEMS"]),
  undoIsNoGoal: false,
};

type Step = TurnResponse["trace"]["steps"][number];
const wasTried = ({ attempts, status }: Step): boolean =>
  attempts > 0 || status === "waiting" || status === "success";

/**
 * Judge one answer. A question of a service (which of two films) counts as carried out: the request was understood.
 * `came`: given where the judge has said what may be scheduled.
 */
export function judge(
  expected: Judgement,
  told: TurnResponse,
  came?: Came,
  terms: Terms = SHIPPED_TERMS,
): Verdict {
  const scheduled = came === undefined ? undefined : judgeScheduled(expected, came);
  return scheduled ?? judgeDone(expected, told, terms);
}

/** What is scheduled, or no longer is; undefined where the rest decides. */
function judgeScheduled({ effects, outcome, goals }: Judgement, came: Came): Verdict | undefined {
  const maySchedule = effects.includes("schedule") || effects.includes("undo");
  if (came.scheduled !== undefined && !maySchedule)
    return { verdict: "false_effect", why: `scheduled ${came.scheduled.join("; ") || "nothing"}` };
  const mustSchedule =
    effects.includes("schedule") && goals.length === 0 && outcome.every((each) => each === "does");
  if (!mustSchedule || came.scheduled !== undefined || came.effects.length > 0) return undefined;
  return came.outcome === "does"
    ? { verdict: "wrong", why: "scheduled nothing" }
    : { verdict: "asked", why: came.outcome };
}

function judgeDone(expected: Judgement, told: TurnResponse, terms: Terms): Verdict {
  const { steps, plan, receipts } = told.trace;
  const done = receipts.map(({ capability }) => terms.effectOf(capability));
  const unknown = steps
    .filter(({ status }) => status === "unknown")
    .map(({ capability }) => terms.effectOf(capability));
  const isUndo = expected.effects.includes("undo");
  // Who takes a save back restores what there was before it: nothing.
  const mayChange = new Set(expected.effects);
  if (expected.goals.length === 0 && mayChange.has("delete_item")) mayChange.add("restore_items");
  const forbidden = [...done, ...unknown].filter((each) => !isUndo && !mayChange.has(each));
  if (forbidden.length > 0) return { verdict: "false_effect", why: `did ${forbidden.join(", ")}` };
  const paramsOf = new Map(plan?.steps.map(({ id, params }) => [String(id), params]));
  // What its service refused was neither kept nor sent.
  const effectful = steps.filter(
    (step) => wasTried(step) && step.status !== "failure" && terms.isEffect(step.capability),
  );
  const payloads = JSON.stringify(effectful.map(({ id }) => paramsOf.get(String(id)) ?? {}));
  const leaked = expected.never.filter((each) => contains(payloads, each));
  if (leaked.length > 0) return { verdict: "false_effect", why: `kept or sent “${leaked[0]}”` };

  // A question that waits for an answer, also one that a service asks, is what was wanted.
  if (told.status === "clarification" && told.pending !== null && expected.outcome.includes("asks"))
    return { verdict: "right", why: "" };

  // What a service refuses is declined: "I do not know Ana, so I did not send it".
  const mayDecline = expected.outcome.includes("declines");
  const tried = steps
    .filter(wasTried)
    .filter(({ capability }) => !terms.helpers.has(capability))
    .filter(({ status }) => !(mayDecline && status === "failure"));
  // What puts right may take back what was done before, also where that can be asked for by itself.
  const isTakingBack = ({ capability }: Step): boolean =>
    terms.undoIsNoGoal &&
    mayChange.has(capability) &&
    !expected.goals.includes(terms.goalOf(capability));
  const ofGoals = tried.filter((step) => !isTakingBack(step));
  const goals = new Set(ofGoals.map(({ capability }) => terms.goalOf(capability)));
  const isTakenBack = expected.goals.length === 0 && mayChange.has("restore_items");
  const others = [...goals].filter(
    (goal) =>
      !expected.goals.includes(goal) &&
      !isLookUp(goal, expected.goals) &&
      !isUndo &&
      !(isTakenBack && goal === "RESTORE_ITEMS"),
  );
  if (others.length > 0) return { verdict: "wrong", why: `carried out ${others.join(", ")}` };
  // What is to come behind a step that asks, or that its service could not do, was understood.
  const isStopped = tried.some(({ status }) => status === "waiting" || status === "failure");
  const planned = new Set(
    isStopped ? plan?.steps.map(({ capability }) => terms.goalOf(capability)) : [],
  );
  const wasDone = (goal: string): boolean => goals.has(goal) || planned.has(goal);
  const missing = expected.goals.filter(
    (goal) =>
      !wasDone(goal) &&
      !(
        terms.alike.has(goal) &&
        expected.goals.some((other) => terms.alike.has(other) && wasDone(other))
      ),
  );
  const acted = tried.length > 0;
  if (acted && !isUndo) {
    if (!expected.outcome.includes("does"))
      return { verdict: "wrong", why: `carried out ${[...goals].join(", ")}` };
    if (missing.length > 0) return { verdict: "wrong", why: `left out ${missing.join(", ")}` };
    const known = JSON.stringify([told.trace.intent, plan]);
    const lost = expected.values.filter((value) => !contains(known, value));
    return lost.length > 0
      ? { verdict: "wrong", why: `lost “${lost[0]}”` }
      : { verdict: "right", why: "" };
  }
  if (isUndo && acted) return { verdict: "right", why: "" };
  if (expected.outcome.some((outcome) => outcome !== "does")) {
    if (expected.category === "courtesy" && told.pending !== null)
      return { verdict: "asked", why: told.answer };
    return { verdict: "right", why: "" };
  }
  if (expected.goals.length === 0) return { verdict: "right", why: "" };
  return { verdict: "asked", why: told.answer };
}

/** To delete or send what is meant, it may be looked for first. */
const isLookUp = (goal: string, expected: readonly string[]): boolean =>
  (goal === "SEARCH_ITEMS" || goal === "SEARCH_SYMBOL" || goal === "LIST_DOCUMENTS") &&
  expected.length > 0;

/** Case, accents and white space aside. */
const contains = (json: string, value: string): boolean =>
  fold(json).includes(fold(JSON.stringify(value).slice(1, -1)));
