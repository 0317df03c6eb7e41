// Before anything else of the packages is loaded: an old Node would end with a fault of its grammar instead of
// these words. Plain JavaScript that any Node reads.
import { existsSync } from "node:fs";

const NEEDED = [24, 14, 1];

const have = process.versions.node.split(".").map(Number);
const at = NEEDED.findIndex((part, i) => part !== have[i]);
if (at !== -1 && have[at] < NEEDED[at]) {
  const language = process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || "";
  const needed = NEEDED.join(".");
  const isPortuguese = /^pt/i.test(language);
  // In a clone npm start brings a Node of its own, which npx then finds.
  const isClone = existsSync(new URL("prepare-machine.mjs", import.meta.url));
  const wayOut = isClone
    ? isPortuguese
      ? "Rode npm start uma vez, que põe um atual em node_modules"
      : "Run npm start once, which puts a current one into node_modules"
    : isPortuguese
      ? "Instale um atual (https://nodejs.org)"
      : "Install a current one (https://nodejs.org)";
  process.stderr.write(
    isPortuguese
      ? `O Regente precisa do Node ${needed} ou mais novo; este é o ${process.versions.node}. ${wayOut}, e rode de novo.\n`
      : `Regente needs Node ${needed} or newer; this is ${process.versions.node}. ${wayOut}, and run this again.\n`,
  );
  process.exit(1);
}
