import type { DomainOutput } from "#shared/contracts/output.ts";
import { failure } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import type { Hours } from "../event/hours.ts";
import { idOf, type Occurrence } from "../event/occurrence.ts";
import { isZone, offsetTime } from "../event/zones.ts";
import { type CalendarStore, CalendarStoreError, type Changes } from "../store/calendar-store.ts";
import { type Saying, saying, type Words, words } from "../words.ts";

/** What the capabilities work with. */
export type CalendarDeps = {
  /** Where this person's events are. */
  storeOf(owner: string): CalendarStore;
  changes: Changes;
  workingHours: Hours;
  /** Epoch milliseconds. */
  now(): number;
};

/** What one call needs again and again. */
export type Asked = {
  call: Call;
  owner: string;
  store: CalendarStore;
  /** The person's; UTC where no one knows it. */
  zone: string;
  say: Words;
  as: Saying;
};

type Answering = (params: Record<string, unknown>, asked: Asked) => ReturnType<Handler>;

const TIMES = ["start_time", "end_time", "at_time"];
/** A time, or an hour whose half of the day is open. */
const CLOCK = /^(([01]\d|2[0-3]):[0-5]\d|[1-9](:[0-5]\d)?|1\d|2[0-4])$/;

/** A handler that tells a store's faults as answers. */
export const answering =
  (deps: CalendarDeps, answer: Answering): Handler =>
  async (params, call) => {
    const owner = call.context.user_id;
    const { timezone } = call.context;
    const zone = isZone(timezone) ? timezone : "UTC";
    const say = words(call.locale);
    const asked = {
      call,
      owner,
      store: deps.storeOf(owner),
      zone,
      say,
      as: saying(call.locale, zone, call.today()),
    };
    if (TIMES.some((name) => params[name] !== undefined && !CLOCK.test(String(params[name]))))
      return failure({ code: "BAD_TIME", explanation: say("bad_length") });
    try {
      return await answer(params, asked);
    } catch (error) {
      if (!(error instanceof CalendarStoreError)) throw error;
      const { fault } = error;
      call.log.warn({ code: fault, error }, "the calendar's store failed");
      return failure({ code: fault, explanation: say(`faults.${fault}`) });
    }
  };

/** There is no such event; `title` is "" where none was said. */
export const notFound = (title: string, { say }: Asked): DomainOutput =>
  failure({
    code: "NOT_FOUND",
    explanation: title === "" ? say("not_found_any") : say("not_found", { title }),
  });

/** An occurrence as it is told to others. */
export const shownEvent = (occurrence: Occurrence, zone: string) => ({
  id: idOf(occurrence),
  title: occurrence.title,
  place: occurrence.place ?? null,
  all_day: occurrence.allDay,
  start: offsetTime(occurrence.start, zone),
  end: offsetTime(occurrence.end, zone),
  repeats: occurrence.recurrence !== undefined,
});

/** A text parameter without what ends a sentence. */
export const textIn = (value: unknown): string | undefined =>
  (typeof value === "string" && value.trim().replace(/[\s?!.,;:]+$/, "")) || undefined;
