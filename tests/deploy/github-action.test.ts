import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { BUILT_TERMINAL, runEnvironment } from "../../cli/testing/run-environment.ts";

const { inputs, runs } = z
  .object({
    inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
    runs: z.object({
      using: z.literal("composite"),
      steps: z.array(
        z.strictObject({
          name: z.string(),
          id: z.string().optional(),
          if: z.string().optional(),
          shell: z.literal("bash"),
          "working-directory": z.string().optional(),
          env: z.record(z.string(), z.string()).default({}),
          run: z.string(),
        }),
      ),
    }),
  })
  .parse(parse(readFileSync("deploy/github-action/action.yml", "utf8")));

let place: string;
let repository: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-C", repository, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
    encoding: "utf8",
    stdio: "pipe",
  });
const commit = (message: string) => git("add", "-A") + git("commit", "-qm", message);
const manifest = () => join(repository, "domains/pantry/manifest.yaml");
const edit = (before: string, after: string) => {
  const text = readFileSync(manifest(), "utf8");
  expect(text).toContain(before);
  writeFileSync(manifest(), text.replace(before, after));
};

/** A small one, since each step learns it anew. */
const MANIFEST = `manifest_version: "1"
domain: pantry
version: 1.0.0
description: {en: A pantry}
goals:
  - goal: FIND
    description: {en: Find an item}
    capability: find
    hints:
      examples:
        en:
          - "find [milk](item_text) in the pantry"
          - "look for [rice](item_text) in the pantry"
      templates:
        en: ["(find|look for) [the] {item_text} in the pantry"]
    entities_schema: {item_text: {required: true, question: {en: Which item?}}}
  - goal: KEEP
    description: {en: Keep an item}
    capability: keep
    hints:
      examples:
        en: ["put [beans](item_text) in the pantry", "keep [salt](item_text) in the pantry"]
      templates:
        en: ["(put|keep) {item_text} in the pantry"]
    entities_schema: {item_text: {required: true, question: {en: Keep what?}}}
capabilities:
  - capability: find
    effect: read
    params_schema: &item {type: object, properties: {item_text: {type: string}}, required: [item_text]}
  - {capability: keep, effect: write, params_schema: *item}
`;

/** A repository with one domain on `main`, known to an `origin` that a runner fetches from. */
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "regente-action-"));
  repository = join(place, "repository");
  mkdirSync(join(repository, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(repository, ".gitignore"), "node_modules/\n.regente/\n");
  const domains = [{ name: "pantry", manifest: "domains/pantry/manifest.yaml" }];
  writeFileSync(join(repository, "domains.bootstrap.json"), JSON.stringify({ domains }));
  mkdirSync(join(repository, "domains/pantry"), { recursive: true });
  writeFileSync(manifest(), MANIFEST);
  const terminal = resolve(process.env[BUILT_TERMINAL] ?? "cli/regente.ts");
  const program = `#!/bin/sh\nexec "${process.execPath}" "${terminal}" "$@"\n`;
  const bin = join(repository, "node_modules/.bin/regente");
  writeFileSync(bin, program, { mode: 0o755 });
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", join(place, "origin.git")]);
  execFileSync("git", ["init", "-q", "-b", "main", repository]);
  git("remote", "add", "origin", join(place, "origin.git"));
  commit("a domain");
  git("push", "-q", "origin", "main");
  // What writes the comment: it keeps what it was told.
  mkdirSync(join(place, "bin"));
  const gh = `#!/bin/sh\n[ "$GH_TOKEN" = reads-only ] && exit 1\nprintf '%s\\n' "$@" >"${place}/comment-args"\nfor last; do :; done\ncp "$last" "${place}/comment.md"\n`;
  writeFileSync(join(place, "bin/gh"), gh, { mode: 0o755 });
});
afterAll(() => rmSync(place, { recursive: true }));

