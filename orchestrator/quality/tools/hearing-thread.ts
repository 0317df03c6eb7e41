import { parentPort } from "node:worker_threads";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { routeOf, type ToHear } from "../diff/route-of.ts";
import { calibratedBy } from "../review/calibrated-by.ts";

// The second of the two threads that hear sentences; open-hearing.ts starts it.

parentPort?.on("message", ({ manifests, training, texts }: ToHear) => {
  const catalogue = buildCatalogue(manifests);
  const understanding = calibratedBy(catalogue, training, buildUnderstanding);
  parentPort?.postMessage(texts.map((text) => routeOf({ catalogue, understanding }, text)));
});
