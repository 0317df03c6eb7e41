import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { json, startService } from "#shared/made-domains/library-service.fixture.ts";
import { startTools } from "#shared/made-domains/tracker-tools.fixture.ts";
import { freePort } from "../../cli/testing/free-port.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { until } from "./system.ts";

/** A pet shop, as its makers describe it. */
const document = {
  openapi: "3.1.0",
  info: { title: "Pet shop", version: "1.0.0" },
  servers: [{ url: "https://pets.invalid/v3" }],
  paths: {
    "/pets/findByStatus": {
      get: {
        operationId: "findPetsByStatus",
        summary: "Pets by their status",
        parameters: [
          {
            name: "status",
            in: "query",
            required: true,
            schema: { enum: ["available", "sold"], type: "string" },
          },
        ],
      },
    },
    "/pets/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "getPet", summary: "One pet" },
      delete: { operationId: "removePet", summary: "Removes a pet" },
    },
    "/broken": {
      get: {
        operationId: "broken",
        parameters: [{ name: "x", in: "query", required: true, schema: { not: {} } }],
      },
    },
  },
};

let folder: string;
const bootstrap = () => readFileSync(join(folder, "domains.bootstrap.json"), "utf8");
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "openapi-in-"));
  writeFileSync(join(folder, "domains.bootstrap.json"), '{ "domains": [] }\n');
  writeFileSync(join(folder, "pets.json"), JSON.stringify(document));
});
afterAll(() => rmSync(folder, { recursive: true }));

const bring = (...args: string[]) =>
  runRegente(["import", "openapi", join(folder, "pets.json"), `--dir=${folder}`, ...args], {
    env: { LANG: "en" },
  });

it.each([
  ["no base", [], /--base=https.*says https:\/\/pets\.invalid\/v3/],
  [
    "a name that is none",
    ["--base=http://127.0.0.1:1", "--name=Pets!"],
    /cannot be a domain's name/,
  ],
  [
    "an unknown operation",
    ["--base=http://127.0.0.1:1", "--operations=flyPet"],
    /flyPet: is not an operation/,
  ],
  [
    "credentials without a variable",
    ["--base=http://127.0.0.1:1", "--auth=bearer"],
    /--auth must be/,
  ],
])("writes nothing, given %s", async (_what, args, why) => {
  const { code, err } = await bring(...args);
  expect(code).toBe(2);
  expect(err).toMatch(why);
  expect(JSON.parse(bootstrap())).toEqual({ domains: [] });
});

it("what is imported is a domain that is started with the others, asks for what is missing and answers", async () => {
  const service = await startService((request, response) =>
    request.headers["x-key"] === "k1"
      ? json(
          response,
          request.url.includes("findBy") ? [{ name: "Rex" }, { name: "Mia" }] : { name: "Rex" },
        )
      : json(response, {}, 401),
  );
  onTestFinished(() => service.close().then(() => undefined));
  const tracker = await startTools();
  onTestFinished(() => tracker.close().then(() => undefined));
  const mcp = (...args: string[]) =>
    runRegente(["import", "mcp", `--dir=${folder}`, "--name=tracker", ...args], {
      env: { LANG: "en" },
    });
  expect((await mcp(`--server=${tracker.url}`, "--tools=openIssue")).out).toMatch(
    /has these operations \(1\):\n {2}open_issue/,
  );
  expect((await mcp("--again")).out).toBe("No tool has changed.\n");
  const wanted = "--operations=findPetsByStatus,getPet,removePet,broken";
  const brought = await bring(`--base=${service.url}/v3`, "--auth=header:x-key:PET_KEY", wanted);
  expect(brought.code).toBe(0);
  expect(brought.out).toMatch(/has these operations \(3\)[\s\S]*broken: paths\.\/broken/);

  const port = String(await freePort());
  const up = spawn(process.execPath, [resolve("cli/regente.ts"), "up"], {
    cwd: folder,
    env: {
      ...{ PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", LANG: "en" },
      ...{ PORT: port, PET_SHOP_URL: `http://127.0.0.1:${await freePort()}`, PET_KEY: "k1" },
      TRACKER_URL: `http://127.0.0.1:${await freePort()}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [up.stdout, up.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  onTestFinished(async () => {
    const ended = once(up, "exit");
    up.kill();
    await ended;
  });
  await until(
    "it is ready",
    async () => said.includes("● pet_shop") && said.includes("● tracker"),
    () => said,
  );
  const client = new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "any" });
  const messages: OpenAI.ChatCompletionMessageParam[] = [];
  const say = async (content: string) => {
    messages.push({ role: "user", content });
    const { choices } = await client.chat.completions.create({ model: "regente", messages });
    const told = choices[0]?.message.content ?? "";
    messages.push({ role: "assistant", content: told });
    return told;
  };
  expect(await say("show the pets with status sold")).toBe("- Rex\n- Mia");
  expect(await say("get pet 7")).toBe("name: Rex");
  expect(await say("please open issue Search is slow")).toContain("Which project?");
  expect(await say("api")).toBe("Opened in api.");
  expect(tracker.state.opened).toEqual(["api: Search is slow"]);
  // What destroys asks first, whatever the document thinks of it.
  expect(await say("delete pets 7")).toContain("7");
  expect(await say("no")).not.toContain("Rex");
  expect(service.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /v3/pets/findByStatus?status=sold",
    "GET /v3/pets/7",
  ]);
});
