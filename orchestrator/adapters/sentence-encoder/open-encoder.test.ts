import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openOnnxEncoder, openWordVectors } from "./open-encoder.ts";

describe("onnx encoder", () => {
  const folder = mkdtempSync(join(tmpdir(), "regente-onnx-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A folder in which a library of that form is installed: it knows the model "toy", and counts letters. */
  function installed(): string {
    const library = join(folder, "node_modules", "@huggingface", "transformers");
    mkdirSync(library, { recursive: true });
    writeFileSync(
      join(library, "package.json"),
      JSON.stringify({ name: "@huggingface/transformers", type: "module", exports: "./index.js" }),
    );
    writeFileSync(
      join(library, "index.js"),
      `export const env = { allowRemoteModels: true };
export const calls = (globalThis.toyCalls = []);
export async function pipeline(task, model, options) {
  if (model !== "toy") throw new Error("no tokenizer.json in " + env.localModelPath);
  calls.push({ task, options, env: { ...env } });
  return async (texts, how) => {
    calls.push({ texts: texts.length, how });
    return { tolist: () => texts.map((text) => [text.length, 3]) };
  };
}`,
    );
    return folder;
  }

  it("a model of a local folder makes vectors of length 1, in batches, and nothing is downloaded", async () => {
    const { name, encode } = await openOnnxEncoder("/models/toy", installed());
    expect(name).toBe("onnx:toy");
    const vectors = await encode(["four", ...Array.from({ length: 40 }, () => "x")]);
    expect(vectors).toHaveLength(41);
    expect(vectors[0]).toEqual(Float32Array.of(0.8, 0.6));
    const calls: unknown = Reflect.get(globalThis, "toyCalls");
    expect(calls).toMatchObject([
      {
        task: "feature-extraction",
        options: { local_files_only: true },
        env: { allowRemoteModels: false, localModelPath: "/models" },
      },
      { texts: 32, how: { pooling: "mean", normalize: true } },
      { texts: 9 },
    ]);
  });

  it("a folder without a model is refused with what should be there", async () => {
    await expect(openOnnxEncoder("/models/none", installed())).rejects.toThrow(
      "/models/none holds no sentence model (tokenizer.json, config.json, onnx/model.onnx): no tokenizer.json in /models",
    );
  });

  it("where the library is not installed it says how to install it", async () => {
    await expect(openOnnxEncoder("/models/toy", tmpdir())).rejects.toThrow(
      'run "npm install @huggingface/transformers"',
    );
  });
});

describe("word vectors", () => {
  const folder = mkdtempSync(join(tmpdir(), "regente-vectors-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (text: string, name = "words.vec") => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const cosine = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

  const WORDS = ["the 1 1 1", "boat 0 1 0", "ship 0 0.9 0.1", "Preço 1 0 0", "café 0 0 1"].join(
    "\n",
  );

  it("sentences of near words are near, whatever their letters and accents", async () => {
    const { name, encode } = await openWordVectors(written(WORDS));
    expect(name).toBe("vectors:words.vec");
    const [boat, ship, price, bare] = await encode(["Boat!", "the ship", "preço", "PRECO"]);
    if (!boat || !ship || !price || !bare) throw new Error("a vector is missing");
    expect(cosine(boat, ship)).toBeGreaterThan(0.9);
    expect(cosine(boat, price)).toBeCloseTo(0);
    expect(cosine(price, bare)).toBeCloseTo(1);
    expect(cosine(ship, ship)).toBeCloseTo(1);
  });

  it("nothing is known of words that the file does not have", async () => {
    const { encode } = await openWordVectors(written(WORDS));
    expect(await encode(["xyzzy", ""])).toEqual([new Float32Array(3), new Float32Array(3)]);
  });

  it("a first line of two counts, as fastText writes it, is no word", async () => {
    const { encode } = await openWordVectors(written(`2 3\n${WORDS}\n`));
    expect((await encode(["boat"]))[0]).toEqual(Float32Array.of(0, 1, 0));
  });

  it.each([
    ["no numbers", "boat fast ship", "line 1: a word and 2 numbers were expected"],
    [
      "a line that is too short",
      "boat 0 1 0\nship 0 1",
      "line 2: a word and 3 numbers were expected",
    ],
    ["nothing", "", "holds no word vectors"],
  ])("a file with %s is refused with its place", async (_what, text, why) => {
    await expect(openWordVectors(written(text, "bad.vec"))).rejects.toThrow(why);
  });

  it("a file that is not there is refused with its path", async () => {
    await expect(openWordVectors(join(folder, "none.vec"))).rejects.toThrow("none.vec");
  });
});
