import { judgeTurn } from "../quality/promotion/judge-turn.ts";
import { doPlannedBy } from "../rehearsal/do-planned.ts";
import { explainBy } from "../rehearsal/explain.ts";
import { answer } from "../turn/answer.ts";
import { executePlan } from "../turn/execute-plan.ts";
import { deleteSession, renameSession, resetSession } from "../turn/forget-session.ts";
import { resumeRun } from "../turn/resume-run.ts";
import { scheduleByWords, scheduleTo } from "../turn/standing/by-request.ts";
import type { Turns } from "../turn/turns.ts";

/** Who does what the endpoints are asked for. */
export const turns: Turns = {
  answer,
  explain: explainBy(answer),
  doPlanned: doPlannedBy(answer),
  executePlan,
  judgeTurn,
  resumeRun,
  resetSession,
  renameSession,
  deleteSession,
  scheduleByWords,
  scheduleTo,
};
