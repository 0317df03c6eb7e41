import { z } from "zod";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { sayIn } from "#shared/messages/say.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import { wordsOf as foldedWords } from "#shared/plain-text/fold.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";
import type { CatalogueCapability } from "../../catalogue/catalogue.ts";
import { type DomainCall, DomainCallError } from "../../ports/domain-client.ts";
import { type LanguageModel, ModelError, type ModelUsage } from "../../ports/language-model.ts";
import { ONLY_TEXT, sayModelError } from "../failures.ts";
import type { Evidence } from "../grounding/evidence.ts";
import { heldAnswer } from "../grounding/held-answer.ts";
import { failed, succeeded } from "../output.ts";
import {
  type CompressedContext,
  MOST_TEXT_CHARS,
  type PromptVersion,
  writePrompt,
} from "./write-prompt.ts";

/** Who speaks, and who is spoken to. */
const PARTICIPANTS = new Set(
  "i we me us my mine our you your yours eu nos me mim meu minha nosso nossa voce voces te lhe lhes seu sua teu tua".split(
    " ",
  ),
);
/** "enviei", "mandamos", "cuidarei", "transferi": forms that only who speaks has. */
const FIRST_PERSON = /^[a-z]{2,}(?:ei|amos|emos|imos)$|^[a-z]{3,}[^aeiouqg]i$/;
/**
 * True for a text that may be read as a report of what its writer did: it speaks of who writes or reads, and its
 * material does not say so. By the forms of words, not by a list of deeds; it may well be an innocent text, and then it bears one note too
 * many. What a text tells of others is its matter: a summary says what was done.
 */
function mayClaim(
  text: string,
  material: { evidence: readonly Evidence[]; task: string; locale: Locale },
): boolean {
  return heldAnswer(text, material).dropped.some(
    (sentence) =>
      !sentence.endsWith("?") &&
      rawWords(sentence).some((word) => PARTICIPANTS.has(word) || FIRST_PERSON.test(word)),
  );
}

const rawWords = (text: string): string[] =>
  foldedWords(text).filter((word) => /^\p{L}+$/u.test(word));

type Reasoning = {
  capability: CatalogueCapability;
  /** The capability's, in the version that the session gets; undefined: it is no prompt. */
  prompt: PromptVersion | undefined;
  /** Undefined: there is none. */
  model: LanguageModel | undefined;
  context: CompressedContext;
  /** Text from outside reaches this step. */
  untrusted: boolean;
  /** Hears the words while they are written, where the answer is these words alone. */
  tellEarly?: ((text: string) => void) | undefined;
};

/** On the wire: attempts and the repair together. */
const MOST_CALLS = 3;

/**
 * Carry out a step whose capability is a prompt. Without a result_schema the model's text is the answer, and
 * `{text}` its result; with one the result is that form, and the text beside it is what people read.
 * Shape:  a model that is absent, refuses, fails or is too expensive is a failure in people's words, with
 *         `metadata.code`; never a made-up answer
 * Errors: DomainCallError "cancelled" when no one waits any more
 * Cost:   one call of the model, and one more where a form has to be repaired
 */
