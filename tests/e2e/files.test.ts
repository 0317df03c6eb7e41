import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addKey } from "#shared/api-keys/key-file.ts";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { chatCompletion } from "#shared/contracts/openai.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

/** The notebook hands out a file with this one. */
const WITH_FILE = "procure fontes";
const UNKNOWN = `/v1/files/${"0".repeat(48)}`;

async function linkOf(system: Notebook, headers: Record<string, string>, more: object = {}) {
  const { body } = await system.ask("/v1/turns", { input_text: WITH_FILE, ...more }, headers);
  return turnResponse.parse(body).files[0]?.url ?? "";
}

describe("where the endpoints check who calls", () => {
  const folder = mkdtempSync(join(tmpdir(), "regente-files-"));
  const keyFile = join(folder, "keys.json");
  const keyOf = (user_id: string) => addKey(keyFile, { user_id, scopes: ["*"] }, new Date()).key;
  const [ana, bia] = [keyOf("ana"), keyOf("bia")].map((key) => ({
    authorization: `Bearer ${key}`,
  }));
  let system: Notebook;
  let link = "";
  beforeAll(async () => {
    system = await startNotebook({ REGENTE_API_KEYS: keyFile });
    link = await linkOf(system, ana ?? {});
  });
  afterAll(async () => {
    await system.close();
    rmSync(folder, { recursive: true });
  });
  const open = (path: string, headers: Record<string, string> = {}) =>
    system.ask(path, undefined, headers, "GET");

  it("a file is its owner's", async () => {
    expect(await open(link, ana)).toMatchObject({ status: 200, text: "duas linhas" });
  });

  it("for anyone else it is as if it had never been", async () => {
    const [others, unknown] = [await open(link, bia), await open(UNKNOWN, bia)];
    expect(others.status).toBe(404);
    expect(others.text).toBe(unknown.text);
    const names = (headers: Headers) => [...headers.keys()].filter((name) => name !== "date");
    expect(names(others.headers)).toEqual(names(unknown.headers));
  });

  it("nor does it open to who says nothing of who they are", async () => {
    for (const path of [link, UNKNOWN, `${link}?signature=`, `${link}?signature=AAAA`])
      expect((await open(path)).status).toBe(401);
  });

  it("the links of a chat are signed for browsers; who says who they are is still asked", async () => {
    const chat = { model: "regente", messages: [{ role: "user", content: WITH_FILE }] };
    const { body } = await system.ask("/v1/chat/completions", chat, ana);
    const words = chatCompletion.parse(body).choices[0]?.message.content ?? "";
    const signed =
      /\((http[^)]+signature=[^)]+)\)/.exec(words)?.[1]?.slice(system.url.length) ?? "";
    expect(await open(signed)).toMatchObject({ status: 200, text: "duas linhas" });
    expect((await open(signed, bia)).status).toBe(404);
    // One signature opens one file.
    expect((await open(`${link}?${signed.split("?")[1]}`)).status).toBe(401);
  });
});

describe("where no one checks who calls", () => {
  let system: Notebook;
  beforeAll(async () => {
    system = await startNotebook();
  });
  afterAll(() => system.close());

  it("who is named by a front end opens their own files only; who is not, what they have the link of", async () => {
    const link = await linkOf(system, { "x-user-id": "ana" });
    const open = async (user?: string) =>
      (await system.ask(link, undefined, user === undefined ? {} : { "x-user-id": user }, "GET"))
        .status;
    expect([await open("ana"), await open("bia"), await open()]).toEqual([200, 404, 200]);
  });
});
