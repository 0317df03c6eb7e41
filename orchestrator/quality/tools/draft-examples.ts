import { resolve } from "node:path";
import { z } from "zod";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { inEach, locales } from "#shared/contracts/names.ts";
import { wordsOf } from "#shared/plain-text/fold.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { keptJson } from "../../catalogue/registry/kept-json.ts";
import { withExamples } from "../../catalogue/registry/promoted-examples.ts";
import { saveManifest } from "../../catalogue/registry/save-manifest.ts";
import type { Environment } from "../../config/config.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { isAsWanted, type Router, routeOf } from "../diff/diff-routing.ts";
import { sentencesOf } from "../evaluation/manifest-sentences.ts";
import { calibratedBy } from "../review/calibrated-by.ts";
import { compareManifests } from "../review/compare-manifests.ts";
import { stemsIn } from "../review/lint-again.ts";
import { withManifest } from "../review/read-candidate.ts";
import { askSentences, type Wanted } from "./ask-sentences.ts";
import {
  type Drafted,
  type DraftedExamples,
  drafted,
  objectionsTo,
  type Proposal,
  withoutTakers,
} from "./drafted.ts";
import { bootstrapFile, findManifests } from "./find-manifests.ts";
import { type KeptResults, keptResults } from "./kept-results.ts";
import { readRecorded } from "./recorded.ts";

const keptDraft = z.strictObject({
  /** The digest of what the model was told. */
  of: z.string(),
  refused: z.int(),
  sentences: z.array(drafted),
});
type KeptDraft = z.infer<typeof keptDraft>;

/**
 * Sentences of the configured model for the goals of a domain that has a manifest here, and what the manifests in force make
 * of each. The model is asked once; until the goals change its sentences are kept beside the data of this environment.
 * Errors: ContractError for files or settings that are wrong, ModelError; "no model" and "no files" where there are none
 * Cost:   one request to the model for each goal, and a training where nothing is known of the manifests yet
 */
export async function draftExamples(
  domain: string,
  env: Environment,
  { built, anew = false }: { built?: string; anew?: boolean } = {},
): Promise<DraftedExamples | "no model" | "no files"> {
  const { found } = await findManifests(bootstrapFile(env), env, "files");
  const own = found.find(({ manifest }) => manifest.domain === domain);
  if (own === undefined || /^https?:/.test(own.from)) return "no files";
  const manifests = found.map(({ manifest }) => manifest);
  const file = resolve(env["REGENTE_DATA"] || ".regente", `drafted-${domain}.json`);
  const drafts = keptJson(file, `drafted sentences ${file}`, keptDraft, undefined);
  // Where they are not there, cut short, or of another version, the model is asked.
  const last = anew ? undefined : await drafts.read().catch(() => undefined);
  const asked = await sentencesFor(own.manifest, manifests, env, last);
  if (asked === undefined) return "no model";
  const kept = keptResults(env, built);
  const router = await routerOf(manifests, kept);
  await drafts.write(asked.draft);
  const proposals = standingsOf(asked.draft.sentences, own.manifest, router);
  return {
    domain,
    proposals,
    refused: asked.draft.refused,
    tokens: asked.tokens,
    async accept(numbers) {
      const chosen = proposals.filter(({ number }) => numbers.has(number));
      const { said } = await readRecorded(env);
      const whole = (sentences: readonly Drafted[]) => withExamples(own.manifest, sentences);
      const fit = chosen.filter(
        (each) => each.standing !== "taken" && !isObjected(whole([each]), own.manifest),
      );
      const { staying: written, held } = withoutTakers(domain, fit, (sentences) =>
        compareManifests(
          manifests,
          withManifest(manifests, whole(sentences)),
          said,
          [router.understanding.training()],
          () => undefined,
          router.known,
        ),
      );
      if (written.length > 0)
        await saveManifest(own.from, whole(written), () => Promise.resolve(true));
      await drafts.write({
        ...asked.draft,
        of: toldOf(whole(written)),
        sentences: asked.draft.sentences.filter(({ number }) =>
          written.every((each) => each.number !== number),
        ),
      });
      return { written, held };
    },
  };
}

