import fc from "fast-check";
import { expect, it } from "vitest";
import { inEnglish } from "#shared/messages/messages.ts";
import { tokens } from "../text.ts";
import { buildAutomaton } from "./automaton.ts";
import { matchTemplates, type SlotSpan } from "./match.ts";
import { parseTemplate, TemplateError, templateError } from "./parse-template.ts";
import { phrasesOf } from "./phrases.ts";

type Words = SlotSpan & { said: string };

/** Does the template fit the whole sentence, and what do its slots take? A slot takes one to three words. */
function match(template: string, text: string, rules: Record<string, string> = {}) {
  const builder = buildAutomaton<string>(
    (name) => parseTemplate(rules[name] ?? ""),
    (_source, entity) => entity,
  );
  builder.add(parseTemplate(template), 0);
  const words = tokens(text);
  const spansAt = (_slot: string, from: number): Words[] =>
    [1, 2, 3].flatMap((length) => {
      const said = words.slice(from, from + length);
      return said.length < length
        ? []
        : [{ to: from + length, cost: length, said: said.map(({ word }) => word).join(" ") }];
    });
  const [found] = matchTemplates(builder.build(), words, spansAt);
  return found && Object.fromEntries(found.captures.map(({ slot, span }) => [slot, span.said]));
}

it.each([
  ["plain words", "turn it on", "Turn it ON!", {}],
  ["an optional word that is said", "[please] stop", "please stop", {}],
  ["and one that is not", "[please] stop", "stop", {}],
  ["alternatives", "(warm|cold) water", "cold water", {}],
  ["alternatives at the top", "warm|cold", "warm", {}],
  ["alternatives inside an option", "a[b|c] d", "ac d", {}],
  ["a word in parts", "alarme[s] ligad(o|a)[s]", "alarmes ligadas", {}],
  ["a space inside an option", "[o ]volume", "o volume", {}],
  ["a sign that touches a slot", "{n}[%| por cento]", "5%", { n: "5" }],
  ["any order", "set (fast;loud) now", "set loud fast now", {}],
  ["a slot", "book {title}", "book dom casmurro", { title: "dom casmurro" }],
  ["a slot under another name", "book {list:title}", "book emma", { title: "emma" }],
  ["the cheapest division between slots", "{a} by {b}", "emma by jane", { a: "emma", b: "jane" }],
  ["a rule", "<call> home", "ring home", {}],
])("fits %s", (_what, template, text, captures) => {
  expect(match(template, text, { call: "(call|ring)" })).toEqual(captures);
});

it.each([
  ["turn it on", "turn it"],
  ["turn it on", "turn it on now"],
  ["alarme[s]", "alarm"],
  ["set (fast;loud)", "set fast"],
  ["book {title}", "book"],
])("%s does not fit %s", (template, text) => expect(match(template, text)).toBeUndefined());

function why(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    return error instanceof TemplateError ? inEnglish(error.why) : undefined;
  }
  return undefined;
}

it.each([
  ["say (a", 'the group that opens at 5 needs a ")"'],
  ["a]", '"]" at 2 closes nothing'],
  ["say {a", 'the group that opens at 5 needs a "}"'],
  ["say {}", "{} at 5 needs a name"],
  ["(a|b;c)", '"|" and ";" are mixed in the group that opens at 1'],
])("%s is refused: %s", (template, message) => {
  expect(why(() => parseTemplate(template))).toBe(message);
});

it.each([
  ["spellings that multiply", `${"(a|b|c)".repeat(12)}`, {}],
  [
    "rules that multiply",
    "<r0>",
    Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`r${at}`, `(<r${at + 1}> <r${at + 1}>|x)`]),
    ),
  ],
  ["a rule that uses itself", "<r>", { r: "again <r>" }],
])("%s are refused at once", (_what, template, rules) => {
  expect(() => match(template, "a", rules)).toThrow(TemplateError);
});

it("a refused template leaves nothing behind", () => {
  const builder = buildAutomaton<string>(
    () => {
      throw templateError("template_no_rule", { name: "world" });
    },
    (_source, entity) => entity,
  );
  expect(() => builder.add(parseTemplate("say hello <world>"), 0)).toThrow(TemplateError);
  builder.add(parseTemplate("say it"), 1);
  const match = (text: string) => matchTemplates(builder.build(), tokens(text), () => []);
  expect(match("say it").map(({ template }) => template)).toEqual([1]);
  expect(match("say hello")).toEqual([]);
});

it("a template of free slots alone gives up instead of trying everything", () => {
  const builder = buildAutomaton<string>(
    () => parseTemplate(""),
    (_source, entity) => entity,
  );
  builder.add(parseTemplate("{a} {b} {c} {d}"), 0);
  const words = tokens("x ".repeat(4000));
  const asked = { times: 0 };
  matchTemplates(builder.build(), words, (_slot, from) => {
    asked.times++;
    return words.slice(from).map((_, at) => ({ to: from + at + 1, cost: at }));
  });
  expect(asked.times).toBeLessThan(1000);
});

it("reading a template never fails in another way than a TemplateError", () => {
  const piece = fc.constantFrom("a", " ", "[", "]", "(", ")", "{", "}", "<", ">", "|", ";", "b:c");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      try {
        match(pieces.join(""), "a b", {});
      } catch (error) {
        expect(error).toBeInstanceOf(TemplateError);
      }
    }),
  );
});

it.each([
  ["portão", ["portão"]],
  ["(porta[s]|portão) da rua", ["portas da rua", "porta da rua", "portão da rua"]],
  ["um|uma", ["um", "uma"]],
  ["AT(T", ["AT(T"]],
  ["nome {x} (a|b)", ["nome {x} (a|b)"]],
  [`${"(a|b)".repeat(20)}`, [`${"(a|b)".repeat(20)}`]],
])("the list entry %s stands for its phrases", (entry, phrases) => {
  expect(phrasesOf(entry)).toEqual(phrases);
});
