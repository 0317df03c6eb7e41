import { useState } from "preact/hooks";
import type { z } from "zod";
import type {
  ScheduleView,
  scheduleDetail,
  scheduleMade,
  schedulesPage,
} from "#shared/contracts/schedule-endpoints.ts";
import { ask, withQuery } from "../../api.ts";
import { dateTime, number } from "../../format.ts";
import { may, resumed, ticked } from "../../live.ts";
import { useAction, useGet, useTicks } from "../../load.ts";
import { Curve } from "../../parts/curve.tsx";
import { Check, Form, TextField } from "../../parts/fields.tsx";
import { Button, Cards, Facts, Failure, Head, Shown } from "../../parts/parts.tsx";
import { href, place, setQuery } from "../../router.ts";
import { locale } from "../../settings.ts";
import { common } from "../../words.ts";
import { words } from "./words.ts";

const DIGITS = 4;
type Props = { watch: Watch; zone: string };

/** What a watch has seen, with where it fires; nothing where it saw no two numbers. */
function WatchCurve({ watch: { seen, comparison }, zone }: Props) {
  const say = words();
  const points = seen.flatMap(([x, y]) => (typeof y === "number" ? [{ x, y }] : []));
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  // A change in per cent has no line of its own.
  const isChange = ["rises", "falls", "moves"].includes(comparison.is);
  const thresholds = [comparison.value, comparison.upper].flatMap((each) =>
    each === undefined || isChange ? [] : [each],
  );
  const values = points.map(({ y }) => y);
  return (
    <Curve points={points} thresholds={thresholds} label={say.curve(points.length)}>
      {dateTime(first.x, zone)} – {dateTime(last.x, zone)} · {number(Math.min(...values), DIGITS)} –{" "}
      {number(Math.max(...values), DIGITS)}
      {thresholds.length === 0 ? "" : ` · ${say.threshold}: `}
      {thresholds.map((each) => number(each, DIGITS)).join(" – ")}
    </Curve>
  );
}

/** What fires meanwhile is seen within so long, milliseconds. */
const LOOK_MS = 5000;

/** Requests that stand: what each waits for, when it comes next, and what became of it. */
export function Schedules() {
  const say = words();
  const all = place.value.query.get("all") ?? undefined;
  const [looks, again] = useTicks(LOOK_MS);
  const page = useGet<SchedulesPage>(withQuery("/v1/schedules", { all }), [
    looks,
    resumed.value,
    ticked.value,
  ]);
  return (
    <>
      <Head title={common().screens.schedules} />
      {may("schedules:write") ? <Make onMade={again} /> : null}
      <Check
        label={say.all}
        checked={all === "true"}
        onValue={(isAll) => setQuery({ all: isAll ? "true" : undefined })}
      />
      <Shown of={page}>
        {({ schedules }) => (
          <Cards of={schedules} keyOf={({ id }) => id} none={say.none}>
            {(schedule) => <One schedule={schedule} looks={looks} onChange={again} />}
          </Cards>
        )}
      </Shown>
    </>
  );
}

/** In words, as in a conversation; what has an effect each time wants a yes that names it. */
function Make({ onMade }: { onMade(): void }) {
  const say = words();
  const [text, setText] = useState("");
  const [made, setMade] = useState<ScheduleMade>();
  const { isBusy, error, run } = useAction();
  const make = (confirmed: boolean) =>
    run(async () => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const body = { input_text: text.trim(), locale: locale.value, timezone, confirmed };
      const answer = await ask<ScheduleMade>("POST", "/v1/schedules", { body });
      setMade(answer);
      if (answer.schedule === null) return;
      setText("");
      onMade();
    });
  const submit = () => {
    make(false);
  };
  return (
    <Form class="inline-form" onSubmit={submit}>
      <TextField label={say.makeAbout} data-main-field required value={text} onValue={setText} />
      <Button
        says={say.make}
        type="submit"
        class="strong"
        disabled={isBusy || text.trim() === ""}
      />
      {made === undefined ? null : (
        <div class="note made" role="status">
          <p>{made.answer}</p>
          {made.needs_confirmation ? (
            <Button says={say.confirm} disabled={isBusy} onClick={() => make(true)} />
          ) : null}
        </div>
      )}
      <Failure error={error} />
    </Form>
  );
}

