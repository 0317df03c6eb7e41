// Before anything else of the packages is loaded: an old Node would end with a fault of its grammar instead of
// these words. Plain JavaScript that any Node reads.
const NEEDED = [24, 14, 1];

const have = process.versions.node.split(".").map(Number);
const at = NEEDED.findIndex((part, i) => part !== have[i]);
if (at !== -1 && have[at] < NEEDED[at]) {
  const language = process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || "";
  const needed = NEEDED.join(".");
  process.stderr.write(
    /^pt/i.test(language)
      ? `O Regente precisa do Node ${needed} ou mais novo; este é o ${process.versions.node}. Instale um atual (https://nodejs.org) e rode de novo.\n`
      : `Regente needs Node ${needed} or newer; this is ${process.versions.node}. Install a current one (https://nodejs.org) and run this again.\n`,
  );
  process.exit(1);
}
