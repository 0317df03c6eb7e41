import { ownValue } from "#shared/contracts/json.ts";
import type { PendingResume } from "#shared/contracts/pending.ts";
import { intentWithout } from "../../planning/frames.ts";
import { readStandingCommand } from "../../standing/commands/read-command.ts";
import { standingWords } from "../../standing/say.ts";
import type { Given } from "../given.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import { confirmOrMake } from "./conclude.ts";
import { makeSchedule } from "./make-schedule.ts";
import { changeEach, obeyStanding } from "./obey-standing.ts";
import { propose } from "./propose.ts";
import { inZone, type StandingRequest } from "./request.ts";

type At = Extract<PendingResume, { at: "standing" }>;

/** Goes on with a standing request, or a command about some, where its question had stopped it. */
export async function resumeStanding(opened: Turn, to: At, given: Given): Promise<Outcome> {
  const turn = inZone(opened);
  const { standing } = turn.deps;
  const say = standingWords(turn.locale);
  const intent = intentWithout(to.text, "pending", "standing request");
  const lost = words("clarification", say.asks.unread(to.text), intent);
  if (standing === undefined) return lost;
  const request: StandingRequest = {
    text: to.text,
    chosen_at: to.chosen_at,
    subject: to.subject,
    tell: to.tell,
  };
  const chosen = (name: string): unknown =>
    given.what === "option" ? ownValue(given.option.params, name) : undefined;
  const typed = given.what === "value" ? String(given.value) : undefined;
  const goOn = async (changed: Partial<StandingRequest>) =>
    (await propose(turn, standing, { ...request, ...changed })) ?? lost;
  switch (to.asked) {
    case "instant":
      return goOn({ chosen_at: Number(chosen("at")) });
    case "time":
      return goOn({ text: `${to.text} ${typed ?? ""}`.trim() });
    case "subject":
      return goOn({ subject: typed ?? null });
    case "where":
      return goOn({
        tell: { channel: String(chosen("channel")), session_id: turn.key.session_id },
      });
    case "confirm":
      return to.proposal === null
        ? lost
        : makeSchedule(
            turn,
            standing,
            { ...to.proposal, next_at: laterThanNow(to, turn) },
            intent,
            false,
          );
    case "already_true": {
      if (to.proposal === null) return lost;
      const isNow = chosen("now") === true;
      return isNow
        ? words("success", String(chosen("value")), intent)
        : confirmOrMake(turn, standing, {
            schedule: to.proposal,
            request,
            intent,
            endsByDefault: true,
          });
    }
    case "which": {
      const does = String(chosen("does"));
      const one = await turn.deps.store.schedules.find(turn.key, String(chosen("id")));
      const command = readStandingCommand(to.text, turn.locale);
      if (one === undefined || command === undefined || command.does !== does) return lost;
      return changeEach({ turn, standing, command, intent }, [one]);
    }
    case "amount": {
      const command = readStandingCommand(`${to.text} ${typed ?? ""}`, turn.locale);
      return (command && (await obeyStanding(turn, standing, command, false))) ?? lost;
    }
  }
}

/** A yes that came late is for what is still to come. */
function laterThanNow({ proposal }: At, { startedAt }: Turn): number | null {
  if (proposal === null || proposal.next_at === null) return null;
  return Math.max(proposal.next_at, startedAt);
}
