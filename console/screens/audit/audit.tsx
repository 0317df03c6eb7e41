import { useEffect, useState } from "preact/hooks";
import type { AuditPage } from "#shared/contracts/console.ts";
import { dateTime, number } from "../../format.ts";
import { usePages } from "../../load.ts";
import { FilterField, Form } from "../../parts/fields.tsx";
import { StatusTag } from "../../parts/icons.tsx";
import {
  Button,
  type Column,
  EffectTag,
  Empty,
  Head,
  Json,
  Paged,
  Table,
} from "../../parts/parts.tsx";
import { href, place, setQuery } from "../../router.ts";
import { common, wordsIn } from "../../words.ts";
import { type Verified, verify } from "./verify.ts";

type Row = AuditPage["records"][number];

const words = wordsIn({
  about: [
    "Quem mandou fazer o quê. Cada registro está preso ao anterior por um resumo SHA-256.",
    "Who had what done. Each record is bound to the one before it by a SHA-256 digest.",
  ],
  user: ["Usuário", "User"],
  domain: ["Domínio", "Domain"],
  none: [
    "Nada foi registrado ainda. Leituras não entram aqui.",
    "Nothing was recorded yet. Reads are not in here.",
  ],
  verify: ["Verificar esta página", "Verify this page"],
  verifying: ["Verificando…", "Verifying…"],
  right: [
    (count: string) => `${count} registros conferem: conteúdo e encadeamento.`,
    (count: string) => `${count} records are right: what they say, and their chain.`,
  ],
  unseen: [
    "Com filtro, o encadeamento entre registros não aparece inteiro; só o conteúdo foi conferido.",
    "With a filter the chain between records is not whole; only what they say was verified.",
  ],
  wrong: ["Registros que não conferem:", "Records that are not right:"],
  cannot: [
    "Este navegador só verifica em https ou em 127.0.0.1.",
    "This browser verifies on https or on 127.0.0.1 only.",
  ],
  when: ["Quando", "When"],
  what: ["O quê", "What"],
  who: ["Quem", "Who"],
  about_: ["Sobre", "About"],
  digest: ["Resumo", "Digest"],
  record: ["Ver registro", "See record"],
  run: ["execução", "run"],
  kinds: {
    opened: ["registro aberto", "log opened"],
    intended: ["vai ser feito", "about to be done"],
    settled: ["terminou", "ended"],
    approved: ["aprovado", "approved"],
    declined: ["recusado", "declined"],
    domain_change: ["domínios mudados", "domains changed"],
    schedule_change: ["pedido agendado", "standing request"],
    schedule_unchanged: ["pedido agendado: nada mudou", "standing request: nothing changed"],
    schedule_stopped: ["pedido agendado: parou", "standing request: stopped"],
    keys_changed: ["chaves mudadas", "keys changed"],
  },
  standing: {
    active: ["ativo", "active"],
    paused: ["pausado", "paused"],
    done: ["terminado", "over"],
    cancelled: ["cancelado", "cancelled"],
  },
  schedule: ["agendamento", "standing request"],
});

/** Effects as they were written down, and whether their chain holds. */
export function Audit() {
  const say = words();
  const { query } = place.value;
  const asked = {
    user_id: query.get("user_id") ?? undefined,
    domain: query.get("domain") ?? undefined,
  };
  const isFiltered = Object.values(asked).some((each) => each !== undefined);
  const pages = usePages<AuditPage>("/v1/audit", asked);
  const field = (name: "user_id" | "domain") => ({
    value: asked[name] ?? "",
    onValue: (value: string) => setQuery({ [name]: value }),
  });
  return (
    <>
      <Head title={common().screens.audit} />
      <p class="quiet">{say.about}</p>
      <Form class="filters">
        <FilterField label={say.user} data-main-field {...field("user_id")} />
        <FilterField label={say.domain} {...field("domain")} />
      </Form>
      <Paged of={pages}>
        {(all) => {
          const records = all.flatMap((each) => each.records);
          if (records.length === 0) return <Empty>{say.none}</Empty>;
          return (
            <>
              <Verification records={records} isFiltered={isFiltered} />
              <Records records={records} />
            </>
          );
        }}
      </Paged>
    </>
  );
}

