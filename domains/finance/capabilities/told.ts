import { ownValue } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import type { SourceOfData } from "../data/market-data.ts";
import { say } from "../words/format.ts";
import { sampleWarning } from "../words/source-note.ts";
import { type Finance, textParam } from "./finance.ts";
import { findSymbol } from "./find-symbol.ts";

/** The handler, whose answer says which note it ends with: several answers told together carry it once. */
export const noting =
  (handler: Handler): Handler =>
  async (params, call) =>
    withNote(await handler(params, call), call.locale);

function withNote(output: DomainOutput, locale: Locale): DomainOutput {
  const note = noteOf(output, locale);
  return note !== undefined && output.explanation.endsWith(note)
    ? { ...output, metadata: { ...output.metadata, note } }
    : output;
}

function noteOf({ result }: DomainOutput, locale: Locale): string | undefined {
  const source = ownValue(result, "source");
  const as_of = ownValue(source, "as_of");
  if (ownValue(source, "sample") !== true || typeof as_of !== "string") return undefined;
  const warning = sampleWarning({ ...(source as SourceOfData), as_of }, locale);
  return warning === undefined ? undefined : `(${warning})`;
}

/** The handler of one symbol's figures: a clear slip in a name is put right, and said. */
export const puttingRight =
  (finance: Finance, handler: Handler): Handler =>
  async (params, call) => {
    if (textParam(params, "symbol") !== undefined) return handler(params, call);
    const found = await findSymbol(params, finance, call);
    if ("answer" in found) return found.answer;
    const { symbol, said, meant } = found;
    const output = await handler({ ...params, symbol }, call);
    if (said === undefined || meant === undefined || output.status !== "success") return output;
    return { ...output, explanation: withMeant(output.explanation, said, meant, call.locale) };
  };

/** Behind a sentence, before its note; above a list. */
function withMeant(text: string, said: string, meant: string, locale: Locale): string {
  const understood = say(locale, {
    "pt-BR": `entendi “${said}” como ${meant}`,
    en: `I took “${said}” for ${meant}`,
  });
  if (text.includes("\n"))
    return `${understood.slice(0, 1).toUpperCase()}${understood.slice(1)}.\n${text}`;
  const note = text.lastIndexOf(" (");
  const at = note !== -1 && text.endsWith(")") ? note : text.length;
  return `${text.slice(0, at)}; ${understood}${text.slice(at)}`;
}