type OneProps = { schedule: Schedule; looks: number; onChange(): void };

function One({ schedule, looks, onChange }: OneProps) {
  const say = words();
  const { id, status, next_instants, paused, timing, until, zone } = schedule;
  const watch = timing.kind === "when" ? timing.watch : undefined;
  const { query } = place.value;
  const isOpen = query.get("id") === id;
  const show = (open: boolean) => {
    if (open !== isOpen) setQuery({ id: open ? id : undefined });
  };
  return (
    <>
      <header class="domain-head">
        <h2>{schedule.words}</h2>
        <span class={`state is-${status === "active" ? "good" : "ask"}`}>
          {say.statuses[status]}
        </span>
        {schedule.acts ? <span class="effect is-external">{say.acts}</span> : null}
      </header>
      <p>{schedule.shown}</p>
      <Facts
        of={{
          [say.next]:
            next_instants.length > 0 && next_instants.map((at) => dateTime(at, zone)).join(" · "),
          [say.until]: until !== null && dateTime(until, zone),
          [say.zone]: zone,
          [say.watched]: watch && (
            <code>
              {[`${watch.domain}.${watch.goal}`, ...Object.values(watch.entities)].join(" ")}:{" "}
              {watch.value}
            </code>
          ),
          [say.last]: watch && String(watch.last ?? "–"),
          [say.unseen]:
            watch?.unseen &&
            `${dateTime(watch.unseen.since, zone)} (${say.unseenReasons[watch.unseen.why]})`,
          [say.pausedWhy]: paused && `${say.pauseReasons[paused.why]} ${paused.detail}`,
        }}
      />
      <Change schedule={schedule} onChange={onChange} />
      <details open={isOpen} onToggle={({ currentTarget }) => show(currentTarget.open)}>
        <summary>{say.ticks}</summary>
        {isOpen ? <Ticks schedule={schedule} looks={looks} /> : null}
      </details>
    </>
  );
}

function Change({ schedule: { id, status }, onChange }: Omit<OneProps, "looks">) {
  const say = words();
  const [to, setTo] = useState("");
  const { error, run } = useAction();
  if (!may("schedules:write") || status === "done" || status === "cancelled") return null;
  const path = `/v1/schedules/${encodeURIComponent(id)}`;
  const attempt = (method: "PATCH" | "DELETE", body?: unknown) =>
    run(async () => {
      await ask(method, path, { body });
      setTo("");
      onChange();
    });
  const submit = () => {
    attempt("PATCH", { to: to.trim() });
  };
  const isActive = status === "active";
  return (
    <>
      <Form class="inline-form" onSubmit={submit}>
        <TextField label={say.changeTo} value={to} maxLength={200} onValue={setTo} />
        <Button says={say.change} type="submit" disabled={to.trim() === ""} />
        <Button
          says={isActive ? say.pause : say.goOn}
          onClick={() => attempt("PATCH", { status: isActive ? "paused" : "active" })}
        />
        <Button says={say.cancel} onClick={() => attempt("DELETE")} />
      </Form>
      <Failure error={error} />
    </>
  );
}

function Ticks({ schedule: { id, zone }, looks }: Omit<OneProps, "onChange">) {
  const say = words();
  const detail = useGet<ScheduleDetail>(`/v1/schedules/${encodeURIComponent(id)}`, [
    looks,
    ticked.value,
  ]);
  return (
    <Shown of={detail}>
      {({ ticks, timing }) => (
        <>
          {timing.kind === "when" ? <WatchCurve watch={timing.watch} zone={zone} /> : null}
          {ticks.length === 0 ? <p class="quiet">{say.noTicks}</p> : null}
          <ul class="evidence">
            {ticks.map(({ at, status, reason, run_id, text }) => (
              <li key={at}>
                {dateTime(at, zone)} · {say.tickStatuses[status]}
                {reason === null ? "" : ` (${say.skipReasons[reason]})`}{" "}
                {run_id === null ? null : <a href={href(["runs", run_id])}>{say.run}</a>} {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </Shown>
  );
}

type Schedule = ScheduleView;
type Watch = Extract<Schedule["timing"], { kind: "when" }>["watch"];
type ScheduleDetail = z.infer<typeof scheduleDetail>;
type SchedulesPage = z.infer<typeof schedulesPage>;
type ScheduleMade = z.infer<typeof scheduleMade>;
