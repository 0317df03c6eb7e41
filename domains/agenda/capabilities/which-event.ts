import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure } from "#shared/domain-kit/answers.ts";
import { idOf, type Occurrence, occurrencesOf, ofId } from "../event/occurrence.ts";
import { localOf } from "../event/zones.ts";
import { agenda, comingDays, isAbout, rangeOfDays } from "./agenda.ts";
import { type Asked, textIn } from "./deps.ts";

const MOST_CHOICES = 20;
/** Every occurrence that an id can be of. */
const ALL_TIMES = { from: Date.UTC(1970, 0), to: Date.UTC(2100, 0) };

export type Scope = "ONE" | "ALL";
/** The one that is meant, or what to answer instead. */
export type Meant = { event: Occurrence; scope: Scope } | { answer: DomainOutput };

/**
 * `{id?, title_text?, from_day?, at_time?, scope?}`: one occurrence from now on. Several are a question, and so is one that
 * repeats, where nothing says whether it or all are meant.
 */
export async function whichEvent(
  params: Record<string, unknown>,
  asked: Asked,
  question: string,
): Promise<Meant> {
  const { say, as } = asked;
  const title = textIn(params["title_text"]);
  const known = textIn(params["id"]);
  const isPointed = ["from_day", "at_time"].some((name) => textIn(params[name]) !== undefined);
  if (known === undefined && title === undefined && !isPointed)
    return { answer: ask({ missing_param: "title_text", explanation: question }) };
  const found = known === undefined ? await searched(params, asked) : await byId(known, asked);
  const [event] = found;
  if (event === undefined)
    return { answer: failure({ code: "NOT_FOUND", explanation: say.notFound(title ?? "") }) };
  const label = (each: Occurrence) => `${each.title || say.untitled}, ${as.when(each)}`;
  if (found.length > 1)
    return {
      answer: ask({
        explanation: say.which(found.length),
        candidates: found
          .slice(0, MOST_CHOICES)
          .map((each) => ({ label: label(each), id: idOf(each) })),
      }),
    };
  const scope = params["scope"];
  if (event.recurrence === undefined) return { event, scope: "ALL" };
  if (scope === "ONE" || scope === "ALL") return { event, scope };
  return {
    answer: ask({
      explanation: say.thisOrAll(event.title || say.untitled),
      candidates: [
        { label: say.onlyThis(as.when(event)), id: idOf(event), scope: "ONE" },
        { label: say.all, id: idOf(event), scope: "ALL" },
      ],
    }),
  };
}

async function byId(id: string, { store, owner, zone, call }: Asked): Promise<Occurrence[]> {
  const { name, recurrence } = ofId(id);
  const stored = await store.read(owner, name, call.signal);
  if (stored === undefined) return [];
  const all = occurrencesOf(stored, ALL_TIMES, zone);
  return all
    .filter((each) => recurrence === undefined || each.recurrence === recurrence)
    .slice(0, 1);
}

/** Of each event that fits the first one that has not ended; of a day that was said, all of it. */
async function searched(params: Record<string, unknown>, asked: Asked): Promise<Occurrence[]> {
  const { zone, call } = asked;
  const day = textIn(params["from_day"]);
  const time = textIn(params["at_time"]);
  const title = textIn(params["title_text"]);
  const days = day === undefined ? comingDays(call.today()) : { from: day, to: day };
  const fits = title === undefined ? () => true : isAbout(title);
  const found = (await agenda(asked, rangeOfDays(days, zone))).filter(
    (each) => fits(each) && (time === undefined || localOf(each.start, zone).time === time),
  );
  return [...Map.groupBy(found, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}