function Verification({ records, isFiltered }: { records: readonly Row[]; isFiltered: boolean }) {
  const say = words();
  const [state, setState] = useState<Verified | "busy">();
  useEffect(() => setState(undefined), [records.length]);
  const run = () => {
    setState("busy");
    void verify(records, !isFiltered).then(setState);
  };
  const found = state === "busy" ? undefined : state;
  return (
    <div class="actions">
      <Button
        says={state === "busy" ? say.verifying : say.verify}
        onClick={run}
        disabled={state === "busy"}
      />
      <div role="status">
        {found === undefined ? null : found.kind === "cannot" ? (
          <p class="note">{say.cannot}</p>
        ) : found.wrong.length === 0 ? (
          <p class="verified">
            {say.right(number(found.count))} {isFiltered ? say.unseen : ""}
          </p>
        ) : (
          <p class="note is-bad">
            {say.wrong} {found.wrong.join(", ")}
          </p>
        )}
      </div>
    </div>
  );
}

const textIn = (record: Row["record"], name: string): string =>
  typeof record[name] === "string" ? record[name] : "";

const isOneOf = <T extends string>(names: Readonly<Record<T, unknown>>, name: string): name is T =>
  Object.hasOwn(names, name);

/** In our words where it is one of ours; a log is read as it was written. */
const inOurs = (names: Readonly<Record<string, string>>, name: string): string =>
  isOneOf(names, name) ? (names[name] ?? name) : name;
function Effect({ name }: { name: string }) {
  return isOneOf(common().effects, name) ? <EffectTag effect={name} /> : <span>{name}</span>;
}
function Status({ name }: { name: string }) {
  if (isOneOf(common().statuses, name)) return <StatusTag status={name} />;
  return <span>{inOurs(words().standing, name)}</span>;
}

function About({ record }: { record: Row["record"] }) {
  const say = words();
  const about = [textIn(record, "domain"), textIn(record, "capability")].filter(Boolean);
  const run = textIn(record, "run_id");
  const schedule = textIn(record, "schedule_id");
  return (
    <>
      {about.length === 0 ? null : <code>{about.join(".")}</code>}{" "}
      <Status name={textIn(record, "status")} />{" "}
      {run === "" ? null : (
        <a href={href(["runs", run], { step: textIn(record, "step_id") })}>{say.run}</a>
      )}
      {schedule === "" ? null : (
        <a href={href(["schedules"], { id: schedule, all: "true" })}>{say.schedule}</a>
      )}
      <details>
        <summary>{say.record}</summary>
        <Json value={record} label={textIn(record, "what")} />
      </details>
    </>
  );
}

function Records({ records }: { records: readonly Row[] }) {
  const say = words();
  const columns: Column<Row>[] = [
    {
      head: say.when,
      kind: "when",
      cell: ({ record }) => dateTime(Date.parse(textIn(record, "at"))),
    },
    {
      head: say.what,
      cell: ({ record }) => (
        <>
          {inOurs(say.kinds, textIn(record, "what"))} <Effect name={textIn(record, "effect")} />
        </>
      ),
    },
    { head: say.about_, kind: "main-cell", cell: ({ record }) => <About record={record} /> },
    { head: say.who, kind: "wide", cell: ({ record }) => textIn(record, "user_id") },
    {
      head: say.digest,
      kind: "wide",
      cell: ({ record }) => <code class="minor">{textIn(record, "hash").slice(0, 12)}</code>,
    },
  ];
  return (
    <Table
      rows={records}
      keyOf={({ file, record }) => `${file} ${String(record["seq"])}`}
      columns={columns}
    />
  );
}
