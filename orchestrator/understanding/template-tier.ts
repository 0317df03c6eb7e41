import { locales } from "#shared/contracts/names.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { buildAutomaton } from "../language/templates/automaton.ts";
import { matchTemplates } from "../language/templates/match.ts";
import {
  parseTemplate,
  TemplateError,
  type TemplateNode,
  templateError,
} from "../language/templates/parse-template.ts";
import type { Token } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import type { EnumeratedSpan } from "./entities/enumeration.ts";
import { slotSpans } from "./entities/enumeration.ts";
import type { Source, Sources } from "./entities/sources.ts";
import type { GoalModel } from "./goal-model.ts";

/** Words of the sentence that a template gives to an entity. */
export type TemplateCapture = { readonly entity: string; readonly span: EnumeratedSpan };

/** A goal one of whose templates accounts for the whole sentence. */
export type TemplateReading = {
  readonly goal: GoalModel;
  /** The sentence that was read: the places below are places in it. */
  readonly words: readonly Token[];
  readonly template: string;
  readonly cost: number;
  /** Words of the sentence that the template itself says. */
  readonly said: readonly number[];
  readonly captures: readonly TemplateCapture[];
};

export type TemplateTier = {
  /** The best reading of each goal that has one, best first. */
  read(sentence: Sentence): TemplateReading[];
  /** Every word that some template says. */
  words(): Iterable<string>;
  /** Templates that could not be used, each as a sentence. */
  readonly problems: readonly string[];
};

type Slot = { readonly entity: string; readonly source: Source; readonly multiple: boolean };

/** Compiles all goals' templates into one machine. Cost: linear in the length of the templates */
export function buildTemplateTier(goals: readonly GoalModel[], sources: Sources): TemplateTier {
  const problems: string[] = [];
  const templates: { goal: GoalModel; text: string }[] = [];
  let current: GoalModel | undefined;

  /** Rules by manifest, each parsed once. */
  const parsed = new Map<string, TemplateNode>();
  const builder = buildAutomaton<Slot>(
    (name) => {
      const key = `${current?.domain} ${name}`;
      const known = parsed.get(key);
      if (known !== undefined) return known;
      const rules = current?.manifest.rules ?? {};
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule === undefined) throw templateError("template_no_rule", { name });
      const node = parseTemplate(rule);
      parsed.set(key, node);
      return node;
    },
    (name, entity) => {
      const source = current && sources.ofSlot(current, name);
      if (source === undefined) throw templateError("template_no_list", { name });
      return { entity, source, multiple: current?.entities.get(entity)?.multiple ?? false };
    },
  );
  for (const goal of goals)
    for (const text of new Set(
      locales.flatMap((locale) => goal.spec.hints.templates?.[locale] ?? []),
    )) {
      current = goal;
      try {
        builder.add(parseTemplate(text), templates.length);
        templates.push({ goal, text });
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        problems.push(`${goal.domain}.${goal.name}: template "${text}": ${inEnglish(error.why)}`);
      }
    }
  const automaton = builder.build();

  function read(sentence: Sentence): TemplateReading[] {
    const spans = slotSpans(sources, sentence);
    const matches = matchTemplates(automaton, sentence.words, (slot, from) =>
      spans(slot.source, slot.multiple, from),
    );
    const best = new Map<GoalModel, TemplateReading>();
    for (const { template, cost, said, captures } of matches) {
      const written = templates[template];
      if (written === undefined) continue;
      // A template of slots alone says nothing itself: only known values may fill it.
      if (
        said.length === 0 &&
        captures.some(({ span }) => span.parts.some(({ by }) => by === "free" || by === "stranger"))
      )
        continue;
      const other = best.get(written.goal);
      if (other !== undefined && other.cost <= cost) continue;
      best.set(written.goal, {
        goal: written.goal,
        words: sentence.words,
        template: written.text,
        cost,
        said,
        captures: captures.map(({ slot, span }) => ({ entity: slot.entity, span })),
      });
    }
    return [...best.values()].sort((a, b) => a.cost - b.cost);
  }

  return {
    read,
    words: () => automaton.words.keys(),
    problems,
  };
}
