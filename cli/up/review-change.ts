import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { faultInFiles, findManifests } from "../../orchestrator/quality/tools/find-manifests.ts";
import type { DiffResult, LintResult } from "../../orchestrator/quality/tools/results.ts";
import type { Terminal } from "../terminal.ts";

type ReviewOptions = {
  bootstrapFile: string;
  /** The manifests as they were before a change are kept here. */
  folder: string;
  env: Terminal["env"];
  terminal: Terminal;
  /** How `regente` is started: its file, as this process was. */
  program: string;
  write: (text: string) => void;
  /** Findings and changes as text for this terminal. */
  show: {
    lint(result: LintResult, terminal: Terminal): string;
    diff(result: DiffResult, terminal: Terminal): string;
  };
};

/**
 * What a change of a manifest means, told while one works on it: `lint` and `diff` run beside the services, in processes of
 * their own that a newer change ends.
 */
export function openReview(options: ReviewOptions): Review {
  const { bootstrapFile, folder, env, terminal, program, write, show } = options;
  const before = join(folder, "before.json");
  rmSync(folder, { recursive: true, force: true });
  const known = new Map<string, Map<string, LintFinding>>();
  let running: ChildProcess | undefined;
  let newest = 0;

  const find = (only?: string) => findManifests(bootstrapFile, env, "files", only);
  const kept = (domain: string) => join(folder, `${domain}.manifest.json`);
  const isSame = ({ domain }: Manifest, now: string) =>
    existsSync(kept(domain)) && readFileSync(kept(domain), "utf8") === now;
  /** What `regente` says as JSON; undefined: it said something else, or was ended. */
  async function ask<T>(args: readonly string[]): Promise<T | undefined> {
    const child = spawn(process.execPath, [program, ...args, "--json"], {
      env: { ...env, REGENTE_BOOTSTRAP: bootstrapFile },
      stdio: ["ignore", "pipe", "ignore"],
    });
    running = child;
    try {
      return JSON.parse(await text(child.stdout)) as T;
    } catch {
      return undefined;
    }
  }

  return {
    async remember() {
      const { found, missing } = await find();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const { manifest } of found)
        writeFileSync(kept(manifest.domain), JSON.stringify(manifest));
      // One that is wrong just now is remembered as it was.
      const names = [...found.map(({ manifest }) => manifest), ...missing]
        .map(({ domain }) => domain)
        .filter((domain) => existsSync(kept(domain)));
      const domains = names.map((name) => ({ name, manifest: `${name}.manifest.json` }));
      writeFileSync(before, JSON.stringify({ domains }));
    },
    faultOf: (domain) => faultInFiles(bootstrapFile, env, domain),
    async tell(domain) {
      newest += 1;
      const mine = newest;
      running?.kill();
      const [now] = (await find(domain)).found;
      if (now === undefined || isSame(now.manifest, JSON.stringify(now.manifest))) return;
      const lint = await ask<LintResult>(["lint", domain]);
      if (mine !== newest) return;
      if (lint !== undefined) {
        const seen = known.get(domain);
        const now = new Map(lint.findings.map((each) => [keyOf(each), each]));
        known.set(domain, now);
        const fresh = [...now].filter(([key]) => !seen?.has(key)).map(([, each]) => each);
        if (seen === undefined || fresh.length > 0)
          write(`${show.lint({ ...lint, findings: fresh }, terminal)}\n`);
        const gone = [...(seen?.values() ?? [])].filter((each) => !now.has(keyOf(each)));
        for (const each of gone)
          write(`${terminal.paint.green("✓")} ${each.domain} ${each.rule}  ${each.path}\n`);
      }
      const diff = await ask<DiffResult>(["diff", bootstrapFile, `--base=${before}`]);
      // With a domain missing, every sentence of it would lead elsewhere.
      if (mine !== newest || diff === undefined || diff.missing.length > 0) return;
      // Where each was read says nothing here: both are this project.
      const shown = { ...diff, before: [], after: [], missing: [] };
      if (diff.diff.changes.length > 0) write(`${show.diff(shown, terminal)}\n`);
      else write(`${terminal.paint.dim(show.diff(shown, terminal).trim())}\n`);
      await this.remember();
    },
    close() {
      newest += 1;
      running?.kill();
    },
  };
}

/** What stays the same when lines above it come and go. */
const keyOf = ({ rule, goal, path, sentence, message }: LintFinding): string =>
  JSON.stringify([rule, goal, sentence ?? path, message.en]);

/** What tells of a change of a domain's files while one works on it. */
export type Review = {
  /** The manifests as they are now: what the next change is compared with. Rejects for a bootstrap file that is wrong. */
  remember(): Promise<void>;
  /** What is wrong with the files of a domain's manifest as they are now; undefined: nothing that keeps it from coming into force. */
  faultOf(domain: string): Promise<Reason | string | undefined>;
  /** Tells what the change brought: findings that are new or gone, and sentences that lead elsewhere. The newest call counts. */
  tell(domain: string): Promise<void>;
  close(): void;
};
