import { type Artifacts, type ArtifactVersion, MOST_VERSIONS } from "#shared/contracts/artifact.ts";
import { type Json, ownValue } from "#shared/contracts/json.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";

/** What a step adds to an artifact: its next version, or what is said of the words of one. */
export type ArtifactNote = {
  /** `domain.artifact` */
  artifact: string;
  text: string;
  content: Json;
  /** Absent: the words themselves are new. */
  feedback?: string;
  /** What brought text from outside to it. */
  sources: string[];
  at: number;
};

const MOST_CHARS = 2000;
/** Of a result as JSON. */
const MOST_CONTENT_CHARS = 4000;

export function versionsOf(artifacts: Artifacts, artifact: string): readonly ArtifactVersion[] {
  const versions = ownValue(artifacts, artifact);
  return Array.isArray(versions) ? (versions as ArtifactVersion[]) : [];
}

/**
 * The artifacts with further notes, in the order of their making.
 * Shape: feedback goes to the newest version with the same words, whatever their case and accents; where there is
 *        none, the words are a version of their own. The newest 20 are kept and keep their numbers
 */
export function withNotes(artifacts: Artifacts, notes: readonly ArtifactNote[]): Artifacts {
  const next = new Map(Object.entries(artifacts));
  for (const note of notes) {
    const versions = next.get(note.artifact) ?? [];
    next.set(note.artifact, withNote(versions, note).slice(-MOST_VERSIONS));
  }
  return Object.fromEntries(next);
}

function withNote(versions: readonly ArtifactVersion[], note: ArtifactNote): ArtifactVersion[] {
  const text = note.text.slice(0, MOST_CHARS).toWellFormed();
  const content = JSON.stringify(note.content).length > MOST_CONTENT_CHARS ? null : note.content;
  const fresh = {
    version: (versions.at(-1)?.version ?? 0) + 1,
    text,
    content: null,
    feedback: null,
    sources: note.sources,
    created_at: note.at,
  };
  if (note.feedback === undefined) return [...versions, { ...fresh, content }];
  const feedback = { text: note.feedback.slice(0, MOST_CHARS).toWellFormed(), content };
  const said = versions.findLastIndex((each) => sameWords(each.text, text));
  const judged = versions[said];
  if (judged === undefined) return [...versions, { ...fresh, feedback }];
  const sources = [...new Set([...judged.sources, ...note.sources])];
  return versions.with(said, { ...judged, feedback, sources });
}

const sameWords = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);
const wordsOf = (text: string): string =>
  foldPhrase(text)
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .trim();
