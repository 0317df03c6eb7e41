import { number } from "../../format.ts";
import { counted, wordsIn } from "../../words.ts";

export const say = wordsIn({
  about: [
    "Edite um manifesto e veja, antes que ele valha, quais frases mudariam de rumo: os exemplos de todos os domínios e o que as pessoas disseram de verdade.",
    "Edit a manifest and see, before it is in force, which sentences it would lead elsewhere: the examples of all domains and what people really said.",
  ],
  start: ["Começar de", "Begin with"],
  choose: ["em vigor:", "in force:"],
  ofHeld: ["mudança a aprovar:", "change to approve:"],
  empty: ["texto vazio", "an empty text"],
  drop: ["Cole um manifesto, ou solte um arquivo aqui.", "Paste a manifest, or drop a file here."],
  editor: ["Manifesto em YAML ou JSON", "Manifest as YAML or JSON"],
  sentences: [
    "Frases para comparar lado a lado, uma por linha",
    "Sentences to compare side by side, one a line",
  ],
  run: ["Ver o que mudaria", "See what would change"],
  running: [
    "Treinando com o manifesto novo… leva alguns segundos",
    "Training with the new manifest… it takes some seconds",
  ],
  save: ["Salvar e pôr em vigor", "Save and bring into force"],
  saved: [
    "Salvo nos arquivos do domínio, e em vigor.",
    "Saved in the domain's files, and in force.",
  ],
  served: [
    (url: string) => `Este manifesto vem do serviço em ${url}: baixe-o daqui e mude-o lá.`,
    (url: string) =>
      `This manifest comes from the service at ${url}: download it and change it there.`,
  ],
  notEditable: [
    'Para salvar daqui, ponha "editable": true na entrada do domínio no arquivo bootstrap.',
    'To save from here, put "editable": true into the domain\'s entry of the bootstrap file.',
  ],
  download: ["Baixar manifest.yaml", "Download manifest.yaml"],
  faults: [
    counted("erro no texto", "erros no texto"),
    counted("fault in the text", "faults in the text"),
  ],
  findings: ["O que há de errado", "What is wrong"],
  clean: ["O manifesto está bem escrito.", "The manifest is well written."],
  changes: [
    counted("frase mudaria", "frases mudariam"),
    counted("sentence would change", "sentences would change"),
  ],
  noChange: ["Nenhuma frase conhecida muda de rumo.", "No known sentence would lead elsewhere."],
  heard: [
    (examples: number, recorded: number) =>
      `${number(examples)} exemplos e ${number(recorded)} frases ditas foram comparados.`,
    (examples: number, recorded: number) =>
      `${number(examples)} examples and ${number(recorded)} sentences that people said were compared.`,
  ],
  intended: ["como o exemplo quer", "as its example wants"],
  surprising: ["não pretendida", "not intended"],
  stolen: ["tomada de", "taken from"],
  before: ["Hoje", "Today"],
  after: ["Com este manifesto", "With this manifest"],
  sources: {
    recorded: ["dita por alguém", "really said"],
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
  asked: ["As frases pedidas, lado a lado", "The sentences that were asked about, side by side"],
  approve: ["Aprovar este manifesto", "Approve this manifest"],
  approved: [
    "Aprovado. Ele entra em vigor em instantes.",
    "Approved. It comes into force in a moment.",
  ],
  onlyHeld: [
    "Só o manifesto que está à espera, sem alteração, pode ser aprovado daqui.",
    "Only the manifest that waits, unchanged, can be approved from here.",
  ],
  last: ["A última mudança em vigor", "The last change in force"],
  noLast: [
    "Nenhuma mudança desde o início, ou a comparação ainda está sendo feita.",
    "No change since the start, or it is still being compared.",
  ],
  onlySurprises: ["Só as não pretendidas", "Only those not intended"],
  same: ["igual", "the same"],
});
