import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import type { Figure } from "./figures.ts";
import { type Load, type Loaded, putLoad } from "./load.ts";
import { inTurns, median, ratioOf } from "./measure.ts";
import { type Domains, startOrchestrator } from "./orchestrator.ts";
import { memoryOf, processorOf, startService } from "./processes.ts";
import { drawByZipf, manifestOf, ONLY_MANIFESTS, readingSentences, TOLD } from "./shipped.ts";

const ROUND_MS = 1500;
/** Until compilers have done most of what they do: they take as much of a new process as its work. */
const WARM_MS = 15_000;
const DISTINCT = 1000;
const USERS = 5000;

/**
 * P6 as people talk: the shipped domains' manifests, many users, and sentences that some repeat often and others never,
 * each in a conversation of its own.
 */
export async function measureRealisticChat(): Promise<Figure[]> {
  const domains = await startService<Domains>("services/shipped-domains.ts");
  const only = ONLY_MANIFESTS.map((name) => ({ name, manifest: manifestOf(name) }));
  const [raw, ours] = await Promise.all([
    startService<{ url: string }>("services/raw-chat.ts", [domains.ready[0]?.url ?? "", "any"]),
    startOrchestrator([...domains.ready, ...only]),
  ]);
  try {
    // A review moves confidences: what was answered before it may be asked back after it.
    await reviewed(ours.url);
    const sentences = await answeredBy(ours.url);
    const contenders = {
      ours: { url: ours.url, child: ours.child },
      raw: { url: raw.ready.url, child: raw.child },
    };
    for (const { url } of Object.values(contenders))
      await putLoad({ ...loadOf(url, sentences, 32), ms: WARM_MS });
    const figures: Figure[] = [];
    for (const clients of [32, 256])
      figures.push(...(await measure(contenders, sentences, clients)));
    const { peak } = memoryOf(ours.child);
    return [
      ...figures,
      { id: "P11", what: "as people talk, memory at its most", measured: peak, unit: "MB", target },
    ];
  } finally {
    await Promise.all([ours.stop(), raw.stop(), domains.stop()]);
  }
}

const target = { atMost: 350 };

/** Those that are answered by one call of a domain, and neither asked back nor refused. */
async function answeredBy(url: string): Promise<string[]> {
  const known: string[] = [];
  for (const text of readingSentences()) {
    const { body } = await request(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: bodyOf("warm-up", text),
    });
    if (contentOf(await body.json()) === TOLD) known.push(text);
    if (known.length === DISTINCT) return known;
  }
  throw new Error(`only ${known.length} of the sentences are answered`);
}

const REVIEWED_WITHIN_MS = 480_000;

/** A catalogue that is new is looked at in a process beside, which would take a processor from both. */
async function reviewed(url: string): Promise<void> {
  const end = performance.now() + REVIEWED_WITHIN_MS;
  while (performance.now() < end) {
    const { body } = await request(`${url}/v1/lint`);
    if (((await body.json()) as { complete?: boolean }).complete === true) return;
    await pause(250);
  }
  throw new Error("the catalogue is not reviewed");
}

const bodyOf = (user: string, content: string): string =>
  JSON.stringify({ model: "regente", user, messages: [{ role: "user", content }] });

type Completion = { choices?: { message: { content: string } }[] };
const contentOf = (answer: unknown): string =>
  (answer as Completion).choices?.[0]?.message.content ?? "";

function loadOf(url: string, sentences: readonly string[], clients: number): Load {
  const draw = drawByZipf(sentences, clients);
  return {
    ...{ url, path: "/v1/chat/completions", clients, ms: ROUND_MS },
    body: (n) => bodyOf(`user-${n % USERS}`, draw()),
    isRight: (status, answer) => status === 200 && contentOf(answer).includes(TOLD),
  };
}

type Contender = { url: string; child: ChildProcess };
type Measured = Loaded & { processor: number };

/** With the processor time that an answer took, which is the same on a busy machine. */
async function load(
  { url, child }: Contender,
  sentences: readonly string[],
  clients: number,
): Promise<Measured> {
  const before = processorOf(child);
  const loaded = await putLoad(loadOf(url, sentences, clients));
  const answers = (loaded.perSecond * ROUND_MS) / 1000;
  return { ...loaded, processor: (processorOf(child) - before) / answers };
}

async function measure(
  { ours, raw }: { ours: Contender; raw: Contender },
  sentences: readonly string[],
  clients: number,
): Promise<Figure[]> {
  const measured = await inTurns({
    ours: () => load(ours, sentences, clients),
    raw: () => load(raw, sentences, clients),
  });
  // On a machine that is busy with something else 256 clients may be too many; then it is told.
  for (const [name, rounds] of Object.entries(measured))
    for (const { errors, wrong } of rounds)
      if (errors > 0 && !wrong.startsWith("503"))
        throw new Error(`${errors} wrong answers from ${name}, such as ${wrong}`);
  const what = `chat as people talk, ${clients} clients`;
  const ratio = (value: (each: Measured) => number) => ratioOf(measured.ours, measured.raw, value);
  return [
    {
      id: "P6",
      what: `${what}, requests/s of raw node:http + undici`,
      measured: ratio(({ perSecond }) => perSecond),
      unit: "x",
      target: { atLeast: 0.5 },
    },
    {
      id: "P6",
      what: `${what}, p99 / raw`,
      measured: ratio(({ p99 }) => p99),
      unit: "x",
      target: { atMost: 2 },
    },
    {
      id: "P6",
      what: `${what}, processor time an answer / raw`,
      measured: ratio(({ processor }) => processor),
      unit: "x",
      target: { atMost: 2 },
    },
    {
      id: "P6",
      what: `${what}, processor time an answer`,
      measured: median(measured.ours.map(({ processor }) => processor)),
      unit: "us",
      target: { atMost: 250 },
    },
    {
      id: "P6",
      what: `${what}, refused`,
      measured: measured.ours.reduce((sum, { errors }) => sum + errors, 0),
      unit: "of all",
      target: { atMost: 0 },
    },
    {
      id: "P6",
      what: `${what}, p99`,
      measured: median(measured.ours.map(({ p99 }) => p99)),
      unit: "ms",
      target: { atMost: clients === 32 ? 40 : 250 },
    },
  ];
}
