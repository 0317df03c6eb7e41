import { expect, it } from "vitest";
import {
  day,
  list,
  moment,
  money,
  move,
  moved,
  percent,
  price,
  signedPercent,
  withWarning,
} from "./words.ts";

it.each([
  [38.2, "BRL", "R$ 38,20", "R$38.20"],
  [1234.5, "USD", "US$ 1.234,50", "$1,234.50"],
  [112.5, "SEK", "SEK 112,50", "SEK 112.50"],
  [10.24, "EUR", "€ 10,24", "€10.24"],
  [0.0123, "USD", "US$ 0,0123", "$0.0123"],
  [-5, "BRL", "-R$ 5,00", "-R$5.00"],
  [3, "GBp", "GBp 3,00", "GBp 3.00"],
])("%d %s is %s, and %s in English", (value, currency, pt, en) => {
  expect(money(value, currency, "pt-BR")).toBe(pt);
  expect(money(value, currency, "en")).toBe(en);
});

it("an index counts points", () => {
  const index = { symbol: "^BVSP", currency: "BRL" };
  expect(price(146_300, index, "pt-BR")).toBe("146.300,00 pontos");
  expect(price(146_300, index, "en")).toBe("146,300.00 points");
});

it.each([
  [1.234, "alta de 1,23%", "up 1.23%", "subiu 1,23%", "+1,23%"],
  [-0.4, "queda de 0,40%", "down 0.40%", "caiu 0,40%", "-0,40%"],
  [0, "estável", "unchanged", "ficou estável", "0,00%"],
  [-0.001, "estável", "unchanged", "ficou estável", "0,00%"],
])("%d per cent is said as it is", (value, pt, en, past, signed) => {
  expect(move(value, "pt-BR")).toBe(pt);
  expect(move(value, "en")).toBe(en);
  expect(moved(value, "pt-BR")).toBe(past);
  expect(signedPercent(value, "pt-BR")).toBe(signed);
});

it("numbers, days and lists are written as people write them, with plain spaces", () => {
  expect(percent(12.345, "en")).toBe("12.35%");
  expect(day("2026-10-30", "pt-BR")).toBe("30/10/2026");
  expect(day("2026-10-30", "en")).toBe("Oct 30, 2026");
  expect(moment("2026-11-20T18:42:00Z", "America/Sao_Paulo", "pt-BR")).toBe("20/11/2026, 15:42");
  expect(moment("2026-11-20T18:42:00Z", "Europe/Stockholm", "en")).toBe("Nov 20, 2026, 7:42 PM");
  expect(list(["a", "b", "c"], "pt-BR")).toBe("a, b e c");
});

it("warns of a sample behind a sentence, and below a list", () => {
  const sample = { provider: "sample", sample: true, as_of: "2026-10-30" };
  expect(withWarning("One.", sample, "en")).toBe(
    "One. (sample data from Oct 30, 2026, not real quotes)",
  );
  expect(withWarning("One\nTwo", sample, "pt-BR")).toBe(
    "One\nTwo\n(dados de exemplo de 30/10/2026, não são cotações reais)",
  );
  expect(withWarning("One.", { ...sample, sample: false }, "en")).toBe("One.");
});
