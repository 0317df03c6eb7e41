import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openOnnxEncoder } from "./onnx-encoder.ts";

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
