import { parentPort, workerData } from "node:worker_threads";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { casesOf } from "../evaluation/as-said.ts";
import { joinInPairs, understandJoined } from "../evaluation/joined-requests.ts";
import { predict } from "../evaluation/labelled.ts";
import { foldsOf, isExample, sentencesOf } from "../evaluation/manifest-sentences.ts";
import { hearMirrors, hearVariants } from "../evaluation/safety-net.ts";
import { withTypos } from "../evaluation/variants.ts";
import { hearFold } from "../review/calibrated-by.ts";
import { hearAsSaid } from "./hear-as-said.ts";
import { type Evaluated, hearAll, type Part, type PartDone, timedOf } from "./parts-of.ts";

// One of the threads that share the parts of an evaluation; evaluate-in-threads.ts starts it.

const doPart = evaluator(workerData as Evaluated);
// A part that fails ends the thread, and so is told to who started it.
parentPort?.on("message", (part: Part) => {
  void doPart(part).then((done) => parentPort?.postMessage(done));
});

/**
 * Does parts of one evaluation, one after another.
 * Cost: a fold takes a training, 0.5 ms for each of its sentences, said alone, in pairs and with slips, and 10 ms for each that
 *       is said to the whole system; a share of the variants about 1 ms for each
 */
function evaluator(given: Evaluated): (part: Part) => Promise<PartDone> {
  const { manifests, training } = given;
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue, training);
  if (training.confidence !== null) understanding.calibrate(training);
  const sentences = sentencesOf(manifests, understanding);
  const folds = foldsOf(manifests, sentences, given.folds);
  return async (part) => {
    switch (part.do) {
      case "fold":
        return doFold(folds[part.at], given);
      case "variants": {
        const heard = hearVariants(catalogue, understanding, given.variants, part.share);
        return { did: "variants", heard };
      }
      case "mirrors":
        return { did: "mirrors", mirrors: hearMirrors(catalogue, understanding, given.mirrors) };
      case "times": {
        const { sentence_ms } = hearAll(understanding, timedOf(sentences.filter(isExample)), []);
        return { did: "times", sentence_ms };
      }
    }
  };
}

async function doFold(
  fold: ReturnType<typeof foldsOf>[number] | undefined,
  { manifests, training, folds, said }: Evaluated,
): Promise<PartDone> {
  if (fold === undefined)
    return { did: "fold", predictions: [], joined: [], withTypos: [], asSaid: [] };
  const { leftOut, understanding } = hearFold(fold, training, buildUnderstanding);
  const unseen = fold.sentences.filter(isExample);
  const snapshot = { catalogue: buildCatalogue(fold.manifests), understanding };
  const cases = casesOf(manifests, unseen, Math.ceil(said / folds));
  return {
    did: "fold",
    predictions: leftOut.map(({ prediction }) => prediction),
    joined: joinInPairs(unseen).map((each) => understandJoined(understanding, each)),
    withTypos: withTypos(unseen).map((each) => predict(understanding, each)),
    asSaid: await hearAsSaid(snapshot, cases),
  };
}
