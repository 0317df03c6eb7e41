import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { type Knowledge, openaiEmbedder, type Passage, withVectors } from "./open-knowledge.ts";

const passage = (title: string): Passage => ({
  title,
  text: `${title}.`,
  source: `a.md, ${title}`,
});
const base: Knowledge = {
  isSample: false,
  passages: new Map([["en", ["Delivery", "Returns", "Privacy"].map(passage)]]),
  passagesRead: async () => undefined,
  search: async (query) => (query === "privacy" ? [passage("Privacy")] : []),
};
/** Points of an invented model: what is about delivery lies one way, what is about returns another. */
const pointOf = (text: string): number[] =>
  /deliver|parcel/i.test(text) ? [1, 0, 0] : /return|back/i.test(text) ? [0, 1, 0] : [0, 0, 1];

async function server(isUp = () => true) {
  const asked: { model: string; input: string[]; key: string | undefined }[] = [];
  const listening = createServer((request, response) => {
    json(request).then((body) => {
      const { model, input } = body as { model: string; input: string[] };
      asked.push({ model, input, key: request.headers.authorization });
      const data = input.map((text, index) => ({ index, embedding: pointOf(text) })).reverse();
      response.writeHead(isUp() ? 200 : 503).end(JSON.stringify({ data }));
    }, response.destroy);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void listening.close());
  await new Promise((ready) => listening.once("listening", ready));
  const { port } = listening.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, asked };
}

async function open(isUp?: () => boolean) {
  const { url, asked } = await server(isUp);
  const warnings: string[] = [];
  const embedder = openaiEmbedder({ url, model: "tiny", key: "k" });
  const knowledge = withVectors(base, embedder, (reason) => warnings.push(reason));
  const titles = async (query: string) =>
    (await knowledge.search(query, "en", 3, AbortSignal.timeout(5000))).map(({ title }) => title);
  return { knowledge, titles, asked, warnings };
}

it("finds by meaning what no word finds, and ranks both together", async () => {
  const { knowledge, titles, asked } = await open();
  await knowledge.passagesRead();
  expect(await titles("where is my parcel")).toEqual(["Delivery"]);
  expect(await titles("I want to send it back")).toEqual(["Returns"]);
  expect(await titles("privacy")).toEqual(["Privacy"]);
  expect(asked[0]).toMatchObject({ model: "tiny", key: "Bearer k" });
  expect(asked[0]?.input).toHaveLength(3);
});

it("whoever asks while the passages are read is answered by words", async () => {
  const { knowledge, titles } = await open();
  expect(await titles("privacy")).toEqual(["Privacy"]);
  expect(await titles("parcel")).toEqual([]);
  await knowledge.passagesRead();
  expect(await titles("parcel")).toEqual(["Delivery"]);
});

it("a server that does not answer leaves the words, and is asked again later", async () => {
  let isUp = false;
  const { knowledge, titles, warnings } = await open(() => isUp);
  await knowledge.passagesRead();
  expect(await titles("privacy")).toEqual(["Privacy"]);
  expect(warnings).toContain("embeddings: HTTP 503");
  isUp = true;
  await knowledge.passagesRead();
  expect(await titles("parcel")).toEqual(["Delivery"]);
  isUp = false;
  expect(await titles("privacy")).toEqual(["Privacy"]);
});