/** What a model is told of a manifest's goals; what takes whole messages that no one else does has no sentences. */
const wantedOf = ({ goals }: Manifest): Wanted[] =>
  goals
    .filter(({ fallback }) => fallback === undefined)
    .map(({ goal, description, hints, entities_schema }) => ({
      goal,
      description: description.en ?? goal,
      values: Object.fromEntries(
        Object.entries(entities_schema).map(([name, { values }]) => [name, { values }]),
      ),
      examples: inEach((locale) => hints.examples?.[locale] ?? []),
    }));

const toldOf = (manifest: Manifest): string => digestOf(wantedOf(manifest));

/** Those of the last time, where the goals are what they were; else the model's. undefined: there is no model. */
async function sentencesFor(
  manifest: Manifest,
  manifests: readonly Manifest[],
  env: Environment,
  last: KeptDraft | undefined,
): Promise<{ draft: KeptDraft; tokens: number } | undefined> {
  const of = toldOf(manifest);
  if (last?.of === of) return { draft: last, tokens: 0 };
  const asked = await askSentences(wantedOf(manifest), env, saidIn(manifests));
  if (asked === undefined) return undefined;
  const sentences = [...asked.sentences].flatMap(([goal, each]) =>
    locales.flatMap((locale) => each[locale].map((example) => ({ goal, locale, example }))),
  );
  const numbered = sentences.map((each, at) => ({ number: at + 1, ...each }));
  return { draft: { of, refused: asked.refused, sentences: numbered }, tokens: asked.tokens };
}

/** What any goal has as an example already, or as what it must not be taken for. */
const saidIn = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap(({ goals }) =>
    goals.flatMap(({ hints: { examples, negatives } }) =>
      locales.flatMap((locale) => [
        ...(examples?.[locale] ?? []),
        ...(negatives?.[locale] ?? []).map(({ text }) => text),
      ]),
    ),
  );

async function routerOf(manifests: readonly Manifest[], kept: KeptResults): Promise<Router> {
  const catalogue = buildCatalogue(manifests);
  const learnt: Training | undefined = await kept.training(catalogue.digest);
  const understanding = calibratedBy(catalogue, learnt, buildUnderstanding);
  await kept.keepTraining(understanding.training());
  return { catalogue, understanding, known: new Map() };
}

function standingsOf(
  sentences: readonly Drafted[],
  manifest: Manifest,
  router: Router,
): Proposal[] {
  const { domain } = manifest;
  const labels = Map.groupBy(
    sentencesOf([withExamples(manifest, sentences)], router.understanding),
    ({ text }) => text,
  );
  const first = new Map<string, number>();
  return sentences.map((each): Proposal => {
    const { text } = parseExample(each.example);
    const now = routeOf(router, text);
    const found = [`${now.domain}.${now.goal}`, ...now.also];
    if (now.cost !== "unsure") {
      if (found.join() !== `${domain}.${each.goal}`)
        return { ...each, standing: "taken", by: found.join(" + ") };
      const isKnown = isAsWanted(now, labels.get(text) ?? []);
      return { ...each, standing: isKnown ? "known" : "other_values", by: null };
    }
    const saying = JSON.stringify([each.goal, each.locale, sayingOf(each.example)]);
    const before = first.get(saying);
    if (before !== undefined) return { ...each, standing: "repeats", by: String(before) };
    first.set(saying, each.number);
    return { ...each, standing: "teaches", by: null };
  });
}

/** What a sentence says, whatever the order of its words, the small ones among them, and its values. */
function sayingOf(example: string): string[] {
  const { text, entities } = parseExample(example);
  const ends = [0, ...entities.map(({ end }) => end)];
  const rest = ends.map((from, at) => text.slice(from, entities[at]?.start)).join(" ");
  const telling = stemsIn(rest);
  const words = telling.length > 0 ? telling : wordsOf(rest);
  return [...new Set([...words, ...entities.map(({ name }) => `{${name}}`)])].toSorted();
}

/** An orchestrator would refuse the manifest with it, and takes the one without. */
function isObjected(candidate: Manifest, manifest: Manifest): boolean {
  const [now, before] = [candidate, manifest].map(objectionsTo);
  if (!Array.isArray(now) || !Array.isArray(before)) return !Array.isArray(now);
  return now.length > before.length;
}