export async function reasonStep(call: DomainCall, reasoning: Reasoning): Promise<DomainOutput> {
  const { intent, context } = call.request;
  const { capability, model, untrusted } = reasoning;
  const { locale } = context;
  const say = sayIn("models", locale);
  if (model === undefined || reasoning.prompt === undefined)
    return failed(say("no_model"), { code: "NO_MODEL" });
  if (context.dry_run) return succeeded(say("dry_run"));
  const { prompt, version } = reasoning.prompt;
  const { system, message, cut } = writePrompt(prompt, {
    params: intent.parameters,
    untrusted,
    context: prompt.context ? reasoning.context : undefined,
    locale,
  });
  const request = {
    size: prompt.model,
    system,
    messages: [{ role: "user" as const, text: message }],
    maxTokens: prompt.max_tokens,
    timeoutMs: call.timeoutMs,
    maxCalls: MOST_CALLS,
    signal: call.signal,
  };
  // The user's own words may say what was done; strangers' words are no excuse.
  const task = wordsIn(intent.parameters);
  const evidence = untrusted ? [] : [{ voice: null, text: task }];
  try {
    const early = reasoning.tellEarly;
    const onText =
      early && earlyWords(early, (sentence) => mayClaim(sentence, { evidence, task, locale }));
    const heard = { ...request, ...(onText && { onText }) };
    const { text, result, usage } = await ask(model, heard, capability.result);
    const explanation = cut
      ? `${text}\n\n${say("cut", { chars: MOST_TEXT_CHARS.toLocaleString(locale) })}`
      : text;
    // What no goal covers may have been meant to be done, unless it is a question: whatever is answered there, nothing was.
    const material = { evidence, task, locale };
    const isWish = capability.isFallback && !task.trimEnd().endsWith("?");
    const isTalk = isWish && heldAnswer(text, material).dropped.length > 0;
    const note = isTalk ? "talk" : mayClaim(text, material) ? "text" : undefined;
    return succeeded(explanation, result, {
      model: model.nameOf(prompt.model),
      usage,
      ...(version && { prompt_version: version }),
      ...(note && { [ONLY_TEXT]: note }),
    });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.kind === "cancelled")
      throw new DomainCallError(intent.domain, "cancelled", error.detail, true);
    const { code, explanation } = sayModelError(error.kind, locale);
    return failed(explanation, { code });
  }
}

type Written = { text: string; result: unknown; usage: ModelUsage };

async function ask(
  model: LanguageModel,
  request: Parameters<LanguageModel["write"]>[0],
  result: z.ZodType | undefined,
): Promise<Written> {
  if (result === undefined) {
    const { text, usage } = await model.write(request);
    const shown = spoken(text, usage);
    return { text: shown, result: { text: shown }, usage };
  }
  const schema = z.strictObject({ explanation: z.string().min(1), result });
  const { value, usage } = await model.complete({ ...request, schema });
  return { text: spoken(value.explanation, usage), result: value.result, usage };
}

/** What is left when everything invisible is gone has to say something. */
function spoken(text: string, usage: ModelUsage): string {
  const shown = visibleText(text);
  if (shown === "") throw new ModelError("empty", "said nothing that can be seen", { usage });
  return shown;
}

const wordsIn = (params: JsonObject): string =>
  Object.values(params)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join("\n");

/** What may begin a link, a picture or a tag: what stands behind it is told when the whole text is known. */
const MAY_BE_MORE = /[[\]<\\]/;

/**
 * Tells a model's words while it writes them, as far as it is certain that they stand at the beginning of the answer as it
 * will be told: whole words, without links, up to what may be one, and up to the first that `isClaim` says of a sentence.
 * Shape: called with the pieces of the model; `tell` gets what is new
 * Cost:  one pass over the text for each piece
 */
export function earlyWords(
  tell: (text: string) => void,
  isClaim: (sentence: string) => boolean,
): (piece: string) => void {
  let raw = "";
  let told = "";
  let isOver = false;
  return (piece) => {
    if (isOver) return;
    raw += piece;
    const sign = raw.search(MAY_BE_MORE);
    const limit = sign === -1 ? raw : raw.slice(0, sign);
    // The last word may go on.
    const words = limit.slice(0, limit.search(/\s\S*$/) + 1);
    const text = withoutLinks(visibleText(words));
    isOver = sign !== -1 || !text.startsWith(told);
    if (text.length <= told.length || !text.startsWith(told)) return;
    if (isClaim(sentenceAt(text, told.length))) {
      isOver = true;
      return;
    }
    tell(text.slice(told.length));
    told = text;
  };
}

/** From the beginning of the sentence that is at `at` to the end. */
const sentenceAt = (text: string, at: number): string =>
  text.slice(Math.max(text.lastIndexOf(". ", at), text.lastIndexOf("\n", at), -1) + 1);
