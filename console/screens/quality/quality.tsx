import { useEffect, useState } from "preact/hooks";
import type { EvaluationReport } from "#shared/contracts/console.ts";
import { number, percent } from "../../format.ts";
import { may } from "../../live.ts";
import { useGet, useTicks } from "../../load.ts";
import { Curve } from "../../parts/curve.tsx";
import {
  Button,
  type Column,
  Figures,
  Fold,
  Head,
  Items,
  Section,
  Shown,
  Table,
} from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { languageName } from "../../settings.ts";
import { common } from "../../words.ts";
import { Give, Inbox } from "./inbox.tsx";
import { say } from "./words.ts";

type Evaluation = NonNullable<EvaluationReport["evaluation"]>;
const WAIT_MS = 2500;
/** Of all pairs, the worst are shown at first. */
const FIRST_PAIRS = 8;

/** How well sentences are understood, what is taken for what, and what people taught meanwhile. */
export function Quality() {
  const report = useGet<EvaluationReport>("/v1/evaluation");
  const [looks] = useTicks(WAIT_MS, report.value.value?.state === "working");
  useEffect(() => {
    if (looks > 0) report.again();
  }, [looks]);
  return (
    <>
      <Head title={common.screens.quality} />
      {may("utterances:read") && <Inbox />}
      {may("promotions:write") && (
        <Fold says={say.give} class="card">
          <Give />
        </Fold>
      )}
      <p class="quiet">{say.about}</p>
      <Shown of={report}>
        {({ evaluation, state }) =>
          evaluation === null ? (
            <p class={state === "failed" ? "note" : "quiet"} role="status">
              {state === "failed" ? say.failed : say.working}
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
  const { sentences, accuracy, entity_f1, ece, confusable, goals } = evaluation;
  const [shown, setShown] = useState(FIRST_PAIRS);
  const left = confusable.length - shown;
  return (
    <>
      <Figures
        of={[
          [number(sentences), say.sentences],
          [shareOf(accuracy), say.accuracy],
          [shareOf(entity_f1), say.f1],
          [shareOf(ece), say.ece],
        ]}
      />
      <div class="usage-sides">
        <Section says={say.pairs} class="card">
          {confusable.length === 0 && <p class="quiet">{say.noPairs}</p>}
          <Items class="pairs" of={confusable.slice(0, shown)} keyOf={(pair) => pair.goals.join()}>
            {(pair) => <Pair pair={pair} />}
          </Items>
          {left > 0 && (
            <Button
              says={`${common.more} (${number(left)})`}
              act={() => setShown(shown + 5 * FIRST_PAIRS)}
            />
          )}
        </Section>
        <Reliability evaluation={evaluation} />
      </div>
      <Section says={say.goals} class="card">
        <Goals goals={goals} />
      </Section>
    </>
  );
}

/** Two goals of which one is taken for the other, with the sentences. */
function Pair({ pair: { goals, times, sentences } }: { pair: Evaluation["confusable"][number] }) {
  const [one, other] = goals;
  return (
    <>
      <p>
        <code>{one}</code> ↔ <code>{other}</code> <span class="minor">{say.times(times)}</span>
      </p>
      <Items of={sentences} keyOf={({ text }) => text}>
        {({ text, expected, found, confidence }) => (
          <>
            <a href={href(["explain"], { t: text })}>{text}</a>
            <span class="minor">
              {say.meant} {expected}, {say.found} {found} ({percent(confidence)})
            </span>
          </>
        )}
      </Items>
    </>
  );
}

/** How often what was sure to a degree was right: well calibrated, the curve keeps to the diagonal. */
function Reliability({ evaluation: { reliability } }: { evaluation: Evaluation }) {
  const points = reliability.map(({ confidence, right }) => ({ x: confidence, y: right }));
  return (
    <Section says={say.reliability} class="card">
      <Curve points={points} hasDiagonal label={say.reliability}>
        {say.reliabilityAbout}
      </Curve>
      <Items class="reliability" of={reliability} keyOf={({ from }) => from}>
        {({ from, to, sentences, confidence, right }) => (
          <>
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
          </>
        )}
      </Items>
    </Section>
  );
}

/** The worst first. */
function Goals({ goals }: Pick<Evaluation, "goals">) {
  type Row = Evaluation["goals"][number];
  const columns: Column<Row>[] = [
    [common.goal, ({ goal }) => <code>{goal}</code>, "main-cell"],
    [common.language, ({ locale }) => languageName(locale), "wide"],
    [say.sentences, ({ sentences }) => sentences, "number"],
    [say.accuracy, ({ accuracy }) => shareOf(accuracy, 0), "number"],
    [say.acts, ({ coverage }) => shareOf(coverage, 0), "number"],
    [say.rightly, ({ precision }) => shareOf(precision, 0), "number"],
  ];
  const rows = goals.toSorted((a, b) => (a.accuracy ?? 1) - (b.accuracy ?? 1));
  return <Table rows={rows} keyOf={({ goal, locale }) => `${goal} ${locale}`} columns={columns} />;
}
