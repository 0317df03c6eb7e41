import { useState } from "preact/hooks";
import type { DiffResponse } from "#shared/contracts/console.ts";
import type { Route, RouteChange, RoutingDiff } from "#shared/contracts/routing.ts";
import { number, percent } from "../../format.ts";
import { Check } from "../../parts/fields.tsx";
import { Items, Section } from "../../parts/parts.tsx";
import { common, counted, wordsIn } from "../../words.ts";

export const say = wordsIn({
  about: [
    "Edite um manifesto e veja, antes de ativá-lo, quais frases mudariam de objetivo: os exemplos de todos os domínios e as frases registradas.",
    "Edit a manifest and see, before you activate it, which sentences would lead elsewhere: the examples of all domains and recorded sentences.",
  ],
  start: ["Começar de", "Start from"],
  choose: ["ativo:", "active:"],
  ofHeld: ["mudança a aprovar:", "change to approve:"],
  empty: ["texto vazio", "an empty text"],
  drop: ["Cole um manifesto, ou solte um arquivo aqui.", "Paste a manifest, or drop a file here."],
  editor: ["Manifesto em YAML ou JSON", "Manifest as YAML or JSON"],
  sentences: [
    "Frases para comparar lado a lado, uma por linha",
    "Sentences to compare side by side, one per line",
  ],
  run: ["Ver o que mudaria", "See what would change"],
  running: [
    "Treinando com o manifesto novo… leva alguns segundos",
    "Training with the new manifest… this takes a few seconds",
  ],
  save: ["Salvar e ativar", "Save and activate"],
  saved: ["Salvo nos arquivos do domínio e ativado.", "Saved in the domain's files and activated."],
  served: [
    (url: string) => `Este manifesto vem do serviço em ${url}: baixe daqui e mude lá.`,
    (url: string) =>
      `This manifest comes from the service at ${url}: download it and change it there.`,
  ],
  notEditable: [
    'Para salvar daqui, coloque "editable": true na entrada do domínio no arquivo de inicialização.',
    'To save from here, add "editable": true to the domain\'s entry in the bootstrap file.',
  ],
  download: ["Baixar manifest.yaml", "Download manifest.yaml"],
  faults: [
    counted("erro no texto", "erros no texto"),
    counted("fault in the text", "faults in the text"),
  ],
  findings: ["Problemas", "Problems"],
  clean: ["O manifesto está bem escrito.", "The manifest is well written."],
  changes: [
    counted("frase mudaria", "frases mudariam"),
    counted("sentence would change", "sentences would change"),
  ],
  noChange: [
    "Nenhuma frase conhecida muda de objetivo.",
    "No known sentence would lead elsewhere.",
  ],
  heard: [
    (examples: number, recorded: number) =>
      `${number(examples)} exemplos e ${number(recorded)} frases registradas foram comparados.`,
    (examples: number, recorded: number) =>
      `${number(examples)} examples and ${number(recorded)} recorded sentences were compared.`,
  ],
  intended: ["pedida pelo exemplo", "requested by its example"],
  surprising: ["não pretendida", "not intended"],
  stolen: ["tomada de", "taken from"],
  before: ["Hoje", "Today"],
  after: ["Com este manifesto", "With this manifest"],
  sources: {
    recorded: ["registrada", "recorded"],
    example: ["exemplo", "example"],
    followup: ["exemplo com continuação", "example with a follow-up"],
  },
  aspects: {
    goal: ["objetivo", "goal"],
    followups: ["o que vem depois", "follow-ups"],
    entities: ["valores", "values"],
    tier: ["quem decide", "who decides"],
    cost: ["limiar", "threshold"],
  },
  costs: {
    zero_tokens: ["age sem tokens", "acts without tokens"],
    model: ["age com modelo", "acts with a model"],
    unsure: ["não age", "does not act"],
  },
  nowhere: ["lugar nenhum", "nowhere"],
  asked: ["Suas frases, lado a lado", "Your sentences, side by side"],
  approve: ["Aprovar este manifesto", "Approve this manifest"],
  approved: [
    "Aprovado. Ele será ativado em instantes.",
    "Approved. It will be active in a moment.",
  ],
  onlyHeld: [
    "Aqui só é possível aprovar o manifesto pendente, sem alterações.",
    "Only the unchanged pending manifest can be approved here.",
  ],
  last: ["A última mudança ativada", "The last activated change"],
  noLast: [
    "Nenhuma mudança desde o início, ou a comparação ainda está sendo feita.",
    "No change since startup, or the comparison is still running.",
  ],
  onlySurprises: ["Só as não pretendidas", "Only unintended ones"],
  same: ["igual", "the same"],
});

