import { hash } from "node:crypto";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Choice } from "../../ports/channel.ts";
import { scheduleDigest, type TapAction, tapActions } from "../../turn/standing/tap-schedule.ts";

/** What someone chose of a question. */
export type Chosen = { asked: string; owner: string; answer: "yes" | "no" | number };

/**
 * A choice has 64 characters at most, so the question is named by a digest of its id. The question itself is looked up
 * in its owner's session; what someone makes up here leads nowhere.
 * Shape:  "42.0Gd1zLkqT7yVbQ2m.3", "42.0Gd1zLkqT7yVbQ2m.y"
 */
export const questionDigest = ({ id }: Pick<PendingAction, "id">): string =>
  hash("sha256", id, "base64url").slice(0, 16);

const CHOICE = /^([\w-]{1,40})\.([\w-]{16})\.(y|n|\d{1,2})$/;

export function readChoice(choice: string): Chosen | undefined {
  const [, owner, asked, answer] = CHOICE.exec(choice) ?? [];
  if (asked === undefined || owner === undefined) return undefined;
  return { asked, owner, answer: answer === "y" ? "yes" : answer === "n" ? "no" : Number(answer) };
}

/** The choices of a question, row by row; none for one that wants words. */
export function choicesOf(question: PendingAction, owner: string, labelChars: number): Choice[][] {
  const start = `${owner}.${questionDigest(question)}.`;
  const say = sayIn("channels", question.locale);
  if (question.kind === "confirm")
    return [
      [
        { label: say("button.yes"), choice: `${start}y` },
        { label: say("button.no"), choice: `${start}n` },
      ],
    ];
  return question.options.map(({ label }, at) => [
    { label: labelOf(label, labelChars) || String(at + 1), choice: `${start}${at}` },
  ]);
}

function labelOf(label: string, most: number): string {
  const text = label.toWellFormed().trim();
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

/** What was chosen, as one would type it and as one reads it; undefined where there is no such choice. */
export function chosenWords(
  { kind, options, locale }: PendingAction,
  { answer }: Chosen,
  labelChars: number,
): { typed: string; shown: string } | undefined {
  if (typeof answer === "number") {
    const label = options[answer]?.label;
    // With "#", because "10" may also be what an option is called.
    return label === undefined
      ? undefined
      : { typed: `#${answer + 1}`, shown: labelOf(label, labelChars) };
  }
  const said = sayIn("channels", locale)(`button.${answer}`);
  return kind === "confirm" ? { typed: said.toLowerCase(), shown: said } : undefined;
}

const SCHEDULE_CHOICE = /^sch\.([\w-]{16})\.(later|pause|cancel)$/;

/** What can be chosen under an occurrence that is told: put it off, and for what goes on also pause and cancel it. */
export function scheduleChoices(schedule: Schedule): Choice[][] {
  const { timing, action, status } = schedule;
  const mayWait = timing.kind !== "when" && (timing.kind === "every" || action.do === "tell");
  const goesOn = status === "active" && (timing.kind === "every" || timing.kind === "when");
  // The last one of a recurrence may be put off like any other.
  const actions: TapAction[] = [
    ...(mayWait && (goesOn || action.do === "tell") ? ["later" as const] : []),
    ...(goesOn ? ["pause" as const, "cancel" as const] : []),
  ];
  if (actions.length === 0) return [];
  const say = sayIn("channels", schedule.locale);
  const start = `sch.${scheduleDigest(schedule)}.`;
  return [actions.map((each) => ({ label: say(`button.${each}`), choice: `${start}${each}` }))];
}

export function readScheduleChoice(
  choice: string,
): { digest: string; action: TapAction } | undefined {
  const [, digest, said] = SCHEDULE_CHOICE.exec(choice) ?? [];
  const action = tapActions.find((each) => each === said);
  return digest === undefined || action === undefined ? undefined : { digest, action };
}

/** What comes back has 64 characters at most; the turn is looked up among those of who touches it. */
const WRONG_CHOICE = /^wrong\.([\w.-]{1,58})$/;

/** What its user chooses to say that an answer was wrong; nothing where nothing was done or told that could be. */
export function wrongChoice(
  { pending, run_id, trace }: Pick<TurnResponse, "pending" | "run_id" | "trace">,
  locale: Locale,
): Choice[][] {
  const choice = `wrong.${run_id}`;
  const isAnswer = trace.plan !== null || trace.schedules !== undefined;
  if (pending !== null || !isAnswer || !WRONG_CHOICE.test(choice)) return [];
  return [[{ label: sayIn("channels", locale)("button.wrong"), choice }]];
}

/** The turn that is called wrong; undefined: something else was chosen. */
export const readWrongChoice = (choice: string): string | undefined =>
  WRONG_CHOICE.exec(choice)?.[1];
