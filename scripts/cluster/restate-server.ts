import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../cli/testing/free-port.ts";

/** Tried here; another one may keep its data in another form. */
const RESTATE_VERSION = "1.7.12";
const PACKAGE = `@restatedev/restate-server-${process.platform}-${process.arch}`;
const LONGEST_START_MS = 60_000;

/** Restate's own program, where it is on this machine: as RESTATE_SERVER says, or as npm has put it there. */
export function findRestateServer(): string | undefined {
  const given = process.env["RESTATE_SERVER"];
  if (given) return given;
  return [resolve("node_modules"), resolve(".cluster/node_modules")]
    .map((folder) => join(folder, PACKAGE, "bin/restate-server"))
    .find((file) => existsSync(file));
}

/** The same, got from npm into `.cluster` where it is not there yet: 216 MB that only who wants a cluster needs. */
export function installRestateServer(): string {
  const known = findRestateServer();
  if (known !== undefined) return known;
  const wanted = `@restatedev/restate-server@${RESTATE_VERSION}`;
  installAside(wanted);
  const got = findRestateServer();
  if (got === undefined) throw new Error(`${wanted} has no program for this machine`);
  return got;
}

/** Gets a package from npm into `.cluster`, which is no part of the project; gives the folder of its packages. */
export function installAside(wanted: string): string {
  mkdirSync(".cluster", { recursive: true });
  const how = ["--prefix", ".cluster", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", ...how, wanted], { stdio: ["ignore", "ignore", "inherit"] });
  return resolve(".cluster/node_modules");
}

/** A node of Restate, that can be killed and started again over its data. */
type RestateNode = {
  readonly ingress: string;
  readonly admin: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  pid(): number;
};
export type RestateCluster = {
  nodes: readonly RestateNode[];
  /** As REGENTE_RESTATE_KEYS takes it. */
  publicKey: string;
};

/** So many nodes on loopback with their data in a folder; they sign what they ask of services. Not started yet. */
export async function restateCluster(
  program: string,
  folder: string,
  count: number,
): Promise<RestateCluster> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pem = join(folder, "signing-key.pem");
  if (!existsSync(pem)) {
    const { privateKey } = generateKeyPairSync("ed25519");
    writeFileSync(pem, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  }
  const ports = await Promise.all(Array.from({ length: count * 3 }, freePort));
  const portOf = (node: number, which: number) => ports[node * 3 + which] ?? 0;
  const fabric = Array.from({ length: count }, (_, at) => `http://127.0.0.1:${portOf(at, 2)}`);
  const nodes = fabric.map((address, at) => {
    const data = join(folder, `node-${at + 1}`);
    mkdirSync(data, { recursive: true });
    return restateNode(program, data, portOf(at, 0), portOf(at, 1), {
      RESTATE_CLUSTER_NAME: "regente",
      RESTATE_NODE_NAME: `node-${at + 1}`,
      RESTATE_FORCE_NODE_ID: String(at + 1),
      RESTATE_BASE_DIR: data,
      RESTATE_BIND_ADDRESS: address.slice("http://".length),
      RESTATE_ADVERTISED_ADDRESS: address,
      RESTATE_AUTO_PROVISION: String(at === 0),
      RESTATE_REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: pem,
      ...(count > 1 && {
        RESTATE_DEFAULT_REPLICATION: "2",
        RESTATE_METADATA_CLIENT__TYPE: "replicated",
        RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(fabric),
      }),
    });
  });
  return { nodes, publicKey: publicKeyOf(pem) };
}

function restateNode(
  program: string,
  data: string,
  ingressPort: number,
  adminPort: number,
  env: Record<string, string>,
): RestateNode {
  const ingress = `http://127.0.0.1:${ingressPort}`;
  const admin = `http://127.0.0.1:${adminPort}`;
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  process.once("exit", () => child?.kill("SIGKILL"));
  return {
    ingress,
    admin,
    async start() {
      const log = openSync(join(data, "log"), "a");
      child = spawn(program, ["--no-logo", "--listen-mode", "tcp"], {
        cwd: data,
        stdio: ["ignore", log, log],
        env: {
          PATH: process.env["PATH"] ?? "",
          // It leaves a folder there at each start.
          TMPDIR: data,
          ...env,
          RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
          RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
          RESTATE_DISABLE_TELEMETRY: "true",
          RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: "256 MB",
          RUST_LOG: "warn",
        },
      });
      const begun = performance.now();
      while (!(await answers(`${ingress}/restate/health`)) || !(await answers(`${admin}/health`))) {
        if (child.exitCode !== null || performance.now() - begun > LONGEST_START_MS)
          throw new Error(
            `Restate does not start: ${readFileSync(join(data, "log"), "utf8").slice(-2000)}`,
          );
        await pause(50);
      }
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    pid: () => child?.pid ?? 0,
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The public half of a key, as Restate writes it: the 32 bytes in base 58. */
function publicKeyOf(pem: string): string {
  const jwk = createPublicKey(createPrivateKey(readFileSync(pem))).export({ format: "jwk" });
  const bytes = Buffer.from(jwk.x ?? "", "base64url");
  let number = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (; number > 0n; number /= 58n) text = BASE58.charAt(Number(number % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `publickeyv1_${"1".repeat(Math.max(zeros, 0))}${text}`;
}
