import { wordSet } from "#shared/language/words.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { pauseBefore, type Scene, sceneOf } from "../../language/modifiers/scene.ts";
import { mayHoldBack } from "../../language/modifiers/tone-of.ts";
import { type Token, tokens } from "../../language/text.ts";
import { deedOf, deedSet } from "../../language/words/deeds.ts";
import type { Edit } from "./edit.ts";

const FEWEST_BEFORE = 2;
const MOST_WORDS = 9;

/** What begins to say what something is, or what it is for. */
const BEGINS = wordSet("words.begins-what-is-told");
/** Who it is for, or where it came from. */
const SAYS_NOTHING: ReadonlySet<Mark["kind"]> = new Set(["courtesy", "addressee"]);
const OF_ASKER = deedSet("read", "look", "show", "open");

/**
 * What is only said of a thing that an address names: "salva esse vídeo *que a gente viu ontem* https://...", "guarda https://...
 * *pra eu ler no ônibus*". Nothing in it may ask, deny, set a time or a condition, or name a recipient of another request. Pure.
 */
export function besideAddress(scene: Scene): { edit: Edit; said: string } | undefined {
  const { words, text, edges } = scene;
  const addresses = words.filter(({ word }) => word.startsWith("http"));
  const [address, second] = addresses;
  if (address === undefined || second !== undefined) return undefined;
  const place = words.indexOf(address);
  const before = spanFrom(scene, edges.from + FEWEST_BEFORE, place);
  const behind = before ?? spanFrom(scene, place + 1, edges.to);
  if (behind === undefined || behind.from > place + 1) return undefined;
  const start = behind.words[0]?.start ?? 0;
  const end = before === undefined ? (behind.words.at(-1)?.end ?? start) : address.start;
  return { edit: { start, end, put: "" }, said: text.slice(start, end).trim() };
}

/** The first clause from a place on that says what something is or is for, and goes on to the end. */
function spanFrom(
  scene: Scene,
  first: number,
  end: number,
): { from: number; words: readonly Token[] } | undefined {
  for (let from = first; from < end; from++) {
    const said = scene.words.slice(from, end);
    if (!BEGINS.has(said[0]?.word ?? "")) continue;
    return said.length > 1 && said.length <= MOST_WORDS && onlyDescribes(scene, from, said)
      ? { from, words: said }
      : undefined;
  }
  return undefined;
}

function onlyDescribes(scene: Scene, from: number, said: readonly Token[]): boolean {
  if (said.some((_, at) => at > 0 && pauseBefore(scene, from + at))) return false;
  if (mayHoldBack(scene, said)) return false;
  const asks = said.slice(1).some(({ word }) => {
    const deed = deedOf(word);
    return deed !== undefined && !(OF_ASKER.has(deed) && word.endsWith("r")) && word !== "watch";
  });
  if (asks) return false;
  const text = scene.text.slice(said[0]?.start, said.at(-1)?.end);
  const apart = sceneOf({ ...scene, text, words: tokens(text) });
  return readModifiers(apart).every(
    ({ kind, value }) => SAYS_NOTHING.has(kind) || value === "reported",
  );
}
