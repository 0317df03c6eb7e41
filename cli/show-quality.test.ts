import { describe, expect, it } from "vitest";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Route, RouteChange } from "#shared/contracts/routing.ts";
import { reason } from "#shared/messages/reason.ts";
import type { DiffResult, EvalResult } from "../orchestrator/quality/tools/results.ts";
import { showEval } from "./commands/eval.ts";
import { showDiff, showLint } from "./show-diff.ts";
import { fakeTerminal } from "./testing/fake-terminal.ts";
import { whyEvalFails } from "./why-eval-fails.ts";

const { terminal: portuguese } = fakeTerminal(false);
const { terminal: english } = fakeTerminal(false, { LANG: "C.UTF-8" });

describe("findings", () => {
  const finding: LintFinding = {
    level: "error",
    rule: "bad_template",
    domain: "weather",
    goal: "GET_RAIN",
    path: "goals.0.hints.templates.en.0",
    sentence: "rain in {planet}\u001b[2J",
    message: { "pt-BR": "Não pode ser usado.", en: "Cannot be used." },
    way_out: { "pt-BR": "Corrija-o.", en: "Correct it." },
  };
  const warning = { ...finding, level: "warning" as const, goal: null, sentence: null };

  it("tell what, where and the way out, in the terminal's language, and how many there are", () => {
    expect(showLint({ manifests: [], missing: [], findings: [finding, warning] }, portuguese)).toBe(
      [
        "✗ weather.GET_RAIN bad_template  goals.0.hints.templates.en.0",
        '  "rain in {planet}"',
        "  Não pode ser usado.",
        "  → Corrija-o.",
        "",
        "! weather bad_template  goals.0.hints.templates.en.0",
        "  Não pode ser usado.",
        "  → Corrija-o.",
        "",
        "1 erro, 1 aviso",
      ].join("\n"),
    );
  });

  it("a domain that is left out counts as an error beside what was found", () => {
    const why = reason("no_file");
    const missing = [{ domain: "tides", reason: "there is no such file", why }];
    const shown = showLint({ manifests: [], missing, findings: [warning] }, portuguese);
    expect(shown.split("\n").slice(-2)).toEqual([
      "tides ficou de fora: o arquivo não existe",
      "1 erro, 1 aviso",
    ]);
  });

  it("are none, and a domain that could not be looked at is named", () => {
    const missing = [{ domain: "tides", reason: "does not answer" }];
    expect(showLint({ manifests: [], missing, findings: [] }, english)).toBe(
      "tides is left out: does not answer",
    );
  });
});

describe("a comparison", () => {
  const here: Route = {
    domain: "weather",
    goal: "GET_RAIN",
    entities: { place: "Recife" },
    confidence: 0.99,
    tier: "template",
    cost: "zero_tokens",
    also: [],
    followups: [],
  };
  const nowhere: Route = {
    ...here,
    domain: null,
    goal: null,
    entities: {},
    tier: "none",
    cost: "unsure",
  };
  const change: RouteChange = {
    text: "chove?",
    source: "recorded",
    changed: ["goal", "entities", "tier", "cost"],
    before: here,
    after: nowhere,
    intended: false,
  };
  const result = (changes: RouteChange[], after = "b"): DiffResult => ({
    before: [{ domain: "weather", version: "1.0.0", from: "http://127.0.0.1:1" }],
    after: [{ domain: "weather", version: "2.0.0", from: "weather.yaml" }],
    missing: [],
    recorded_from: "regente.db",
    surprises: changes.filter(({ intended }) => !intended).length,
    diff: { before: "a", after, examples: 1200, recorded: 3, changes },
  });

  it("shows each unexpected change before and after, and counts the intended ones", () => {
    const two = [change, { ...change, text: "novo", intended: true }];
    expect(showDiff(result(two), portuguese)).toBe(
      [
        "antes weather 1.0.0  http://127.0.0.1:1",
        "depois weather 2.0.0  weather.yaml",
        "comparação de 1.200 exemplos e 3 frases registradas",
        "",
        '≠ "chove?" (dita)',
        "  objetivo: weather.GET_RAIN → nada reconhecido",
        '  entidades: {"place":"Recife"} → {}',
        "  decidido por: template → none",
        "  custo: zero tokens → pergunta, ou usa um modelo",
        "",
        "1 mudança inesperada, 1 pretendida",
      ].join("\n"),
    );
  });

  it("shows every goal of a sentence that has several", () => {
    const more = { ...change, after: { ...here, also: ["weather.GET_WIND"] } };
    expect(showDiff(result([more]), english)).toContain(
      "goal: weather.GET_RAIN → weather.GET_RAIN + weather.GET_WIND",
    );
  });

  it("shows what follows", () => {
    const more: RouteChange = {
      ...change,
      changed: ["followups"],
      source: "followup",
      after: { ...here, followups: ["post.send_card"] },
    };
    expect(showDiff(result([more]), english)).toContain(
      '≠ "chove?" (example with a follow-up)\n  then: nothing → post.send_card',
    );
  });

  it("cuts a long list short and says so", () => {
    const shown = showDiff(result(Array.from({ length: 60 }, () => change)), english);
    expect(shown.match(/≠/g)).toHaveLength(50);
    expect(shown).toContain("... and 10 more; --json shows all");
  });

  it("tells the same manifests from different ones that change nothing", () => {
    expect(showDiff(result([], "a"), english)).toMatch(/These are the same manifests\./);
    expect(showDiff(result([]), english)).toMatch(/No known sentence is affected\.$/);
  });

  it("says when nothing was recorded yet", () => {
    const shown = showDiff({ ...result([]), recorded_from: null }, english);
    expect(shown).toContain("no recorded sentences yet");
  });
});