const MOST_SHOWN = 200;

/** Every sentence that would lead elsewhere, surprises first. */
export function Changes({ change: { changes, examples, recorded } }: { change: RoutingDiff }) {
  const [onlySurprises, setOnly] = useState(false);
  const shown = changes.filter(({ intended }) => !onlySurprises || !intended).slice(0, MOST_SHOWN);
  return (
    <Section says={changes.length === 0 ? say.noChange : say.changes(changes.length)}>
      <p class="quiet">{say.heard(examples, recorded)}</p>
      {changes.length > 0 && (
        <Check label={say.onlySurprises} checked={onlySurprises} onValue={setOnly} />
      )}
      <Items class="changes" of={shown} keyOf={({ source, text }) => `${source} ${text}`}>
        {(change) => <Change change={change} />}
      </Items>
    </Section>
  );
}

function Change({ change }: { change: RouteChange }) {
  const { text, source, changed, before, after, intended } = change;
  const isStolen = before.domain !== null && after.domain !== null && before.goal !== after.goal;
  return (
    <>
      <p class="change-head">
        <strong>{text}</strong>
        <span class={`tag ${intended ? "" : "is-bad"}`}>
          {intended ? say.intended : say.surprising}
        </span>
        <span class="minor">
          {say.sources[source]} · {changed.map((aspect) => say.aspects[aspect]).join(", ")}
          {isStolen && ` · ${say.stolen} ${before.domain}.${before.goal}`}
        </span>
      </p>
      <Sides before={before} after={after} />
    </>
  );
}

/** Where a sentence leads now, and where it would. */
const Sides = ({ before, after }: { before: Route; after: Route }) => (
  <div class="sides">
    <Side title={say.before} route={before} />
    <Side title={say.after} route={after} />
  </div>
);

function Side({ title, route }: { title: string; route: Route }) {
  const { domain, goal, confidence, tier, cost, entities, followups, also } = route;
  const values = Object.entries(entities).map(([name, value]) => `${name} = ${String(value)}`);
  const told = [common.tiers[tier], percent(confidence, 1), ...values, ...also, ...followups];
  return (
    <div>
      <h3>{title}</h3>
      <p>
        {goal === null ? say.nowhere : <code>{`${domain}.${goal}`}</code>}{" "}
        <span class={`tag ${cost === "unsure" ? "is-ask" : ""}`}>{say.costs[cost]}</span>
      </p>
      <p class="minor">{told.join(" · ")}</p>
    </div>
  );
}

/** The sentences that were asked about, changed or not. */
export function Routes({ routes }: { routes: DiffResponse["routes"] }) {
  if (routes.length === 0) return null;
  return (
    <Section says={say.asked}>
      <Items class="changes" of={routes} keyOf={({ text }) => text}>
        {({ text, before, after }) => (
          <>
            <p class="change-head">
              <strong>{text}</strong>
              {JSON.stringify(before) === JSON.stringify(after) && (
                <span class="minor">{say.same}</span>
              )}
            </p>
            <Sides before={before} after={after} />
          </>
        )}
      </Items>
    </Section>
  );
}