/** Runs the steps one after the other as a runner does, until one fails. */
function run(given: Record<string, string> = {}, event = "pull_request") {
  const temp = mkdtempSync(join(place, "runner-"));
  const outputs: Record<string, Record<string, string>> = {};
  const known: Record<string, string> = {
    "github.base_ref": "main",
    "github.token": "a-token",
    "github.repository": "someone/assistant",
    "github.event.pull_request.number": "7",
    "github.event_name": event,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, { default: value }]) => [
        `inputs.${name}`,
        given[name] ?? value,
      ]),
    ),
  };
  const told = (name: string): string => {
    const [, step = "", output = ""] = /^steps\.(\w+)\.outputs\.(\w+)$/.exec(name) ?? [];
    const value = step === "" ? known[name] : (outputs[step]?.[output] ?? "");
    if (value === undefined) throw new Error(`GitHub does not know ${name}`);
    return value;
  };
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name: string) => filled(told(name)));
  const holds = (condition = "") =>
    condition.split(" && ").every((part) => {
      const [, name = "", wanted] = /^([\w.-]+) == '([^']*)'$/.exec(part) ?? [];
      return condition === "" || told(name) === wanted;
    });
  const done: string[] = [];
  let summary = "";
  for (const step of runs.steps) {
    if (!holds(step.if)) continue;
    const files = {
      GITHUB_OUTPUT: join(temp, "output"),
      GITHUB_STEP_SUMMARY: join(temp, "summary"),
    };
    writeFileSync(files.GITHUB_OUTPUT, "");
    const own = Object.entries(step.env).map(([name, value]): [string, string] => [
      name,
      filled(value),
    ]);
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", step.run], {
      cwd: resolve(repository, filled(step["working-directory"] ?? ".")),
      encoding: "utf8",
      env: {
        ...runEnvironment(),
        ...Object.fromEntries(own),
        ...files,
        PATH: [join(place, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(
          delimiter,
        ),
        HOME: temp,
        LANG: "en_US.UTF-8",
        RUNNER_TEMP: temp,
        npm_config_offline: "true",
      },
    });
    done.push(step.name);
    if (step.id !== undefined)
      outputs[step.id] = parseEnv(readFileSync(files.GITHUB_OUTPUT, "utf8")) as Record<
        string,
        string
      >;
    if (existsSync(files.GITHUB_STEP_SUMMARY))
      summary += readFileSync(files.GITHUB_STEP_SUMMARY, "utf8");
    rmSync(files.GITHUB_STEP_SUMMARY, { force: true });
    if (status !== 0) return { failed: step.name, done, summary, said: stdout + stderr };
  }
  return { failed: undefined, done, summary, said: "" };
}
/** The program as a step has it. */
const regenteIn = (cwd: string, ...args: string[]) =>
  spawnSync(join(repository, "node_modules/.bin/regente"), args, {
    ...{ cwd, encoding: "utf8" },
    env: { ...runEnvironment(), LANG: "en_US.UTF-8" },
  });
const comment = () => readFileSync(join(place, "comment.md"), "utf8");

it("tells a pull request in a comment what it changes for known sentences, and passes what examples ask for", () => {
  git("switch", "-qc", "wording", "main");
  const known = '- "find [milk](item_text) in the pantry"';
  edit(known, `${known}\n          - "hunt down [milk](item_text) in the pantry"`);
  commit("one more wording");
  const { failed, done, said } = run({ "at-least": "0.1" });
  expect([failed, said]).toEqual([undefined, ""]);
  expect(done).toEqual(["Lint", "Diff against the base branch", "Comment", "Eval"]);
  expect(readFileSync(join(place, "comment-args"), "utf8")).toMatch(
    /^pr\ncomment\n7\n--edit-last\n/,
  );
  expect(comment()).toContain("compared with `main`");
  expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);
});

it("goes on where the token may not comment, and the summary has the text", () => {
  git("switch", "-qc", "fork", "main");
  rmSync(join(place, "comment.md"), { force: true });
  const { failed, done, summary } = run({ token: "reads-only", "at-least": "0.1" });
  expect([failed, done.at(-1)]).toEqual([undefined, "Eval"]);
  expect(existsSync(join(place, "comment.md"))).toBe(false);
  expect(summary).toContain("### Known sentences, compared with `main`");
});

it("holds a change that no example asks for, after it was told", () => {
  git("switch", "-qc", "fewer", "main");
  edit('          - "look for [rice](item_text) in the pantry"\n', "");
  edit("(find|look for)", "find");
  commit("fewer wordings");
  const { failed, done } = run();
  expect(failed).toBe("Hold a change that nobody asked for");
  expect(done).toContain("Comment");
  expect(comment()).toContain('≠ "look for rice in the pantry"');
});

it("fails at what is wrong in a manifest, and where too few sentences are understood", () => {
  git("switch", "-qc", "wrong", "main");
  const few = run({ "at-least": "1.5" }, "push");
  expect(few).toMatchObject({ failed: "Eval", done: ["Lint", "Eval"] });
  expect(few.said).toContain("--at-least must be a number from 0 to 1");
  edit("goals:", "goalz:");
  commit("wrong");
  const { failed, said } = run({}, "push");
  expect(failed).toBe("Lint");
  expect(said).toContain("goalz");
});

it("passes what `regente init` writes as it is, and lint finds nothing in it", () => {
  const project = join(repository, "template");
  mkdirSync(project);
  writeFileSync(join(project, "domains.bootstrap.json"), '{ "domains": [] }');
  expect(regenteIn(project, "new-domain", "pantry").status).toBe(0);
  expect(regenteIn(project, "lint").stdout).toBe("Nothing to fix.\n");
  // Fewer folds than the action's, which only take time: all that must change nothing is heard.
  const { status, stderr } = regenteIn(project, "eval", "--at-least=0.9", "--folds=2");
  expect([status, stderr]).toEqual([0, ""]);
}, 600_000);

it("what `regente init` writes runs it with all that it needs", () => {
  const workflow = z
    .looseObject({
      permissions: z.record(z.string(), z.string()),
      jobs: z.object({
        domains: z.looseObject({
          steps: z.array(
            z.looseObject({ uses: z.string().optional(), run: z.string().optional() }),
          ),
        }),
      }),
    })
    .parse(parse(readFileSync("shared/scaffold/project/domain.yml", "utf8")));
  expect(workflow.permissions["pull-requests"]).toBe("write");
  const { steps } = workflow.jobs.domains;
  expect(steps.at(-1)?.uses).toBe("./.github/actions/domain");
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync("shared/scaffold/project/package.json", "utf8")));
  for (const { run: command } of steps)
    if (command !== undefined)
      expect(command === "npm install" || command.replace("npm ", "") in scripts).toBe(true);
});
