import { expect, it } from "vitest";
import { type Artifacts, artifacts } from "#shared/contracts/artifact.ts";
import { type ArtifactNote, versionsOf, withNotes } from "./artifacts.ts";

const made = (text: string, at = 1): ArtifactNote => ({
  artifact: "garden.plan",
  text,
  content: { beds: 2 },
  sources: [],
  at,
});
const judged = (text: string, feedback: string): ArtifactNote => ({ ...made(text), feedback });
const shown = (kept: Artifacts) =>
  versionsOf(kept, "garden.plan").map(({ version, text, feedback }) => [
    `V${version}`,
    text,
    feedback?.text ?? null,
  ]);

it.each<[string, ArtifactNote[], unknown[]]>([
  [
    "counts versions",
    [made("Roses"), made("Tulips")],
    [
      ["V1", "Roses", null],
      ["V2", "Tulips", null],
    ],
  ],
  [
    "notes feedback on the version with its words",
    [made("Roses."), made("Tulips"), judged("róses", "Too red")],
    [
      ["V1", "Roses.", "Too red"],
      ["V2", "Tulips", null],
    ],
  ],
  [
    "has the last feedback",
    [made("Roses"), judged("Roses", "No"), judged("Roses", "Yes")],
    [["V1", "Roses", "Yes"]],
  ],
  [
    "makes a version of other words",
    [made("10 roses"), judged("30 roses", "Fine")],
    [
      ["V1", "10 roses", null],
      ["V2", "30 roses", "Fine"],
    ],
  ],
])("%s", (_habit, notes, expected) => expect(shown(withNotes({}, notes))).toEqual(expected));

it("keeps the newest twenty with their numbers, and nothing of it is too long to store", () => {
  const long = made("x".repeat(9000));
  const notes = [
    ...Array.from({ length: 25 }, (_, at) => made(`plan ${at}`)),
    { ...long, content: "y".repeat(9000) },
  ];
  const kept = artifacts.parse(withNotes({}, notes));
  const versions = versionsOf(kept, "garden.plan");
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 7),
  );
  expect(versions.at(-1)).toMatchObject({ content: null, text: "x".repeat(2000) });
});

it("keeps artifacts apart", () => {
  const kept = withNotes({}, [made("Roses"), { ...made("Loans"), artifact: "bank.plan" }]);
  expect(shown(kept)).toEqual([["V1", "Roses", null]]);
  expect(versionsOf(kept, "constructor")).toEqual([]);
});
