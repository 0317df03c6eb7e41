// Makes `npm start` and `npm test` enough on a machine that has only git, npm and some Node.
// It runs before every npm script, under whatever Node was found, so it is plain JavaScript.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const NODE_PACKAGE_VERSION = "24.21.0";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const stampFile = join(modules, ".installed-lockfile");

const readOr = (file, fallback) => (existsSync(file) ? readFileSync(file, "utf8") : fallback);
const say = (line) => process.stderr.write(`regente: ${line}\n`);

installDependencies();
installNode();
if (process.argv.includes("--build")) build();

/** `npm ci`, when what is installed is not what the lockfile says. */
function installDependencies() {
  const lockfile = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (readOr(stampFile, "") === lockfile) return;
  say(
    `installing dependencies (${existsSync(modules) ? "the lockfile has changed" : "first run"}) ...`,
  );
  npm("ci", "--include=dev", "--ignore-scripts");
  writeFileSync(stampFile, lockfile);
}

/** The npm package `node`, when the machine's own Node is too old to run TypeScript; npm puts it first on PATH. */
function installNode() {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const ours = process.execPath.startsWith(modules + sep);
  if (!ours && isAtLeast(process.versions.node, engines.node.replace(">=", ""))) return;
  const installed = JSON.parse(readOr(join(modules, "node", "package.json"), "{}")).version;
  if (installed === NODE_PACKAGE_VERSION && existsSync(join(modules, ".bin", "node"))) return;
  say(`adding Node ${NODE_PACKAGE_VERSION} to node_modules (${engines.node} is needed) ...`);
  npm("install", "--no-save", `node@${NODE_PACKAGE_VERSION}`);
}

/** Under the Node that was just put there, which the shell that runs this script has not noticed yet. */
function build() {
  const installed = join(modules, ".bin", "node");
  const node = existsSync(installed) ? installed : process.execPath;
  spawnSync(node, [join(root, "scripts", "build.ts")], { stdio: "inherit" });
}

function isAtLeast(version, floor) {
  const [have, need] = [version, floor].map((text) => text.split(".").map(Number));
  const at = need.findIndex((part, i) => part !== have[i]);
  return at === -1 || have[at] > need[at];
}

/** Runs npm quietly; when it fails, shows what it said and the way out, and ends. */
function npm(...args) {
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    // npm must not run on the Node that it is about to remove.
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter);
  const { status, error, stdout, stderr } = spawnSync("npm", [...args, "--loglevel=error"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: path },
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  const output = `${error ?? ""}${stdout ?? ""}${stderr ?? ""}`.trim();
  say(`"npm ${args.join(" ")}" failed:\n${output}`);
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output))
    say(
      "the package registry does not answer. The first run needs the network once; later runs do not.",
    );
  process.exit(1);
}
