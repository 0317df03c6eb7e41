import { useEffect, useState } from "preact/hooks";
import { canonicalJson } from "#shared/contracts/canonical-json.ts";
import type { AuditPage } from "#shared/contracts/console.ts";
import { dateTime, hexOf } from "../format.ts";
import { happened } from "../live.ts";
import { pageSize, useAction, usePages } from "../load.ts";
import { FilterField, Form } from "../parts/fields.tsx";
import { Button, type Column, Empty, Fold, Head, Json, Paged, Table } from "../parts/parts.tsx";
import { EffectTag, StatusTag } from "../parts/receipts.tsx";
import { filtersOf, href } from "../router.ts";
import { common, counted, wordsIn } from "../words.ts";

type Row = AuditPage["records"][number];
type AuditRecord = Row["record"];

const say = wordsIn({
  about: [
    "Quem mandou fazer o quê. Cada registro é encadeado ao anterior por um hash SHA-256.",
    "Who requested which action. Each record is chained to the one before it by a SHA-256 hash.",
  ],
  user: ["Usuário", "User"],
  none: [
    "Nada foi registrado ainda. Leituras não entram aqui.",
    "Nothing has been recorded yet. Reads are not included.",
  ],
  verify: ["Verificar esta página", "Verify this page"],
  verifying: ["Verificando…", "Verifying…"],
  right: [
    counted("registro confere: conteúdo", "registros conferem: conteúdo e encadeamento"),
    counted("valid record: content", "valid records: content and chain"),
  ],
  unseen: [
    "Com filtro, o encadeamento entre registros não aparece inteiro; só o conteúdo foi conferido.",
    "With a filter, the chain between records is incomplete; only their content was verified.",
  ],
  wrong: ["Registros que não conferem:", "Invalid records:"],
  cannot: [
    "Este navegador só consegue verificar em https ou em 127.0.0.1.",
    "This browser can only verify over https or on 127.0.0.1.",
  ],
  what: ["O quê", "What"],
  who: ["Quem", "Who"],
  about_: ["Sobre", "About"],
  digest: ["Hash", "Hash"],
  record: ["Ver registro", "See record"],
  kinds: {
    opened: ["registro aberto", "log opened"],
    intended: ["vai fazer", "about to do"],
    settled: ["terminou", "ended"],
    approved: ["aprovado", "approved"],
    declined: ["recusado", "declined"],
    domain_change: ["domínios mudados", "domains changed"],
    schedule_change: ["agendamento", "schedule"],
    schedule_unchanged: ["agendamento: nada mudou", "schedule: nothing changed"],
    schedule_stopped: ["agendamento: parou", "schedule: stopped"],
    keys_changed: ["chaves mudadas", "keys changed"],
  },
  schedule: ["ver agendamento", "see schedule"],
});

/** Effects as they were written down, and whether their chain holds. */
export function Audit() {
  const { asked, fieldOf, isFiltered } = filtersOf(["user_id", "domain"]);
  const pages = usePages<AuditPage>(
    "/v1/audit",
    { ...asked, limit: pageSize(100) },
    happened.value,
  );
  return (
    <>
      <Head title={common.screens.audit} about={say.about} />
      <Form class="filters">
        <FilterField label={say.user} data-main-field {...fieldOf("user_id")} />
        <FilterField label={common.domain} {...fieldOf("domain")} />
      </Form>
      <Paged of={pages}>
        {(all) => {
          const records = all.flatMap((each) => each.records);
          if (records.length === 0) return <Empty>{say.none}</Empty>;
          return (
            <>
              <Verification records={records} isFiltered={isFiltered} />
              <Table rows={records} keyOf={keyOf} columns={columns()} />
            </>
          );
        }}
      </Paged>
    </>
  );
}

/**
 * The records that do not say what their hash says, or, where they are all there, do not follow the one before them in
 * their file. Found here, so that no one has to believe the server. `records` are newest first.
 */
async function wrongIn(records: readonly Row[], isWhole: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const [at, { file, record }] of records.entries()) {
    const { hash, ...body } = record;
    const bytes = new TextEncoder().encode(canonicalJson(body));
    const digest = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
    const before = records[at + 1];
    const isNext = !isWhole || before?.file !== file || record["prev"] === before.record["hash"];
    if (digest !== hash || !isNext) wrong.push(`${record["seq"]} (${record["at"]})`);
  }
  return wrong;
}

function Verification({ records, isFiltered }: { records: readonly Row[]; isFiltered: boolean }) {
  const [wrong, setWrong] = useState<readonly string[]>();
  const action = useAction();
  useEffect(() => setWrong(undefined), [records.length]);
  // Pages without a secure context have no digests.
  const isPossible = globalThis.crypto.subtle !== undefined;
  return (
    <div class="actions">
      <Button
        says={action.isBusy ? say.verifying : say.verify}
        of={action}
        disabled={!isPossible}
        act={async () => setWrong(await wrongIn(records, !isFiltered))}
      />
      <div role="status">
        {!isPossible && <p class="note">{say.cannot}</p>}
        {wrong?.length === 0 && (
          <p class="verified">
            {say.right(records.length)}. {isFiltered && say.unseen}
          </p>
        )}
        {wrong !== undefined && wrong.length > 0 && (
          <p class="note is-bad">
            {say.wrong} {wrong.join(", ")}
          </p>
        )}
      </div>
    </div>
  );
}

const textIn = (record: AuditRecord, name: string): string =>
  typeof record[name] === "string" ? record[name] : "";

const isOneOf = <T extends string>(names: Readonly<Record<T, unknown>>, name: string): name is T =>
  Object.hasOwn(names, name);

/** In our words where it is one of ours; a log is read as it was written. */
const inOurs = (names: Readonly<Record<string, string>>, name: string): string =>
  isOneOf(names, name) ? (names[name] ?? name) : name;

const effectOf = (name: string) =>
  isOneOf(common.effects, name) ? <EffectTag effect={name} /> : <span>{name}</span>;

const statusOf = (name: string) =>
  isOneOf(common.statuses, name) ? (
    <StatusTag status={name} />
  ) : (
    <span>{inOurs(common.standing, name)}</span>
  );

function About({ record }: { record: AuditRecord }) {
  const text = (name: string) => textIn(record, name);
  const about = [text("domain"), text("capability")].filter(Boolean).join(".");
  const [run, schedule] = [text("run_id"), text("schedule_id")];
  return (
    <>
      {about !== "" && <code>{about}</code>} {statusOf(text("status"))}{" "}
      {run !== "" && <a href={href(["runs", run], { step: text("step_id") })}>{common.run}</a>}
      {schedule !== "" && (
        <a href={href(["schedules"], { id: schedule, all: "true" })}>{say.schedule}</a>
      )}
      <Fold says={say.record}>
        <Json value={record} label={text("what")} />
      </Fold>
    </>
  );
}

const keyOf = ({ file, record }: Row) => `${file} ${record["seq"]}`;
const columns = (): Column<Row>[] => [
  [common.when, ({ record }) => dateTime(Date.parse(textIn(record, "at"))), "when"],
  [
    say.what,
    ({ record }) => (
      <>
        {inOurs(say.kinds, textIn(record, "what"))} {effectOf(textIn(record, "effect"))}
      </>
    ),
  ],
  [say.about_, ({ record }) => <About record={record} />, "main-cell"],
  [say.who, ({ record }) => textIn(record, "user_id"), "wide"],
  [
    say.digest,
    ({ record }) => <code class="minor">{textIn(record, "hash").slice(0, 12)}</code>,
    "wide",
  ],
];
