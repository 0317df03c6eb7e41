// Beside the build: what is learnt from the manifests that a start begins with, so that its first answer is as sure as a
// later one. Nothing depends on it: what was not learnt here is learnt after the start.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILD_FOLDER, LEARNT_FOLDER } from "../cli/up/built-file.ts";
import { learnCatalogue } from "../orchestrator/quality/tools/learn-catalogue.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const bootstrap = process.env["REGENTE_BOOTSTRAP"] || join(PROJECT, "domains.bootstrap.json");
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

await learnCatalogue(bootstrap, process.env, join(PROJECT, BUILD_FOLDER, LEARNT_FOLDER), log).catch(
  (error: unknown) => {
    process.stderr.write(`regente: the manifests are learnt after the start: ${String(error)}\n`);
  },
);
