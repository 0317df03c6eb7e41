import { afterEach, describe, expect, it } from "vitest";
import {
  type ProposalsResponse,
  proposalProgress,
  proposalsResponse,
} from "#shared/contracts/promotion.ts";
import { runRegente } from "../testing/run-regente.ts";
import { type Stub, stubOrchestrator } from "../testing/stub-orchestrator.ts";

const proposal: ProposalsResponse["proposals"][number] = {
  id: "0123456789ab",
  user_id: "ana",
  session_id: "s1",
  run_id: "run_1",
  domain: "weather",
  goal: "GET_RAIN",
  locale: "pt-BR",
  text: "cai água em Recife",
  example: "cai água em [Recife](place_text)",
  unmarked: [],
  solved_by: "model",
  created_at: 1000,
  concerns: [],
};
const doubtful = {
  ...proposal,
  id: "ba9876543210",
  text: "molha a rua da ana@example.org",
  example: "molha a rua da ana@example.org\u001b[2J",
  unmarked: ["place_text"],
  concerns: ["personal", "unmarked"],
};
const { id, domain, goal, locale, example } = proposal;
const judging = proposalProgress.parse({ id, state: "judging", accepted: null, refusal: null });
const taken = proposalProgress.parse({
  ...judging,
  state: "accepted",
  accepted: { id, domain, goal, locale, example, digest: "d2" },
});

let stub: Stub | undefined;
afterEach(() => stub?.close());
async function promote(others: Record<string, unknown>, ...args: string[]) {
  stub = await stubOrchestrator({ others });
  return runRegente(["promote", ...args, `--url=${stub.url}`]);
}
const listed = {
  "GET /v1/promotions": proposalsResponse.parse({ proposals: [proposal, doubtful], unclear: [] }),
};

describe("regente promote", () => {
  it("lists the sentences as examples, whole, and says what to look at", async () => {
    const { code, out } = await promote(listed);
    expect(code).toBe(0);
    expect(out).toContain("0123456789ab  weather.GET_RAIN\n  cai água em [Recife](place_text)\n");
    expect(out).toContain(
      "  molha a rua da ana@example.org\n  ! parece conter dados pessoais; as palavras não mostram place_text\n",
    );
    expect(out).not.toContain("\u001b");
  });

  it("shows what was not understood lately, in any case", async () => {
    const { created_at, locale, user_id, session_id, run_id } = proposal;
    const text = "bake me a \u001b[2Jcake";
    const said = { created_at, locale, user_id, session_id, run_id, id: "u1", text };
    const unclear = [{ ...said, offered: [], concerns: [] }];
    const { out } = await promote({ "GET /v1/promotions": { proposals: [], unclear } });
    expect(out).toContain("Frases não entendidas nos últimos 30 dias");
    expect(out).toMatch(/u1 {2}bake me a .*cake/);
    expect(out).not.toContain("\u001b[2J");
  });

  it("says so when nothing waits", async () => {
    const { code, out } = await promote({ "GET /v1/promotions": { proposals: [], unclear: [] } });
    expect([code, out]).toEqual([
      0,
      "Nada a decidir: nenhuma frase esclarecida por um modelo ou por uma pergunta está aguardando decisão.\n",
    ]);
  });

  it("accepts one, and shows what the goal has now", async () => {
    const path = `POST /v1/promotions/${proposal.id}/accept`;
    const progress = `GET /v1/promotions/${proposal.id}`;
    const { code, out } = await promote(
      { [path]: judging, [progress]: taken },
      "accept",
      proposal.id,
      "--wait",
    );
    expect([code, out]).toEqual([
      0,
      "weather.GET_RAIN agora tem este exemplo:\ncai água em [Recife](place_text)\n",
    ]);
  });

  it("shows what the goal would act on by now, and probably should not", async () => {
    const near_misses = [{ locale: "pt-BR", text: "apaga a chuva" }];
    const known = { ...taken, accepted: { ...taken.accepted, near_misses } };
    const { out } = await promote({ [`GET /v1/promotions/${id}`]: known }, "show", id);
    expect(out).toContain('"npx regente lint --accept"');
    expect(out).toContain('  "apaga a chuva"\n');
  });

  it("says at once that one is being judged, and later what came of it", async () => {
    const path = `POST /v1/promotions/${proposal.id}/accept`;
    const { code, out } = await promote({ [path]: judging }, "accept", proposal.id);
    expect([code, out]).toEqual([0, expect.stringContaining("promote show 0123456789ab")]);
    await stub?.close();
    const refused = { ...judging, state: "refused", refusal: "It would do harm." };
    const shown = await promote({ [`GET /v1/promotions/${id}`]: refused }, "show", id);
    expect([shown.code, shown.err]).toEqual([1, "It would do harm.\n"]);
  });

  it("rejects one", async () => {
    const path = `POST /v1/promotions/${proposal.id}/reject`;
    const rejected = { id: proposal.id, rejected: true };
    const { code, out } = await promote({ [path]: rejected }, "reject", proposal.id);
    expect([code, out]).toEqual([0, "A frase foi apagada e não será proposta de novo.\n"]);
  });

  it("ends with 1 and the reason when it is refused", async () => {
    const { code, err } = await promote({}, "accept", "gone");
    expect(code).toBe(1);
    expect(err).toContain("Não existe.");
  });
});