describe("an evaluation", () => {
  const gate = {
    threshold: 0.94,
    coverage: 0.75,
    precision: 1,
    precision_between: [0.61, 1] as const,
    precision_in_mix: 0.95,
    in_scope_coverage: 0.8,
    in_scope_precision: null,
    false_accepts: 0.02,
  };
  const scores = {
    sentences: 10,
    in_scope: 8,
    accuracy: 0.975,
    gates: [gate],
    ece: 0.0312,
    auroc: 0.9,
    entity_f1: 0.81,
    exact_frames: 0.7,
  };
  const result: EvalResult = {
    of: { kind: "pack", name: "sea", shots: "k10" },
    goals: 2,
    examples: 20,
    speed: {
      load_ms: { cold: 310.4, warm: 21 },
      sentence_ms: { p50: 0.1234, p99: 1.5 },
      memory_mb: 4.25,
    },
    evaluation: {
      scores,
      locales: [],
      goals: [
        { goal: "TIDE", locale: "en", sentences: 8, accuracy: 1, coverage: 0.5, precision: null },
      ],
      effects: null,
      reliability: [{ from: 0.94, to: 0.97, sentences: 5, confidence: 0.955, right: 0.96 }],
      confusable: [
        {
          goals: ["TIDE", "WIND"],
          times: 2,
          sentences: [{ text: "is it high", expected: "TIDE", found: "WIND", confidence: 0.6 }],
        },
      ],
    },
    as_said: null,
    joined: { sentences: 4, gates: [{ threshold: 0.94, swallowed: 0.25, both: 0.5 }] },
    typos: { ...scores, accuracy: 0.95, gates: [{ ...gate, in_scope_coverage: 0.7 }] },
    near_misses: null,
    safety: null,
  };

  it("tells first what users will see, way by way, and what came out wrong", () => {
    const as_said = {
      ...{ sentences: 10, right: 0.4, right_between: [0.17, 0.69] as const, wrong: 0.1 },
      ways: [
        { way: "plain" as const, sentences: 8, right: 4, asked: 4, wrong: 0 },
        { way: "remark" as const, sentences: 2, right: 0, asked: 1, wrong: 1 },
      ],
      findings: [
        { way: "remark" as const, text: "so, is it high", came: "wrong" as const, why: "WIND" },
      ],
    };
    const shown = showEval({ ...result, as_said }, portuguese).split("\n");
    expect(shown.slice(2, 8)).toEqual([
      "do jeito que as pessoas falam: 40,0 % de acertos na hora (17,0 % - 69,0 %), 10,0 % de erros",
      expect.stringMatching(/^ +frases +certo na hora +pergunta ou recusa +errado$/),
      expect.stringMatching(/^como no exemplo +8 +50,0 % +50,0 % +0,0 %$/),
      expect.stringMatching(/^com um comentário junto +2 +0,0 % +50,0 % +50,0 %$/),
      '  "so, is it high"  WIND',
      "",
    ]);
  });

  it("tells the whole, the gates, confidence beside truth, who is confused, and what it takes", () => {
    const shown = showEval(result, portuguese);
    expect(shown.split("\n")).toEqual([
      "pacote sea, k10: 2 objetivos, 20 exemplos",
      "",
      "todas: acerto 97,5 % · ECE 0.031 · AUROC 0.900 · F1 das entidades 81,0 % · objetivo e entidades certos 70,0 %",
      "",
      expect.stringMatching(
        /^ +limite +age +age certo \(95 %\) +com 20 % fora do escopo +no escopo: age +no escopo: certo +aceites indevidos$/,
      ),
      expect.stringMatching(
        /^todas +0\.94 +75,0 % +100,0 % \(61,0 % - 100,0 %\) +95,0 % +80,0 % +- +2,0 %$/,
      ),
      "",
      "4 pares de frases ditas como uma só: um pedido perdido / os dois atendidos: 25,0 % / 50,0 % (0.94)",
      "com dois erros de digitação: acerto 97,5 % → 95,0 %; age, age certo: 80,0 % → 70,0 %, 100,0 % (0.94)",
      "",
      expect.stringMatching(/^confiança +frases +em média +de fato certas$/),
      expect.stringMatching(/^0\.94-0\.97 +5 +95,5 % +96,0 %$/),
      "",
      "confundidos",
      "  2 × TIDE / WIND",
      '      "is it high" TIDE confundido com WIND (60,0 %)',
      "",
      "carga 310 ms, 21 ms com o cache · frase p50 0,123 ms, p99 1,5 ms · memória 4,3 MB",
    ]);
  });

  it("of the manifests also tells each goal and language, how examples were left out, and near misses", () => {
    const live: EvalResult = {
      ...result,
      of: {
        kind: "catalogue",
        manifests: [{ domain: "sea", version: "1.0.0", from: "sea.yaml" }],
        missing: [{ domain: "air", reason: "is down" }],
        folds: 20,
        exact: false,
      },
      evaluation: {
        ...result.evaluation,
        effects: { goals: 3, sentences: 60, coverage: 0.71, precision: 0.995 },
        locales: [{ locale: "pt-BR", scores: { ...scores, auroc: null, entity_f1: null } }],
      },
      near_misses: { sentences: 5, gates: [gate] },
    };
    const shown = showEval(live, english);
    expect(shown).toContain("1/20 of all examples (20 folds)");
    expect(shown).toContain("air is left out: is down");
    expect(shown).toContain("pt-BR: accuracy 97.5 % · ECE 0.031\n");
    expect(shown).toContain(
      "3 goals with effects, each at its own gate: acts 71.0 %, acts correctly 99.5 %\n",
    );
    expect(shown).toContain("5 near misses (negatives)");
    expect(shown).toContain("75.0 % (0.94)");
    expect(shown).toMatch(/^TIDE +en +8 +100\.0 % +50\.0 % +-$/m);
  });

  it("lists what would be carried out that must not be, by what was said around it, and the mirrors", () => {
    const acting = {
      text: "não liga a bomba",
      said: "liga a bomba",
      modifier: "polarity" as const,
      form: "não {request}",
      locale: "pt-BR" as const,
      domain: "sea",
      goal: "PUMP",
      of: "PUMP",
      path: "goals.0.hints.examples.pt-BR.0",
    };
    const mirror = {
      text: "anota: não liga",
      locale: "pt-BR" as const,
      domain: "sea",
      goal: "LOG",
      entity: "text",
      payload: "não liga",
      path: "goals.1.hints.examples.pt-BR.0",
    };
    const safety = {
      variants: 1200,
      modifiers: [{ modifier: "polarity" as const, variants: 1200, would_act: 41 }],
      findings: Array.from({ length: 41 }, () => acting),
      mirrors: { sentences: 10, right: 9, share: 0.9, wrong: [mirror] },
      holds: false,
    };
    const shown = showEval({ ...result, safety }, portuguese);
    expect(shown).toContain("1.200 pedidos com efeito, ditos de formas que não devem mudar nada:");
    expect(shown).toMatch(/^negação +1\.200 +41$/m);
    expect(shown).toContain('  "não liga a bomba" seria executado: PUMP (negação)\n');
    expect(shown.match(/não liga a bomba/g)?.length).toBeLessThanOrEqual(20);
    expect(shown).toMatch(/e mais \d+; --json mostra tudo/);
    expect(shown).toContain("9 de 10 certos (90,0 %)");
    expect(shown).toContain('  "anota: não liga" LOG');
    // On the error output each reason stands by itself, with its sentences and where they come from.
    const [few, acts, lost, ...rest] = whyEvalFails({ ...result, safety }, 0.99, english.words);
    expect(few).toBe("Only 97.5 % of the sentences were understood; --at-least asks for 99.0 %.");
    expect(acts?.split("\n").slice(0, 2)).toEqual([
      "41 of 1,200 requests that must change nothing would change something:",
      '  "não liga a bomba"  sea.PUMP (negation: não {request}), goals.0.hints.examples.pt-BR.0',
    ]);
    expect(acts).toContain("21 more");
    expect(lost).toBe(
      'Only 90.0 % of the texts with such words go through unchanged; the safety net asks for 97.0 %:\n  "anota: não liga"  sea.LOG',
    );
    expect(rest).toEqual([]);
  });

  it("gives no reason against what passes", () => {
    expect(whyEvalFails(result, 0.9, english.words)).toEqual([]);
  });
});
