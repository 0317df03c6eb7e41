import type { DomainOutput } from "#shared/contracts/output.ts";
import { testCatalogue } from "../../orchestrator/catalogue/catalogue.fixture.ts";
import {
  type DomainCall,
  DomainCallError,
  type DomainClient,
} from "../../orchestrator/ports/domain-client.ts";
import { buildUnderstanding } from "../../orchestrator/understanding/understand.ts";

const text = { type: "string" as const };
const note = { type: "object" as const, properties: { text, bed: text }, required: ["text"] };
const goal = (name: string, words: string) => ({
  goal: name.toUpperCase(),
  description: { "pt-BR": name, en: name },
  capability: name,
  hints: { templates: { "pt-BR": [`${words} {text}`], en: [`${words} {text}`] } },
  entities_schema: { text: { required: true } },
});

/** Whatever arrives of these is done, also when it comes again. */
const HONOURS_NO_KEY = new Set(["post", "burn"]);

const snapshotOf = (more: { confirm?: "never"; post?: "keyed" }) => {
  const catalogue = testCatalogue({
    domain: "workshop",
    goals: [
      goal("stamp", "carimbe"),
      goal("post", "despache"),
      goal("burn", "queime"),
      goal("pick", "escolha"),
      goal("dial", "leia"),
    ],
    capabilities: [
      { capability: "dial", effect: "read", params_schema: note },
      { capability: "stamp", effect: "write", repeat: "keyed", params_schema: note },
      { capability: "pick", effect: "write", repeat: "keyed", params_schema: note },
      {
        capability: "burn",
        effect: "destructive",
        repeat: "once",
        confirm: more.confirm ?? "auto",
        params_schema: note,
      },
      {
        capability: "post",
        effect: "external",
        repeat: more.post ?? "once",
        confirm: "never",
        params_schema: note,
      },
    ],
  });
  return { catalogue, understanding: buildUnderstanding(catalogue) };
};
export const snapshot = snapshotOf({});
/** The same with a manifest that asks no one, and with one that lets be repeated what must not be. */
export const unasked = snapshotOf({ confirm: "never" });
export const repeated = snapshotOf({ post: "keyed" });

/** What becomes of a call that arrives, or does not. */
export const fates = [
  "answered",
  "refused",
  "done, and never answered",
  "not done, and never answered",
  "done, and cut off",
  "done, and garbled",
  "not reached",
  "busy",
  "done, and the caller dies",
  "not done, and the caller dies",
] as const;
export type Fate = (typeof fates)[number];

/** What an answer says of an effect, and nothing else does. */
export const claimOf = (capability: string, what: unknown): string =>
  `done:${capability}:${String(what)};`;

/** A domain on the other side of a wire that does what it is told to; it remembers all that was done. */
export function makeWorld(drawn: readonly Fate[]) {
  /** How often each thing was done. */
  const done = new Map<string, number>();
  const kept = new Map<string, DomainOutput>();
  let calls = 0;

  const said = (explanation: string, more: Partial<DomainOutput> = {}): DomainOutput => ({
    ...{ status: "success", result: null, explanation, confidence: 1, metadata: {}, ...more },
  });
  const keptFor = ({ request, idempotencyKey }: DomainCall) =>
    HONOURS_NO_KEY.has(request.intent.capability) ? undefined : kept.get(idempotencyKey);
  const act = (call: DomainCall): DomainOutput => {
    const { capability, parameters } = call.request.intent;
    const what = parameters["text"];
    if (capability === "dial") return said(`The dial shows ${String(what)}.`);
    const known = keptFor(call);
    if (known !== undefined) return known;
    if (capability === "pick" && parameters["bed"] === undefined)
      return said("Which one?", {
        status: "clarification",
        result: {
          candidates: [
            { label: "North", bed: "n" },
            { label: "South", bed: "s" },
          ],
        },
      });
    const claim = claimOf(capability, what);
    done.set(claim, (done.get(claim) ?? 0) + 1);
    const output = said(claim);
    kept.set(call.idempotencyKey, output);
    return output;
  };

  /** The wire as one process has it; `die` ends that process. */
  const wireOf = (die: () => Promise<never>): DomainClient => ({
    async call(call) {
      const fate = drawn[calls++] ?? "answered";
      const { domain, signal } = call;
      const fail = (fault: DomainCallError["fault"], sent: boolean) =>
        new DomainCallError(domain, fault, fate, sent);
      switch (fate) {
        case "answered":
          return act(call);
        case "refused":
          // Who honours a key does not take back what it said under it.
          return keptFor(call) ?? said("No.", { status: "failure", metadata: { code: "NO" } });
        case "done, and never answered":
        case "not done, and never answered": {
          if (fate.startsWith("done")) act(call);
          const gone = Promise.withResolvers<never>();
          signal.addEventListener("abort", () => gone.reject(fail("cancelled", true)), {
            once: true,
          });
          return gone.promise;
        }
        case "done, and cut off":
          act(call);
          throw fail("unreachable", true);
        case "done, and garbled":
          act(call);
          throw fail("malformed", true);
        case "not reached":
          throw fail("unreachable", false);
        case "busy":
          throw fail("busy", false);
        case "done, and the caller dies":
          act(call);
          return die();
        case "not done, and the caller dies":
          return die();
      }
    },
  });
  return { done, wireOf };
}
export type World = ReturnType<typeof makeWorld>;
