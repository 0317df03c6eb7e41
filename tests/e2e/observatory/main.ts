import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

// A domain that writes down each call that reaches it, so that tests see what really happened.

const calls = join(process.env["REGENTE_DATA"] ?? ".", "calls.log");
const note = (...words: unknown[]) => appendFile(calls, `${words.join(" ")}\n`);

/** Twins are looked at together: each is seen once the other one is asked about as well. */
const twins = new Map(["Castor", "Pollux"].map((name) => [name, Promise.withResolvers<void>()]));
const together = async (body: string) => {
  twins.get(body)?.resolve();
  if (twins.has(body)) await Promise.all([...twins.values()].map(({ promise }) => promise));
};

await defineDomain(loadManifest(join(import.meta.dirname, "manifest.yaml")), {
  get_visibility: async ({ body_text }) => {
    await note("get_visibility", body_text);
    await together(String(body_text));
    return success({
      result: { body: String(body_text), height: 42 },
      explanation: `${body_text} stands 42 degrees high.`,
    });
  },
  list_eclipses: async () => {
    await note("list_eclipses");
    return success({ result: null, explanation: "One in August." });
  },
  photograph: async ({ filter }) => {
    await note("photograph", filter);
    return success({ result: null, explanation: `Taken through the ${filter} filter.` });
  },
  log_sighting: async ({ note_text }) => {
    await note("log_sighting", note_text);
    return success({ result: null, explanation: `Written down: ${note_text}.` });
  },
  book_dome: async ({ guest_text }) => {
    await note("book_dome", guest_text);
    return success({ result: null, explanation: `The dome is booked for ${guest_text}.` });
  },
  open_roof: async () => {
    await note("open_roof");
    return success({ result: null, explanation: "The roof is open." });
  },
}).serve({ port: Number(process.env["PORT"]) });
