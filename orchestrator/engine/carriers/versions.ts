import { z } from "zod";
import type { ArtifactVersion } from "#shared/contracts/artifact.ts";
import { type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { CatalogueCapability } from "../../catalogue/catalogue.ts";
import { engineWords } from "../words.ts";
import type { RunUnderWay } from "../work.ts";
import { versionsOf, withNotes } from "./artifacts.ts";

/** The versions that a capability works on, with those that this run has made; none where it works on nothing. */
export function versionsFor(
  run: RunUnderWay,
  capability: CatalogueCapability,
): readonly ArtifactVersion[] {
  const artifact = nameOf(capability);
  if (artifact === undefined) return [];
  return versionsOf(withNotes(run.circumstances.state.artifacts, run.artifactNotes), artifact);
}

/**
 * Note what a step's answer is to its artifact: a version, or feedback. It is kept with the session, and so is what
 * brought text from outside to it.
 */
export function noteArtifact(
  run: RunUnderWay,
  capability: CatalogueCapability,
  parameters: JsonObject,
  { output, sources }: { output: DomainOutput; sources: readonly string[] },
): void {
  const { status, result, explanation } = output;
  const artifact = nameOf(capability);
  const { version_text, feedback_on } = capability.spec.artifact ?? {};
  const content = z.json().safeParse(result).data;
  if (artifact === undefined || status !== "success" || content == null) return;
  const note = (text: unknown, feedback?: string) => {
    if (typeof text !== "string" || text.trim() === "") return;
    const at = run.context.clock.now();
    run.artifactNotes.push({
      artifact,
      text,
      content,
      sources: [...sources],
      at,
      ...(feedback !== undefined && { feedback }),
    });
  };
  if (version_text !== undefined) note(ownValue(content, version_text));
  if (feedback_on !== undefined) note(ownValue(parameters, feedback_on), explanation);
}

/** All versions as an answer, without a model. */
export function showVersions(versions: readonly ArtifactVersion[], locale: Locale): DomainOutput {
  const say = engineWords(locale);
  const lines = versions.flatMap(({ version, text, feedback }) => [
    `V${version}: ${text}`,
    ...(feedback === null ? [] : [say.feedback(feedback.text)]),
  ]);
  return {
    status: "success",
    result: { versions: [...versions] },
    explanation: lines.length === 0 ? say.noVersions : lines.join("\n"),
    confidence: 1,
    metadata: {},
  };
}

const nameOf = ({ domain, spec }: CatalogueCapability): string | undefined =>
  spec.artifact && `${domain}.${spec.artifact.name}`;
