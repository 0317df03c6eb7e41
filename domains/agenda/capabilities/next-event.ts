import { success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { agenda, comingDays, isAbout, rangeOfDays } from "./agenda.ts";
import { answering, type CalendarDeps, shownEvent, textIn } from "./deps.ts";

/** `{title_text?}`: what comes next, or next of that name. */
export const nextEvent = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone, call } = asked;
    const title = textIn(params["title_text"]);
    const now = deps.now();
    const coming = await agenda(asked, rangeOfDays(comingDays(call.today()), zone));
    const wanted = title === undefined ? () => true : isAbout(title);
    const next =
      coming.find((each) => !each.allDay && each.start >= now && wanted(each)) ??
      coming.find((each) => each.end > now && wanted(each));
    const first = coming.find((each) => each.start >= now && wanted(each)) ?? next;
    const found = title === undefined ? next : first;
    if (found === undefined)
      return success({ result: { total: 0, events: [] }, explanation: say.nothingComing(title) });
    const place = found.place === undefined ? "" : ` (${found.place})`;
    return success({
      result: { total: 1, events: [shownEvent(found, zone)] },
      explanation: say.next(`${found.title || say.untitled}, ${as.when(found)}${place}`),
    });
  });
