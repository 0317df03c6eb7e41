import { useEffect, useState } from "preact/hooks";
import type { EvaluationReport } from "#shared/contracts/console.ts";
import { number, percent } from "../../format.ts";
import { may } from "../../live.ts";
import { useGet, useTicks } from "../../load.ts";
import { Curve } from "../../parts/curve.tsx";
import { type Column, Head, Shown, Table } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { common } from "../../words.ts";
import { Give } from "./give.tsx";
import { Inbox } from "./inbox.tsx";
import { words } from "./words.ts";

type Evaluation = NonNullable<EvaluationReport["evaluation"]>;
const WAIT_MS = 2500;
/** Of all pairs, the worst are shown at first. */
const FIRST_PAIRS = 8;

/** How well sentences are understood, what is taken for what, and what people taught meanwhile. */
export function Lab() {
  const say = words();
  const report = useGet<EvaluationReport>("/v1/evaluation");
  const [looks] = useTicks(WAIT_MS, report.value.value?.state === "working");
  useEffect(() => {
    if (looks > 0) report.again();
  }, [looks]);
  return (
    <>
      <Head title={common().screens.lab} />
      {may("utterances:read") ? <Inbox /> : null}
      {may("promotions:write") ? (
        <details class="card">
          <summary>{say.give}</summary>
          <Give />
        </details>
      ) : null}
      <p class="quiet">{say.about}</p>
      <Shown of={report}>
        {({ evaluation, state: now }) =>
          evaluation === null ? (
            <p class="note" role="status">
              {now === "failed" ? say.failed : say.working}
            </p>
          ) : (
            <Results evaluation={evaluation} />
          )
        }
      </Shown>
    </>
  );
}

const shareOf = (value: number | null, digits = 1) =>
  value === null ? "–" : percent(value, digits);

function Results({ evaluation }: { evaluation: Evaluation }) {
  const say = words();
  const { sentences, accuracy, entity_f1, ece, confusable, goals } = evaluation;
  const [shown, setShown] = useState(FIRST_PAIRS);
  const figures = [
    [number(sentences), say.sentences],
    [shareOf(accuracy), say.accuracy],
    [shareOf(entity_f1), say.f1],
    [shareOf(ece), say.ece],
  ] as const;
  return (
    <>
      <ul class="figures">
        {figures.map(([value, name]) => (
          <li key={name}>
            <strong>{value}</strong>
            <span>{name}</span>
          </li>
        ))}
      </ul>
      <div class="usage-sides">
        <section class="card">
          <h2>{say.pairs}</h2>
          {confusable.length === 0 ? <p class="quiet">{say.noPairs}</p> : null}
          <ul class="pairs">
            {confusable.slice(0, shown).map((pair) => (
              <li key={pair.goals.join(" ")}>
                <Pair pair={pair} />
              </li>
            ))}
          </ul>
          {confusable.length > shown ? (
            <button type="button" onClick={() => setShown(shown + 5 * FIRST_PAIRS)}>
              {common().more} ({number(confusable.length - shown)})
            </button>
          ) : null}
        </section>
        <Reliability evaluation={evaluation} />
      </div>
      <section class="card">
        <h2>{say.goals}</h2>
        <Goals goals={goals} />
      </section>
    </>
  );
}

/** Two goals of which one is taken for the other, with the sentences. */
function Pair({
  pair: {
    goals: [one, other],
    times,
    sentences,
  },
}: PairProps) {
  const say = words();
  return (
    <>
      <p>
        <code>{one}</code> ↔ <code>{other}</code> <span class="minor">{say.times(times)}</span>
      </p>
      <ul>
        {sentences.map(({ text, expected, found, confidence }) => (
          <li key={text}>
            <a href={href(["explain"], { t: text })}>{text}</a>
            <span class="minor">
              {say.meant} {expected}, {say.found} {found} ({percent(confidence)})
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
type PairProps = { pair: Evaluation["confusable"][number] };

/** How often what was sure to a degree was right: well calibrated, the curve keeps to the diagonal. */
function Reliability({ evaluation: { reliability } }: { evaluation: Evaluation }) {
  const say = words();
  const points = reliability.map(({ confidence, right }) => ({ x: confidence, y: right }));
  return (
    <section class="card">
      <h2>{say.reliability}</h2>
      <Curve points={points} hasDiagonal label={say.reliability}>
        {say.reliabilityAbout}
      </Curve>
      <ul class="reliability">
        {reliability.map(({ from, to, sentences, confidence, right }) => (
          <li key={from}>
            <span class="minor">
              {percent(from)}–{percent(to)}
            </span>
            <span class="gate-bar" aria-hidden="true">
              <span style={{ width: `${right * 100}%` }} />
              <i style={{ left: `${confidence * 100}%` }} />
            </span>
            <span>{percent(right, 1)}</span>
            <span class="minor">
              {number(sentences)} {say.sentences}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The worst first. */
function Goals({ goals }: Pick<Evaluation, "goals">) {
  const say = words();
  type Row = Evaluation["goals"][number];
  const share = (head: string, of: (row: Row) => number | null): Column<Row> => ({
    ...{ head, kind: "number" },
    cell: (row) => shareOf(of(row), 0),
  });
  const columns: Column<Row>[] = [
    { head: say.goal, kind: "main-cell", cell: ({ goal }) => <code>{goal}</code> },
    { head: say.language, kind: "wide", cell: ({ locale }) => locale },
    { head: say.sentences, kind: "number", cell: (row) => row.sentences },
    share(say.accuracy, ({ accuracy }) => accuracy),
    share(say.acts, ({ coverage }) => coverage),
    share(say.rightly, ({ precision }) => precision),
  ];
  const rows = goals.toSorted((a, b) => (a.accuracy ?? 1) - (b.accuracy ?? 1));
  return <Table rows={rows} keyOf={({ goal, locale }) => `${goal} ${locale}`} columns={columns} />;
}
