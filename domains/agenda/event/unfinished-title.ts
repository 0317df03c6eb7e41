import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const file = new URL("./leading-words.yaml", import.meta.url);
const LEADING = Object.values(
  z.record(z.string(), z.string()).parse(parse(readFileSync(file, "utf8"))),
);
const LEADING_ON = new RegExp(` (?:${LEADING.join(" ").replaceAll(" ", "|")})$`, "u");
/** "de 10 a", "from 10 to": a range without its end. */
const HALF_A_RANGE = /\d\S* (?:a|à|-|–)$/u;

/** A title that stops in the middle of what was said; a letter that is written large is a name: "vitamina E". */
export const isUnfinished = (title: string): boolean =>
  LEADING_ON.test(title) || HALF_A_RANGE.test(title);
