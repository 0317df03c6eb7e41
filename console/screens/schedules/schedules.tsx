import { useEffect, useState } from "preact/hooks";
import { type ApiError, ask, get, withQuery } from "../../api.ts";
import { dateTime } from "../../format.ts";
import { may, resumed, ticked } from "../../live.ts";
import { asApiError, useLoaded } from "../../load.ts";
import { Empty, Facts, Failure, Head, Shown } from "../../parts/parts.tsx";
import { href, place, setQuery } from "../../router.ts";
import { locale } from "../../settings.ts";
import { common } from "../../words.ts";
import { Curve } from "./curve.tsx";
import type { Schedule, ScheduleDetail, ScheduleMade, SchedulesPage } from "./shape.ts";
import { words } from "./words.ts";

/** What fires meanwhile is seen within so long, milliseconds. */
const LOOK_MS = 5000;

/** Requests that stand: what each waits for, when it comes next, and what became of it. */
export function Schedules() {
  const say = words();
  const { query } = place.value;
  const all = query.get("all") ?? undefined;
  const open = query.get("id") ?? undefined;
  const [looks, setLooks] = useState(0);
  const again = () => setLooks((before) => before + 1);
  useEffect(() => {
    const timer = setInterval(again, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const page = useLoaded(
    (signal) => get<SchedulesPage>(withQuery("/v1/schedules", { all }), signal),
    [all, looks, resumed.value, ticked.value],
  );
  return (
    <>
      <Head title={common().screens.schedules} />
      {may("schedules:write") ? <Make onMade={again} /> : null}
      <label class="check">
        <input
          type="checkbox"
          checked={all === "true"}
          onChange={({ currentTarget }) =>
            setQuery({ all: currentTarget.checked ? "true" : undefined })
          }
        />
        <span>{say.all}</span>
      </label>
      <Shown of={page}>
        {({ schedules }) =>
          schedules.length === 0 ? (
            <Empty>{say.none}</Empty>
          ) : (
            <ul class="cards">
              {schedules.map((schedule) => (
                <li key={schedule.id} class="card">
                  <One
                    schedule={schedule}
                    isOpen={open === schedule.id}
                    looks={looks}
                    onChange={again}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

/** In words, as in a conversation; what has an effect each time wants a yes that names it. */
function Make({ onMade }: { onMade(): void }) {
  const say = words();
  const [text, setText] = useState("");
  const [made, setMade] = useState<ScheduleMade>();
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const make = (confirmed: boolean) => {
    setBusy(true);
    setError(undefined);
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const body = { input_text: text.trim(), locale: locale.value, timezone, confirmed };
    ask<ScheduleMade>("POST", "/v1/schedules", { body })
      .then(
        (answer) => {
          setMade(answer);
          if (answer.schedule === null) return;
          setText("");
          onMade();
        },
        (thrown: unknown) => setError(asApiError(thrown)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") make(false);
      }}
    >
      <label class="field">
        {say.makeAbout}
        <input
          data-main-field
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit" class="strong" disabled={isBusy || text.trim() === ""}>
        {say.make}
      </button>
      {made === undefined ? null : (
        <div class="note made" role="status">
          <p>{made.answer}</p>
          {made.schedule === null ? (
            <button type="button" disabled={isBusy} onClick={() => make(true)}>
              {say.confirm}
            </button>
          ) : null}
        </div>
      )}
      {error === undefined ? null : <Failure error={error} />}
    </form>
  );
}

function One({
  schedule,
  isOpen,
  looks,
  onChange,
}: {
  schedule: Schedule;
  isOpen: boolean;
  looks: number;
  onChange(): void;
}) {
  const say = words();
  const {
    id,
    shown,
    words: said,
    status,
    acts,
    next_instants,
    paused,
    timing,
    until,
    zone,
  } = schedule;
  const isGood = status === "active";
  return (
    <>
      <header class="domain-head">
        <h2>{said}</h2>
        <span class={`state is-${isGood ? "good" : "ask"}`}>{say.statuses[status]}</span>
        {acts ? <span class="effect is-external">{say.acts}</span> : null}
      </header>
      <p>{shown}</p>
      <Facts
        rows={[
          ...(next_instants.length === 0
            ? []
            : [[say.next, next_instants.map((at) => dateTime(at)).join(" · ")] as const]),
          ...(until === null ? [] : [[say.until, dateTime(until)] as const]),
          [say.zone, zone],
          ...(timing.kind === "when"
            ? [
                [say.watched, timing.watch.value] as const,
                [say.threshold, Object.values(timing.watch.comparison).join(" ")] as const,
                [say.last, timing.watch.last === null ? "–" : String(timing.watch.last)] as const,
              ]
            : []),
          ...(paused === null ? [] : [[say.pausedWhy, `${paused.why} ${paused.detail}`] as const]),
        ]}
      />
      <Change schedule={schedule} onChange={onChange} />
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== isOpen) setQuery({ id: currentTarget.open ? id : undefined });
        }}
      >
        <summary>{say.ticks}</summary>
        {isOpen ? <Ticks id={id} looks={looks} /> : null}
      </details>
    </>
  );
}

function Change({ schedule: { id, status }, onChange }: { schedule: Schedule; onChange(): void }) {
  const say = words();
  const [to, setTo] = useState("");
  const [error, setError] = useState<ApiError>();
  if (!may("schedules:write") || status === "done" || status === "cancelled") return null;
  const path = `/v1/schedules/${encodeURIComponent(id)}`;
  const attempt = (work: Promise<unknown>) => {
    setError(undefined);
    work.then(
      () => {
        setTo("");
        onChange();
      },
      (thrown: unknown) => setError(asApiError(thrown)),
    );
  };
  const patch = (body: unknown) => attempt(ask("PATCH", path, { body }));
  return (
    <>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (to.trim() !== "") patch({ to: to.trim() });
        }}
      >
        <label class="field">
          {say.changeTo}
          <input
            value={to}
            maxLength={200}
            onInput={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={to.trim() === ""}>
          {say.change}
        </button>
        <button
          type="button"
          onClick={() => patch({ status: status === "active" ? "paused" : "active" })}
        >
          {status === "active" ? say.pause : say.goOn}
        </button>
        <button type="button" onClick={() => attempt(ask("DELETE", path))}>
          {say.cancel}
        </button>
      </form>
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}

function Ticks({ id, looks }: { id: string; looks: number }) {
  const say = words();
  const detail = useLoaded(
    (signal) => get<ScheduleDetail>(`/v1/schedules/${encodeURIComponent(id)}`, signal),
    [id, looks, ticked.value],
  );
  return (
    <Shown of={detail}>
      {({ ticks, timing }) => (
        <>
          {timing.kind === "when" ? <Curve watch={timing.watch} /> : null}
          {ticks.length === 0 ? (
            <p class="quiet">{say.noTicks}</p>
          ) : (
            <ul class="evidence">
              {ticks.map(({ at, status, reason, run_id, text }) => (
                <li key={at}>
                  {dateTime(at)} · {say.tickStatuses[status]}
                  {reason === null ? "" : ` (${reason})`}{" "}
                  {run_id === null ? null : <a href={href(["runs", run_id])}>{run_id}</a>} {text}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Shown>
  );
}
